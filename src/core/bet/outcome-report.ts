import { type Cents, payoutHalfUp } from '../money.ts'
import type { Outcome, PlacementReport } from './bet.ts'

const statusOf = { won: 'settled-won', lost: 'settled-lost', voided: 'voided' } as const
/** What a settlement or a void says that the bet has come to. */
export const outcomeOf = { 'settled-won': 'won', 'settled-lost': 'lost', voided: 'voided' } as const

/** What a bet has come to, by somebody who need not name an amount. */
export interface BetOutcome<Came extends Outcome> {
  readonly outcome: Came
  /** The whole return of a bet that was won, in minor units; null is stake x odds. */
  readonly settlementAmount: Cents | null
}

/** What a report says of an outcome. What is not sent is not compared: the outcome is that of this very placement. */
export const outcomeReport = <Came extends Outcome>(
  { stake, odds }: PlacementReport,
  { outcome, settlementAmount }: BetOutcome<Came>,
) => ({
  status: statusOf[outcome],
  stake: null,
  odds: null,
  settlementAmount: outcome === 'won' ? (settlementAmount ?? payoutHalfUp(stake, odds)) : null,
  isCashOut: false,
})
