import { useState } from 'react'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'

/** Stops or resumes the writing of all tenants. */
export function InstallationMaintenance() {
  const [asks, setAsks] = useState(false)
  const set = useAct('setMaintenance', () => setAsks(false))
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        Maintenance…
      </button>
      {asks && (
        <MaintenanceDialog
          what="the whole installation"
          isBusy={set.isPending}
          error={set.error}
          send={(enabled, message) => set.mutate({ enabled, message })}
          close={() => setAsks(false)}
        />
      )}
    </>
  )
}

/** The same for one tenant. */
export function TenantMaintenance({ id, name }: { readonly id: string; readonly name: string }) {
  const [asks, setAsks] = useState(false)
  const set = useAct('setTenantMaintenance', () => setAsks(false))
  return (
    <p className="acts">
      <button type="button" onClick={() => setAsks(true)}>
        Maintenance of this tenant…
      </button>
      {asks && (
        <MaintenanceDialog
          what={name}
          isBusy={set.isPending}
          error={set.error}
          send={(enabled, message) => set.mutate({ id, enabled, message })}
          close={() => setAsks(false)}
        />
      )}
    </p>
  )
}

function MaintenanceDialog({
  what,
  isBusy,
  error,
  send,
  close,
}: {
  readonly what: string
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: (enabled: boolean, message: string | null) => void
  readonly close: () => void
}) {
  const [state, setState] = useState<string>('on')
  const [message, setMessage] = useState('')
  const isOn = state === 'on'
  return (
    <Confirm
      title={`Maintenance of ${what}`}
      act={isOn ? 'Stop all writing' : 'Resume'}
      isDanger={isOn}
      isBusy={isBusy}
      error={error}
      onAct={() => send(isOn, message === '' ? null : message)}
      onClose={close}
    >
      <p>
        While it lasts, reads work and every write is answered with maintenance_mode: no bet is taken in. Feeds have to
        send again afterwards.
      </p>
      <Select
        label="What shall be"
        value={state}
        options={[
          ['on', 'Maintenance'],
          ['off', 'No maintenance'],
        ]}
        onText={setState}
      />
      {isOn && <Field label="What callers are told" maxLength={500} value={message} onText={setMessage} />}
    </Confirm>
  )
}
