import { operations } from '../../contract/operations/index.ts'
import { renderPayoutState } from '../../contract/render/payout-state.ts'
import { noFundedAccount } from '../../core/funded/no-funded-account.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunningFunded } from '../../core/program.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

export const getWithdrawable = route(operations.getWithdrawable, async ({ app, tenant, params }) => {
  const userId = params.userId as UserId
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId })
  return isRunningFunded(player.program)
    ? { status: 200, body: renderPayoutState(player.program, userId, now) }
    : refused(noFundedAccount())
})
