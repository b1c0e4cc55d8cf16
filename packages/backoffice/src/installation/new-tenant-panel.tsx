import { type FormEvent, useState } from 'react'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'

/** What a tenant is made with. */
interface Wanted {
  readonly name: string
  readonly environment: 'staging' | 'production'
  readonly currency: string
}

/** Makes a tenant and shows its keys. */
export function NewTenantPanel({ close }: { readonly close: () => void }) {
  const [asked, setAsked] = useState<Wanted | null>(null)
  const make = useAct('createTenant', () => setAsked(null))
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
        <TenantForm ask={setAsked} isBusy={make.isPending} />
      )}
      {asked !== null && (
        <Confirm
          title={`Make ${asked.name}?`}
          act="Make the tenant"
          isBusy={make.isPending}
          error={make.error}
          onAct={() => make.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <WhatIsMade {...asked} />
        </Confirm>
      )}
    </Panel>
  )
}

function TenantForm({ ask, isBusy }: { readonly ask: (wanted: Wanted) => void; readonly isBusy: boolean }) {
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<string>('staging')
  const [currency, setCurrency] = useState('EUR')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask({ name, environment: environment === 'production' ? 'production' : 'staging', currency })
  }
  return (
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
      <p className="acts">
        <button type="submit" className="primary" disabled={isBusy}>
          Make the tenant…
        </button>
      </p>
    </form>
  )
}

const WhatIsMade = ({ environment, currency }: Wanted) => (
  <>
    <p>
      {environment === 'production'
        ? `A production tenant is made, whose books are in ${currency}: it has no test clock and no player can begin anew.`
        : `A sandbox is made, whose books are in ${currency}. Promoting it later makes a second tenant, for production.`}{' '}
      Neither that nor the currency can be changed, and no tenant can be deleted.
    </p>
    <p>Its keys are shown once, right after.</p>
  </>
)
