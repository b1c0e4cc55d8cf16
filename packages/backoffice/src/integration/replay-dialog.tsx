import { useState } from 'react'
import type { Input } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted } from '../words.ts'

type EventTypes = NonNullable<Input<'replayDeliveries'>['eventTypes']>

/** Delivers a whole range of time again. */
export function ReplayDialog({ close }: { readonly close: () => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [types, setTypes] = useState('')
  const replay = useAct('replayDeliveries')
  // Whether there is such a type is for the service to say.
  const eventTypes = types.split(/[\s,]+/).filter((type) => type !== '') as EventTypes
  const isDone = replay.data !== undefined
  return (
    <Confirm
      title="Deliver again?"
      act={isDone ? 'Done' : 'Deliver again'}
      isBusy={replay.isPending}
      error={replay.error}
      onAct={() =>
        isDone
          ? close()
          : replay.mutate({ from: `${from}:00Z`, to: `${to}:59.999Z`, ...(eventTypes.length > 0 && { eventTypes }) })
      }
      onClose={close}
    >
      {replay.data !== undefined ? (
        <p className="notice good">{counted(replay.data.replayed, 'delivery is', 'deliveries are')} due again.</p>
      ) : (
        <>
          <p>
            Everything that came to be in the range is sent to your backend once more, also what had arrived. Your
            backend tells repetitions by the eventId.
          </p>
          <Field label="From, UTC" type="datetime-local" required value={from} onText={setFrom} />
          <Field label="To, UTC" type="datetime-local" required value={to} onText={setTo} />
          <Field
            label="Only these event types"
            value={types}
            onText={setTypes}
            placeholder="challenge.passed, funded_account.payout"
            hint="All where nothing stands here."
          />
        </>
      )}
    </Confirm>
  )
}
