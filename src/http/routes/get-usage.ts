import { operations } from '../../contract/operations/index.ts'
import { renderUsage } from '../../contract/render/usage.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getUsage = route(operations.getUsage, async ({ app, params }) => {
  const usage = await app.usage(params.id as TenantId)
  return usage ? { status: 200, body: renderUsage(usage) } : problem('not_found')
})
