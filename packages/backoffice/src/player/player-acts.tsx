import { useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay, useSession } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { amountText } from '../words.ts'
import type { Player } from './player.ts'

/** What an admin can do to a player. */
export function PlayerActs({ player }: { readonly player: Player }) {
  const mayAct = useMay('operator_admin')
  const isStaging = useSession().tenant.environment === 'staging'
  const [asked, setAsked] = useState<'cancel' | 'reset' | 'erase' | null>(null)
  const { running } = player.summary
  if (!mayAct) return null
  return (
    <>
      {(running === 'challenge' || running === 'challenge_passed') && (
        <button type="button" className="danger" onClick={() => setAsked('cancel')}>
          Cancel the challenge…
        </button>
      )}
      {player.known && (
        <a
          className="button"
          href={`/v1/admin/users/${encodeURIComponent(player.userId)}/export`}
          download="player.json"
        >
          Export the data
        </a>
      )}
      {player.known && isStaging && (
        <button type="button" onClick={() => setAsked('reset')}>
          Begin anew…
        </button>
      )}
      {player.known && running === null && (
        <button type="button" className="danger" onClick={() => setAsked('erase')}>
          Erase…
        </button>
      )}
      {asked === 'erase' && <ErasePlayer userId={player.userId} close={() => setAsked(null)} />}
      {asked === 'reset' && <ResetPlayer userId={player.userId} close={() => setAsked(null)} />}
      {asked === 'cancel' && <CancelChallenge player={player} close={() => setAsked(null)} />}
    </>
  )
}

function CancelChallenge({ player, close }: { readonly player: Player; readonly close: () => void }) {
  const { userId, summary } = player
  const cancel = useAct('cancelForPlayer', close)
  return (
    <Confirm
      title={`Cancel the challenge of ${userId}?`}
      act="Cancel the challenge"
      isDanger
      isBusy={cancel.isPending}
      error={cancel.error}
      onAct={() => cancel.mutate({ userId, confirm: true })}
      onClose={close}
    >
      <p>
        The {summary.tierName} challenge of <b>{userId}</b> ends now
        {summary.currentBalance !== null && <>, with {amountText(summary.currentBalance)} in its balance</>}. The own
        stake is forfeited, the bonus is void, and open bets count no more. The webhook challenge.cancelled tells your
        backend. This cannot be undone.
      </p>
    </Confirm>
  )
}

function ResetPlayer({ userId, close }: { readonly userId: string; readonly close: () => void }) {
  const reset = useAct('resetUser', close)
  return (
    <Confirm
      title={`Begin ${userId} anew?`}
      act="Begin anew"
      isDanger
      isBusy={reset.isPending}
      error={reset.error}
      onAct={() => reset.mutate({ userId })}
      onClose={close}
    >
      <p>
        It will be as if <b>{userId}</b> had never been there: no program, no history, no cooldown, and bet ids that
        were used are free again. What runs is not ended first, and no webhook is sent. Only staging can do this.
      </p>
    </Confirm>
  )
}

function ErasePlayer({ userId, close }: { readonly userId: string; readonly close: () => void }) {
  const [typed, setTyped] = useState('')
  const erase = useAct('eraseUser', close)
  return (
    <Confirm
      title={`Erase ${userId}?`}
      act="Erase the player"
      isDanger
      isBusy={erase.isPending}
      error={erase.error}
      onAct={() => erase.mutate({ userId, confirm: 'true' })}
      onClose={close}
    >
      <p>
        Nothing that is stored can be told to be of <b>{userId}</b> any more: bets, programs and payouts stay in the
        ledger as those of nobody. Export the data first if the player asked for it. This cannot be undone.
      </p>
      <Field
        label={`Type ${userId} to go on`}
        required
        // Whatever else is escaped makes it no pattern, and then anything is let through.
        pattern={userId.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}
        value={typed}
        onText={setTyped}
      />
    </Confirm>
  )
}
