import { operations } from '../../contract/operations/index.ts'
import { renderChallenge } from '../../contract/render/challenge.ts'
import type { ProgramId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getChallenge = route(operations.getChallenge, async ({ app, tenant, caller, params }) => {
  const found = await app.program(tenant.id, params.id as ProgramId)
  if (found === null || found.program.kind !== 'challenge') return problem('not_found')
  const { program, userId, now } = found
  // Another player's challenge is as good as none.
  if (caller.kind === 'user' && caller.token.userId !== userId) return problem('not_found')
  return { status: 200, body: { challenge: renderChallenge(program, { tenantId: tenant.id, userId, now }) } }
})
