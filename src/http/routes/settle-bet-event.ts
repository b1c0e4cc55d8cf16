import { operations } from '../../contract/operations/index.ts'
import { verdictOf } from '../../core/bet/verdict.ts'
import type { EventId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { actorOf } from '../actor.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'
import { placementIn, rulingOn, showRuling, storedIn, verdictIn } from '../settle-by-hand.ts'

export const settleBetEvent = route(operations.settleBetEvent, async ({ app, tenant, caller, params, body, run }) => {
  const found = await app.betRecord(tenant.id, params.id.toLowerCase() as EventId)
  const placement = found && placementIn(found.event)
  if (!found || !placement) return problem('not_found')
  let before: EventId | undefined
  const answered = await run(found.userId, rulingOn(placement, body, actorOf(caller)), (outcome) => {
    const verdict = verdictIn(outcome)
    const stored = storedIn(outcome, verdict, found.userId)
    before = verdict.betEventId
    return stored && showRuling(stored, verdict, false)
  })
  if (answered !== undefined) return answered
  invariant(before, 'a duplicate has one that came before')
  const stored = await app.betRecord(tenant.id, before)
  invariant(stored, 'a bet event is never deleted')
  return showRuling(stored, verdictOf(stored.event), true)
})
