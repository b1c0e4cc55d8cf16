import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import type { UserId } from '../../core/ids.ts'
import { download } from '../download.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'
import { userExport } from '../user-export.ts'

export const exportUser = route(operations.exportUser, async ({ app, tenant, params, correlationId }) => {
  const who = { tenantId: tenant.id, userId: params.userId as UserId }
  const begun = await app.beginExport(who)
  if (begun === null) return problem('not_found')
  const { playerId, at } = begun
  const parts = userExport(app, tenant, who, { playerId, exportedAt: textOf(at), correlationId })
  return download('application/json', parts, { 'content-disposition': 'attachment; filename="user.json"' })
})
