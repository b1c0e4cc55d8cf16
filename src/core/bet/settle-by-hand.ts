import type { SettleBet } from '../commands.ts'
import { type Cents, payoutHalfUp } from '../money.ts'
import type { PlacementReport } from './bet.ts'

/** What a person at the operator lays down about a bet. */
export interface Ruling {
  readonly outcome: 'won' | 'lost'
  /** The whole return, in minor units; null is stake x odds. */
  readonly settlementAmount: Cents | null
  readonly actor: string
}

/** The settlement that a ruling stands for: it is judged like one of the operator's feed. Rules 4.16 */
export const settleByHand = (placement: PlacementReport, ruling: Ruling): Omit<SettleBet, 'id'> => ({
  type: 'SettleBet',
  report: {
    ...placement,
    status: ruling.outcome === 'won' ? 'settled-won' : 'settled-lost',
    // What is not sent is not compared: the ruling is about this very placement.
    stake: null,
    odds: null,
    settlementAmount: returnOf(placement, ruling),
    isCashOut: false,
    eventAt: null,
    actor: ruling.actor,
  },
})

const returnOf = ({ stake, odds }: PlacementReport, { outcome, settlementAmount }: Ruling): Cents | null =>
  outcome === 'won' ? (settlementAmount ?? payoutHalfUp(stake, odds)) : null
