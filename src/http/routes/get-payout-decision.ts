import { centsOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderPayoutDecision } from '../../contract/render/payout-decision.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunningFunded } from '../../core/program.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The user has no active funded account'

export const getPayoutDecision = route(operations.getPayoutDecision, async ({ app, tenant, params, query }) => {
  const userId = params.userId as UserId
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId })
  if (!isRunningFunded(player.program)) return problem('not_found', { message })
  const grossAmount = query.grossAmount === undefined ? null : centsOf(Number(query.grossAmount))
  return { status: 200, body: renderPayoutDecision(player.program, userId, grossAmount, now) }
})
