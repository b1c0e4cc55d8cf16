import { useState } from 'react'
import { Confirm } from './dialog.tsx'

export const keyKinds = [
  ['server', 'Server key'],
  ['public', 'Public key'],
  ['webhook', 'Webhook secret'],
] as const
export type KeyKind = (typeof keyKinds)[number][0]

/** Asks for a new key of a kind, having said what becomes of the one before it. */
export function NewKeyButtons({
  whose,
  isBusy,
  error,
  make,
}: {
  readonly whose: string
  readonly isBusy: boolean
  readonly error: unknown
  /** Calls `done` once the key is there. */
  readonly make: (kind: KeyKind, done: () => void) => void
}) {
  const [asked, setAsked] = useState<(typeof keyKinds)[number] | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <p className="acts">
        {keyKinds.map((kind) => (
          <button key={kind[0]} type="button" onClick={() => setAsked(kind)}>
            New {kind[1].toLowerCase()}…
          </button>
        ))}
      </p>
      {asked !== null && (
        <Confirm
          title={`Make a new ${asked[1].toLowerCase()} for ${whose}?`}
          act="Make it"
          isDanger
          isBusy={isBusy}
          error={error}
          // Another key may be asked about by the time that this one is there.
          onAct={() => make(asked[0], () => setAsked((now) => (now === asked ? null : now)))}
          onClose={close}
        >
          <p>
            The new one is shown once. The one before it is good for 24 hours more;{' '}
            {asked[0] === 'webhook'
              ? 'until then webhooks are signed with both, and whoever receives them must have changed over.'
              : 'whoever uses it must have changed over by then.'}
          </p>
        </Confirm>
      )}
    </>
  )
}
