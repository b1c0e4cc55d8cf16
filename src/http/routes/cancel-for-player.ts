import { operations } from '../../contract/operations/index.ts'
import { isConfirmed } from '../confirmation.ts'
import { problem, refused } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The challenge is cancelled; the own stake is forfeited and the bonus is void'

export const cancelForPlayer = route(operations.cancelForPlayer, async ({ params, body, run }) => {
  if (!isConfirmed(body)) return problem('confirmation_required')
  return run(params.userId, { type: 'CancelChallenge' }, ({ answer }) =>
    answer.kind === 'cancelled' ? { status: 200, body: { cancelled: true, message } } : refused(answer),
  )
})
