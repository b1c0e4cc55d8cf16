import { operations } from '../../contract/operations/index.ts'
import { settlementSummaryOf } from '../../contract/render/batch.ts'
import { renderBetEvent } from '../../contract/render/bet-event.ts'
import { renderValidation } from '../../contract/render/bet-result.ts'
import { type BulkSettleItem, BulkSettlement } from '../../contract/schemas/settlement.ts'
import type { EventId } from '../../core/ids.ts'
import { actorOf } from '../actor-of.ts'
import { type Problem, problem } from '../problem.ts'
import { type Asked, route } from '../route.ts'
import { placementIn, rulingOn, storedIn, verdictIn } from '../rule-on-bet.ts'
import { textIn } from '../text-in.ts'
import { checkerOf } from '../validation.ts'

type Bulk = Asked<typeof operations.settleBetEvents>
type Found = Awaited<ReturnType<Bulk['app']['betRecordsById']>>

const check = checkerOf(BulkSettlement, 'settlement')

export const settleBetEvents = route(operations.settleBetEvents, async (asked) => {
  const { app, tenant, body } = asked
  const checked = body.settlements.map(check)
  const ids = checked.flatMap((each) => ('value' in each ? [idOf(each.value as BulkSettlement)] : []))
  await app.decideQueued(tenant, ids)
  const found = await app.betRecordsById(tenant.id, ids)
  // All are handed over in order before the first is answered: the pipeline keeps the order of each player.
  const results = await Promise.all(
    checked.map((each, index) => {
      const place = { index, betEventId: textIn(body.settlements[index], 'betEventId') }
      return settleOne(asked, found, each).then(
        (settled) => ({ ...place, ...settled }),
        (error: unknown) => ({ ...place, ...failed(asked.problemOf(error)) }),
      )
    }),
  )
  return { status: 200, body: { results, summary: settlementSummaryOf(results) } }
})

const noPlacement = problem('not_found', { message: operations.settleBetEvent.meanings.not_found })

type Settled = Omit<BulkSettleItem, 'index' | 'betEventId'>

/** Throws like a settlement of its own would. */
async function settleOne(
  { app, tenant, caller }: Bulk,
  found: Found,
  each: ReturnType<typeof check>,
): Promise<Settled> {
  if ('error' in each) throw each.error
  const asked = each.value as BulkSettlement
  const record = found.get(idOf(asked))
  const placement = record && placementIn(record.event)
  if (!record || !placement) return failed(noPlacement)
  const who = { tenantId: tenant.id, userId: record.userId }
  const outcome = await app.runAfterQueued(tenant, who, rulingOn(placement, asked, actorOf(caller)))
  const verdict = verdictIn(outcome)
  const fresh = storedIn(outcome, verdict, record.userId)
  const stored = fresh ?? (await app.betRecord(tenant.id, verdict.betEventId))
  if (stored === null) return failed(noPlacement)
  return {
    httpStatus: 200,
    status: verdict.result,
    flagReason: verdict.flagReason,
    duplicate: fresh === undefined,
    betEvent: renderBetEvent(stored),
    validationResult: renderValidation(verdict.reasons),
    error: null,
    message: null,
  }
}

const failed = ({ status, body }: Problem): Settled => ({
  httpStatus: status,
  status: null,
  flagReason: null,
  duplicate: false,
  error: body.error,
  message: body.message,
})

const idOf = ({ betEventId }: BulkSettlement): EventId => betEventId.toLowerCase() as EventId
