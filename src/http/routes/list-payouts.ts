import { operations } from '../../contract/operations/index.ts'
import { renderPayout } from '../../contract/render/payout.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listPayouts = route(operations.listPayouts, async ({ app, tenant, query }) => {
  const filter = { tenantId: tenant.id, status: query.status, userId: query.userId as UserId | undefined }
  const { items, nextCursor } = await app.payouts(filter, pageOf(query))
  const payouts = items.map((record) => renderPayout(record.payout, { ...record, currency: tenant.currency }))
  return { status: 200, body: { payouts, nextCursor } }
})
