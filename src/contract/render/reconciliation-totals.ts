import { correctedBy } from '../../core/bet/corrected-by.ts'
import { verdictOf } from '../../core/bet/verdict.ts'
import type { BetEvent } from '../../core/events.ts'
import { type Cents, subtract, total, ZERO } from '../../core/money.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/bet-event.ts'
import { profitOf } from './bet-event.ts'

/** The sums of a page of bet events. */
export function renderTotals(events: readonly BetEvent[]): wire.ReconciliationTotals {
  const countOf = (result: string) => events.filter((event) => verdictOf(event).result === result).length
  return {
    betEvents: events.length,
    accepted: countOf('accepted'),
    rejected: countOf('rejected'),
    flagged: countOf('flagged'),
    staked: amountOf(total(events.flatMap((event) => (event.type === 'BetAccepted' ? [event.report.stake] : [])))),
    returned: amountOf(total(events.flatMap(returnedBy))),
    profit: amountOf(total(events.flatMap(profitBy))),
  }
}

/** A correction counts by what it changes: the settlement that it puts right is counted on its own. */
function returnedBy(event: BetEvent): readonly Cents[] {
  if (event.type === 'BetCorrected') return [subtract(event.returned, event.returnedBefore)]
  return event.type === 'BetSettled' ? [event.returned] : []
}

const profitBy = (event: BetEvent): readonly Cents[] =>
  event.type === 'BetCorrected' ? [correctedBy(event)] : [profitOf(event) ?? ZERO]
