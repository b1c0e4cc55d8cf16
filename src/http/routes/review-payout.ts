import { operations } from '../../contract/operations/index.ts'
import { renderPayoutReview } from '../../contract/render/payout-review.ts'
import type { PayoutId } from '../../core/funded/payout.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const reviewPayout = route(operations.reviewPayout, async ({ app, tenant, params }) => {
  const review = await app.payoutReview(tenant, params.id as PayoutId)
  return review === null ? problem('not_found') : { status: 200, body: renderPayoutReview(review, tenant.currency) }
})
