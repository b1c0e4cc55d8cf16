import { operations } from '../../contract/operations/index.ts'
import { renderLimitsNow } from '../../contract/render/limits-now.ts'
import { programType } from '../../contract/render/program.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunning, rulesetOf } from '../../core/program.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getUserRuleset = route(operations.getUserRuleset, async ({ app, tenant, params }) => {
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId: params.userId as UserId })
  const { program } = player
  if (!isRunning(program))
    return problem('not_found', { message: 'The user has no active challenge or funded account' })
  return {
    status: 200,
    body: {
      programType: programType(program.kind),
      programId: program.id,
      ruleset: renderRuleset(rulesetOf(program)),
      limitsNow: renderLimitsNow(program, now),
    },
  }
})
