import { type Static, Type } from 'typebox'
import { rejectionCodes } from '../../core/bet/rules/rule.ts'
import { betStatus, flagReason, resultStatus } from './bet.ts'
import { programType } from './program-type.ts'
import {
  correlationId,
  count,
  flag,
  knownText,
  moment,
  nextCursor,
  nullable,
  nullableAmount,
  text,
  uuid,
} from './scalars.ts'

/** A bet event as it is stored. */
export const StoredBetEvent = Type.Object(
  {
    id: uuid('The betEventId of the answer'),
    externalBetId: text("The operator's id of the bet"),
    userId: text("The operator's id of the player"),
    status: betStatus,
    resultStatus,
    reasonCodes: Type.Array(knownText(rejectionCodes, 'A code'), { description: 'Why it was rejected' }),
    flagReason,
    stakeAmount: nullableAmount('The stake as sent, or of the placement'),
    odds: nullable(Type.Number({ description: 'Decimal odds as sent' })),
    settlementAmount: nullableAmount('The whole return, stake included'),
    profit: nullableAmount('Return less stake of a settlement that counted'),
    betTypeIdentifier: text('The kind of bet'),
    selectionsCount: count('The number of legs'),
    isCashOut: flag('Whether it is a cash-out'),
    programType: nullable(programType('What it is recorded under')),
    programId: nullable(uuid('The program that it is recorded under')),
    balanceAfter: nullableAmount('The balance of the program after it'),
    eventTimestamp: moment('When it happened, as sent or the time of arrival'),
    recordedAt: moment('When it was stored'),
    actor: nullable(text('Who settled or corrected the bet by hand: server_key, or admin: and an id; else null')),
    correctionNote: nullable(text('Why the bet was corrected; null unless this is a correction')),
  },
  { title: 'StoredBetEvent' },
)
export type StoredBetEvent = Static<typeof StoredBetEvent>

export const BetEventList = Type.Object(
  { betEvents: Type.Array(StoredBetEvent, { description: 'By arrival, newest first' }), nextCursor, correlationId },
  { title: 'BetEventList' },
)

export const BetEventAnswer = Type.Object({ betEvent: StoredBetEvent, correlationId }, { title: 'BetEventAnswer' })

/** The sums of the bet events of a range, whatever part of them a page shows. */
export const ReconciliationTotals = Type.Object(
  {
    betEvents: count('Events in the range, on all pages'),
    accepted: count('Accepted events'),
    rejected: count('Rejected events'),
    flagged: count('Flagged events'),
    staked: Type.Number({ description: "Stakes of accepted placements, in the tenant's currency" }),
    returned: Type.Number({
      description:
        "Returns of settlements that counted, less those that a void or a correction took back, in the tenant's currency",
    }),
    profit: Type.Number({
      description:
        "Profit of settlements that counted, less that which a void or a correction took back, in the tenant's currency",
    }),
  },
  { title: 'ReconciliationTotals' },
)
export type ReconciliationTotals = Static<typeof ReconciliationTotals>

export const Reconciliation = Type.Object(
  {
    userId: text("The operator's id of the player"),
    from: nullable(moment('The first moment of the range; null is without beginning')),
    to: nullable(moment('The last moment of the range; null is without end')),
    betEvents: Type.Array(StoredBetEvent, { description: 'By arrival, newest first' }),
    totals: ReconciliationTotals,
    nextCursor,
    correlationId,
  },
  { title: 'Reconciliation' },
)
