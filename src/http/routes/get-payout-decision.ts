import { centsOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderPayoutDecision } from '../../contract/render/payout-decision.ts'
import { noFundedAccount } from '../../core/funded/no-funded-account.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunningFunded } from '../../core/program.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

export const getPayoutDecision = route(operations.getPayoutDecision, async ({ app, tenant, params, query }) => {
  const userId = params.userId as UserId
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId })
  if (!isRunningFunded(player.program)) return refused(noFundedAccount())
  const grossAmount = query.grossAmount === undefined ? null : centsOf(Number(query.grossAmount))
  return { status: 200, body: renderPayoutDecision(player.program, userId, grossAmount, now) }
})
