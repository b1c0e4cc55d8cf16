import { amountOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { isConfirmed } from '../is-confirmed.ts'
import { problem, refused } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The own stake is to be paid back and the bonus is void'

export const refundStake = route(operations.refundStake, async ({ params, body, run }) => {
  if (!isConfirmed(body)) return problem('confirmation_required')
  return run(params.userId, { type: 'RefundStake' }, ({ answer }) => {
    if (answer.kind !== 'refunded') return refused(answer)
    const { ownStake, bonusAmount } = answer
    return { status: 200, body: { ownStake: amountOf(ownStake), bonusAmount: amountOf(bonusAmount), message } }
  })
})
