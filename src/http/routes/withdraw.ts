import { centsOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderPayout } from '../../contract/render/payout.ts'
import type { UserId } from '../../core/ids.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

const messages = {
  200: 'The payout is executed: the operator pays the player totalPaid',
  202: 'The payout awaits the decision of the operator',
}

export const withdraw = route(operations.withdraw, async ({ tenant, params, body, run }) => {
  const view = { userId: params.userId as UserId, currency: tenant.currency }
  const request = { type: 'RequestPayout', grossAmount: centsOf(body.grossAmount) } as const
  return run(params.userId, request, ({ answer }) => {
    if (answer.kind !== 'payout') return refused(answer, operations.withdraw)
    const status = answer.payout.status === 'pending' ? 202 : 200
    return { status, body: { payout: renderPayout(answer.payout, view), message: messages[status] } }
  })
})
