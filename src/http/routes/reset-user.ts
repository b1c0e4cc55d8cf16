import { operations } from '../../contract/operations/index.ts'
import type { UserId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const resetUser = route(operations.resetUser, async ({ app, tenant, params }) => {
  if (tenant.environment !== 'staging')
    return problem('forbidden', { message: 'Only on a staging tenant can a user begin anew' })
  const userId = params.userId as UserId
  const removed = await app.resetUser(tenant, userId)
  return { status: 200, body: { reset: true as const, userId, removed } }
})
