import { type FormEvent, useState } from 'react'
import { useAct } from '../ask.ts'
import { Field, Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { Failed } from '../ui/states.tsx'

/** Makes a tenant and shows its keys. */
export function NewTenantPanel({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<string>('staging')
  const [currency, setCurrency] = useState('EUR')
  const make = useAct('createTenant')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    make.mutate({ name, environment: environment === 'production' ? 'production' : 'staging', currency })
  }
  return (
    <Panel title="New tenant" close={close}>
      {make.data !== undefined ? (
        <ShownOnce
          keys={[
            ['Server key', make.data.serverKey],
            ['Public key', make.data.publicKey],
            ['Webhook secret', make.data.webhookSecret],
          ]}
        />
      ) : (
        <form className="stack" onSubmit={submit}>
          <Field label="Name" required maxLength={200} value={name} onText={setName} />
          <Select
            label="Where"
            value={environment}
            options={[
              ['staging', 'Staging: a sandbox with a test clock'],
              ['production', 'Production'],
            ]}
            onText={setEnvironment}
          />
          <Field label="Currency" required pattern="[A-Z]{3}" maxLength={3} value={currency} onText={setCurrency} />
          {make.error !== null && <Failed error={make.error} />}
          <p className="acts">
            <button type="submit" className="primary" disabled={make.isPending}>
              Make the tenant
            </button>
          </p>
        </form>
      )}
    </Panel>
  )
}
