import { operations } from '../../contract/operations/index.ts'
import { renderFlag } from '../../contract/render/flag.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listFlags = route(operations.listFlags, async ({ app, tenant, query }) => {
  const filter = { tenantId: tenant.id, status: query.status, userId: query.userId as UserId | undefined }
  const { items, nextCursor } = await app.flags(filter, pageOf(query))
  return { status: 200, body: { flags: items.map(renderFlag), nextCursor } }
})
