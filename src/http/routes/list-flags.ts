import { operations } from '../../contract/operations/index.ts'
import { renderFlag } from '../../contract/render/flag.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listFlags = route(operations.listFlags, async ({ app, tenant, query }) => {
  const { status, userId } = query
  const filter = {
    tenantId: tenant.id,
    ...(status !== undefined && { status }),
    ...(userId !== undefined && { userId: userId as UserId }),
  }
  const { items, nextCursor } = await app.flags(filter, pageOf(query))
  return { status: 200, body: { flags: items.map(renderFlag), nextCursor } }
})
