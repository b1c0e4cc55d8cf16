import { type Answer, refuse } from '../answers.ts'
import type { CorrectBet, NewCommand } from '../commands.ts'
import type { BetCorrected } from '../events.ts'
import { afterSettlement } from '../loss/after-settlement.ts'
import { liftCooldownWithoutReason } from '../loss/lift-cooldown.ts'
import { lossOf } from '../loss/loss.ts'
import { add, ZERO } from '../money.ts'
import { currentBalance, type Program } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { CorrectionReport, Outcome, PlacementReport } from './bet.ts'
import { correctedBy } from './corrected-by.ts'
import { type AcceptedBet, flagBet, isMismatch, isProgramClosed, wasAccepted } from './doubt.ts'
import { type BetOutcome, outcomeOf, outcomeReport } from './outcome-report.ts'
import { tellBet } from './tell-bet.ts'
import { flagWhatIsMissing } from './void-bet.ts'

/** What a person at the operator knows better about a bet than its settlement. */
export interface Correction extends BetOutcome<Outcome> {
  readonly actor: string
  readonly note: string
}

/** The command that a correction of the bet of a placement stands for. Rules 4.17 */
export const correctionOf = (placement: PlacementReport, correction: Correction): NewCommand<CorrectBet> => ({
  type: 'CorrectBet',
  report: { ...placement, ...outcomeReport(placement, correction), eventAt: null, actor: correction.actor },
  note: correction.note,
})

type Settled = AcceptedBet & { readonly standing: BetCorrected['undone'] }

const isSettled = (bet: AcceptedBet): bet is Settled => bet.standing !== 'open' && bet.standing !== 'unaccepted'

/**
 * Puts another outcome in the place of the one that a bet has come to, while its program runs: what was moved is moved
 * back, and then all is as if the bet had been settled so. Rules 4.17
 */
export function correctBet(telling: Telling, { report, note }: CorrectBet): Answer {
  const { bet, program } = telling.player
  if (!wasAccepted(bet) || !isSettled(bet)) {
    return refuse('bet_not_settled')
  }
  if (program === null || isProgramClosed(telling.player, bet)) {
    return refuse('program_closed')
  }
  if (isMismatch(report, bet.placement)) return flagBet(telling, report, telling.now, 'settlement_mismatch')
  return correct(telling, program, bet, report, note)
}

type Change = Pick<
  BetCorrected,
  'undone' | 'outcome' | 'stake' | 'returnedBefore' | 'lossBefore' | 'returned' | 'loss' | 'settledAt'
>

function correct(telling: Telling, program: Program, bet: Settled, report: CorrectionReport, note: string): Answer {
  const { programId, phase, stake } = bet.placement
  const undone = bet.standing
  const outcome = outcomeOf[report.status]
  const returned = report.settlementAmount ?? ZERO
  const settledAt = bet.settlement?.at ?? bet.settledAt ?? telling.now
  const change: Change = {
    undone,
    outcome,
    stake,
    returnedBefore: bet.settlement?.returned ?? ZERO,
    lossBefore: bet.settlement?.loss ?? ZERO,
    returned,
    loss: outcome === 'voided' ? ZERO : lossOf(stake, returned),
    settledAt,
  }
  const balanceAfter = add(currentBalance(program), correctedBy(change))
  const under = { programId, phase, balanceAfter }
  const eventAt = telling.now
  const answer = tellBet(telling, { type: 'BetCorrected', report, eventAt, ...under, ...change, note })
  liftCooldownWithoutReason(telling, 'correction')
  if (correctedBy(change) < 0) flagWhatIsMissing(telling, report)
  afterSettlement(telling, change.loss > 0 ? settledAt : null)
  return answer
}
