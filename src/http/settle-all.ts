import { operations } from '../contract/operations/index.ts'
import { type RecordedBetEvent, renderBetEvent } from '../contract/render/bet-event.ts'
import { renderValidation } from '../contract/render/bet-result.ts'
import { type BulkSettleItem, BulkSettlement } from '../contract/schemas/settlement.ts'
import type { BetVerdict } from '../core/bet/bet.ts'
import type { EventId } from '../core/ids.ts'
import { actorOf } from './actor-of.ts'
import { type Problem, problem } from './problem.ts'
import type { Asked } from './route.ts'
import { placementIn, rulingOn, storedIn, verdictIn } from './rule-on-bet.ts'
import { textIn } from './text-in.ts'
import { checkerOf } from './validation.ts'

type Bulk = Asked<typeof operations.settleBetEvents>
type Found = Awaited<ReturnType<Bulk['app']['betRecordsById']>>

const check = checkerOf(BulkSettlement, 'settlement')

/** Settles each of many bets by hand, in order; one that is wrong fails alone. */
export async function settleAll(asked: Bulk): Promise<BulkSettleItem[]> {
  const { app, tenant, body } = asked
  const checked = body.settlements.map(check)
  const ids = checked.flatMap((each) => ('value' in each ? [idOf(each.value)] : []))
  await app.decideQueued(tenant, ids)
  const found = await app.betRecordsById(tenant.id, ids)
  // All are handed over in order before the first is answered: the pipeline keeps the order of each player.
  const ruled = await Promise.all(
    checked.map((each) => ruleOn(asked, found, each).catch((error: unknown) => failed(asked.problemOf(error)))),
  )
  const repeated = await repeatedIn(asked, ruled)
  return ruled.map((each, index) => ({
    index,
    betEventId: textIn(body.settlements[index], 'betEventId'),
    ...('verdict' in each ? settledOf(each, repeated) : each),
  }))
}

const noPlacement = problem('not_found', { message: operations.settleBetEvent.meanings.not_found })

type Settled = Omit<BulkSettleItem, 'index' | 'betEventId'>

interface Ruled {
  readonly verdict: BetVerdict
  /** Undefined where its like took effect before. */
  readonly fresh: RecordedBetEvent | undefined
}

/** Throws like a settlement of its own would. */
async function ruleOn(
  { app, tenant, caller }: Bulk,
  found: Found,
  each: ReturnType<typeof check>,
): Promise<Ruled | Settled> {
  if ('error' in each) throw each.error
  const asked = each.value
  const record = found.get(idOf(asked))
  const placement = record && placementIn(record.event)
  if (!record || !placement) return failed(noPlacement)
  const who = { tenantId: tenant.id, userId: record.userId }
  const outcome = await app.runAfterQueued(tenant, who, rulingOn(placement, asked, actorOf(caller)))
  const verdict = verdictIn(outcome)
  return { verdict, fresh: storedIn(outcome, verdict, record.userId) }
}

/**
 * The bet events that were there before. They are read at once: each by itself, hundreds would wait for the few connections
 * of the pool, the last of them longer than anybody may, and all other requests behind them.
 */
async function repeatedIn({ app, tenant }: Bulk, ruled: readonly (Ruled | Settled)[]): Promise<Found> {
  const ids = ruled.flatMap((each) => ('verdict' in each && !each.fresh ? [each.verdict.betEventId] : []))
  return ids.length === 0 ? new Map() : app.betRecordsById(tenant.id, [...new Set(ids)])
}

function settledOf({ verdict, fresh }: Ruled, repeated: Found): Settled {
  const stored = fresh ?? repeated.get(verdict.betEventId)
  if (stored === undefined) return failed(noPlacement)
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
