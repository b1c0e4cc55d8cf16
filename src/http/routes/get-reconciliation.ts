import { rangeEnd, rangeStart, textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderBetEvent } from '../../contract/render/bet-event.ts'
import { orNull } from '../../contract/render/or-null.ts'
import { renderTotals } from '../../contract/render/reconciliation-totals.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { refuseReversedRange } from '../refuse-reversed-range.ts'
import { route } from '../route.ts'

export const getReconciliation = route(operations.getReconciliation, async ({ app, tenant, params, query }) => {
  const from = orNull(query.from ?? null, rangeStart)
  const to = orNull(query.to ?? null, rangeEnd)
  refuseReversedRange(from, to)
  const user = { tenantId: tenant.id, userId: params.userId as UserId }
  const [{ items, nextCursor }, totals] = await Promise.all([
    app.betRecords({ ...user, from: from ?? undefined, to: to ?? undefined }, pageOf(query)),
    app.betTotals({ ...user, from, to }),
  ])
  return {
    status: 200,
    body: {
      userId: params.userId,
      from: orNull(from, textOf),
      to: orNull(to, textOf),
      betEvents: items.map(renderBetEvent),
      totals: renderTotals(totals),
      nextCursor,
    },
  }
})
