import { operations } from '../../contract/operations/index.ts'
import { renderBetDecision } from '../../contract/render/decision.ts'
import type { EventId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getBetDecision = route(operations.getBetDecision, async ({ app, tenant, params }) => {
  const decided = await app.betDecision(tenant.id, params.id as EventId)
  return decided ? { status: 200, body: renderBetDecision(decided.record, decided.program) } : problem('not_found')
})
