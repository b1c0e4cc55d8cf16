import { verdictOf } from '../../core/bet/verdict.ts'
import type { BetEvent } from '../../core/events.ts'
import { total } from '../../core/money.ts'
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
    returned: amountOf(total(events.flatMap((event) => (event.type === 'BetSettled' ? [event.returned] : [])))),
    profit: amountOf(total(events.flatMap((event) => profitOf(event) ?? []))),
  }
}
