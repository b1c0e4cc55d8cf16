import type { NewCommand, SettleBet } from '../commands.ts'
import type { PlacementReport, SettledOutcome } from './bet.ts'
import { type BetOutcome, outcomeReport } from './outcome-report.ts'

/** What a person at the operator lays down about a bet. */
export interface Ruling extends BetOutcome<SettledOutcome> {
  readonly actor: string
}

/** The settlement that a ruling stands for: it is judged like one of the operator's feed. Rules 4.16 */
export const settleByHand = (placement: PlacementReport, ruling: Ruling): NewCommand<SettleBet> => ({
  type: 'SettleBet',
  report: { ...placement, ...outcomeReport(placement, ruling), eventAt: null, actor: ruling.actor },
})
