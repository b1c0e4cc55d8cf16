import type { Request } from '../app/running.ts'
import type { operations } from '../contract/operations/index.ts'
import { renderPayout } from '../contract/render/payout.ts'
import type { Payout, PayoutId } from '../core/funded/payout.ts'
import type { UserId } from '../core/ids.ts'
import { problem, refused } from './problem.ts'
import type { Asked } from './route.ts'

type Decision = Extract<Request, { readonly type: 'ConfirmPayout' | 'RejectPayout' }>
type Deciding = Pick<Asked<typeof operations.confirmPayout>, 'app' | 'tenant' | 'params' | 'run'>

/**
 * Confirms or rejects a payout for the operator. Decisions are final: a payout that has one, also one that was made
 * while this request was on its way, is answered as it is.
 */
export async function decidePayout({ app, tenant, params, run }: Deciding, decisionOn: (id: PayoutId) => Decision) {
  const found = await app.payout(tenant.id, params.id as PayoutId)
  if (found === null) return problem('not_found')
  const { userId, payout } = found
  if (payout.status !== 'pending') return shown(payout, userId, tenant.currency)
  const answered = await run(userId, decisionOn(payout.id), ({ answer }) => {
    if (answer.kind === 'payout') return shown(answer.payout, userId, tenant.currency)
    return answer.kind === 'refused' && answer.code === 'not_found' ? undefined : refused(answer)
  })
  if (answered !== undefined) return answered
  // Decided meanwhile, or out of sight with a user who was reset.
  const decided = await app.payout(tenant.id, payout.id)
  return decided === null ? problem('not_found') : shown(decided.payout, userId, tenant.currency)
}

const shown = (payout: Payout, userId: UserId, currency: string) => ({
  status: 200 as const,
  body: { payout: renderPayout(payout, { userId, currency }) },
})
