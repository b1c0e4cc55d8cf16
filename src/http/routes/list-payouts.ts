import { operations } from '../../contract/operations/index.ts'
import { renderPayout } from '../../contract/render/payout.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listPayouts = route(operations.listPayouts, async ({ app, tenant, query }) => {
  const { status, userId } = query
  const filter = {
    tenantId: tenant.id,
    ...(status !== undefined && { status }),
    ...(userId !== undefined && { userId: userId as UserId }),
  }
  const { items, nextCursor } = await app.payouts(filter, pageOf(query))
  const payouts = items.map((record) => renderPayout(record.payout, { ...record, currency: tenant.currency }))
  return { status: 200, body: { payouts, nextCursor } }
})
