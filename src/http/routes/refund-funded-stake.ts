import { amountOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { isConfirmed } from '../is-confirmed.ts'
import { problem, refused } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The own stake is to be paid back, the profit is forfeited and the bonus is void'

export const refundFundedStake = route(operations.refundFundedStake, async ({ params, body, run }) => {
  if (!isConfirmed(body)) return problem('confirmation_required')
  return run(params.userId, { type: 'RefundFundedStake' }, ({ answer }) => {
    if (answer.kind !== 'funded_refunded') return refused(answer)
    return {
      status: 200,
      body: {
        ownStake: amountOf(answer.ownStake),
        bonusAmount: amountOf(answer.bonusAmount),
        profitForfeited: amountOf(answer.profitForfeited),
        message,
      },
    }
  })
})
