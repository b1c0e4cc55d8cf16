import { operations } from '../../contract/operations/index.ts'
import { renderPayoutState } from '../../contract/render/payout-state.ts'
import type { UserId } from '../../core/ids.ts'
import { isRunningFunded } from '../../core/program.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The user has no active funded account'

export const getWithdrawable = route(operations.getWithdrawable, async ({ app, tenant, params }) => {
  const userId = params.userId as UserId
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId })
  return isRunningFunded(player.program)
    ? { status: 200, body: renderPayoutState(player.program, userId, now) }
    : problem('not_found', { message })
})
