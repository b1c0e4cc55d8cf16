import { amountOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { orNull } from '../../contract/render/or-null.ts'
import { renderCurve } from '../../contract/render/payout-review.ts'
import type { ProgramId, UserId } from '../../core/ids.ts'
import { drawdownFloor } from '../../core/loss/drawdown.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getBalanceCurve = route(operations.getBalanceCurve, async ({ app, tenant, params, query }) => {
  const who = { tenantId: tenant.id, userId: params.userId as UserId }
  const { player } = await app.readPlayer(who)
  const programId = (query.programId?.toLowerCase() as ProgramId | undefined) ?? player.program?.id ?? null
  const curve = programId === null ? [] : await app.balanceCurve(who, player.id, programId)
  if (query.programId !== undefined && curve.length === 0) return problem('not_found')
  const latest = player.program?.id === programId ? player.program : null
  const target = latest?.kind === 'challenge' ? latest.terms.tier.targetBalance : null
  return {
    status: 200,
    body: {
      programId,
      points: renderCurve(curve),
      startingBalance: orNull(curve[0] ?? null, ({ balance }) => amountOf(balance)),
      targetBalance: orNull(target, amountOf),
      floor: orNull(latest, (program) => orNull(drawdownFloor(program), amountOf)),
    },
  }
})
