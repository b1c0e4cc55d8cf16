import { operations } from '../../contract/operations/index.ts'
import { renderLimitsNow } from '../../contract/render/limits-now.ts'
import { programType } from '../../contract/render/program.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import { noProgram } from '../../core/bet/place-bet.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunning, rulesetOf } from '../../core/program.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

export const getUserRuleset = route(operations.getUserRuleset, async ({ app, tenant, params }) => {
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId: params.userId as UserId })
  const { program } = player
  if (!isRunning(program)) return refused(noProgram())
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
