import { operations } from '../../contract/operations/index.ts'
import { renderLife } from '../../contract/render/life.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page.ts'
import { route } from '../route.ts'

export const getTimeline = route(operations.getTimeline, async ({ app, tenant, params, query }) => {
  const userId = params.userId as UserId
  const filter = { tenantId: tenant.id, userId, ...(query.only !== undefined && { bets: query.only === 'bets' }) }
  const { items, nextCursor } = await app.timeline(filter, pageOf(query))
  return { status: 200, body: { entries: items.map((item) => renderLife(item, userId)), nextCursor } }
})
