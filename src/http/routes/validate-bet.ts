import { operations } from '../../contract/operations/index.ts'
import { readPlacement } from '../../contract/read/bet-report.ts'
import { renderValidation } from '../../contract/render/bet-result.ts'
import { validateBet as judge } from '../../core/bet/validate-bet.ts'
import type { UserId } from '../../core/ids.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

export const validateBet = route(operations.validateBet, async ({ app, tenant, body }) => {
  const report = readPlacement(body)
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId: body.userId as UserId })
  const verdict = judge(player, report, now)
  return 'kind' in verdict ? refused(verdict) : { status: 200, body: { validationResult: renderValidation(verdict) } }
})
