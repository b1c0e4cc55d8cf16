import { useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { amountText } from '../words.ts'
import type { Player } from './player.ts'

/** What an admin can do to a player. */
export function PlayerActs({ player }: { readonly player: Player }) {
  const mayAct = useMay('operator_admin')
  const [asked, setAsked] = useState<'cancel' | null>(null)
  const { running } = player.summary
  if (!mayAct) return null
  return (
    <>
      {(running === 'challenge' || running === 'challenge_passed') && (
        <button type="button" className="danger" onClick={() => setAsked('cancel')}>
          Cancel the challenge…
        </button>
      )}
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
