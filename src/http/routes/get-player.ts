import { amountOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderListedPlayer } from '../../contract/render/listed-player.ts'
import { orNull } from '../../contract/render/or-null.ts'
import { renderProgress } from '../../contract/render/progress.ts'
import type { UserId } from '../../core/ids.ts'
import { drawdownFloor } from '../../core/loss/drawdown.ts'
import { route } from '../route.ts'

export const getPlayer = route(operations.getPlayer, async ({ app, tenant, params }) => {
  const userId = params.userId as UserId
  const who = { tenantId: tenant.id, userId }
  const [{ player, now }, openFlags] = await Promise.all([app.readPlayer(who), app.openFlagsOf(who)])
  return {
    status: 200,
    body: {
      userId,
      known: openFlags !== null,
      progress: renderProgress(player, { userId, now }),
      summary: renderListedPlayer(player, { userId, openFlags: openFlags ?? 0, now }),
      floor: orNull(player.program, (program) => orNull(drawdownFloor(program), amountOf)),
    },
  }
})
