import type { operations } from '../contract/operations/index.ts'
import { isConfirmed } from './is-confirmed.ts'
import { problem, refused } from './problem.ts'
import type { Asked } from './route.ts'

type Cancelling = Pick<
  Asked<typeof operations.cancelChallenge | typeof operations.cancelForPlayer>,
  'params' | 'body' | 'run'
>

const message = 'The challenge is cancelled; the own stake is forfeited and the bonus is void'

/** Cancels the challenge of a player, for whoever may. */
export async function giveUpChallenge({ params, body, run }: Cancelling) {
  if (!isConfirmed(body)) return problem('confirmation_required')
  return run(params.userId, { type: 'CancelChallenge' }, ({ answer }) =>
    answer.kind === 'cancelled'
      ? { status: 200 as const, body: { cancelled: true as const, message } }
      : refused(answer),
  )
}
