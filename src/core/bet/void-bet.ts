import type { Answer } from '../answers.ts'
import type { VoidBet } from '../commands.ts'
import type { BetVoided } from '../events.ts'
import type { Instant } from '../instant.ts'
import { liftCooldownWithoutReason } from '../loss/lift-cooldown.ts'
import { add, type Cents, subtract, ZERO } from '../money.ts'
import { currentBalance, type Program, virtualBalance } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { BetReport } from './bet.ts'
import {
  type AcceptedBet,
  flagBet,
  isAnothersBet,
  isMismatch,
  isProgramClosed,
  openFlag,
  wasAccepted,
} from './doubt.ts'
import { tellBet } from './tell-bet.ts'

type Report = VoidBet['report']

/** Takes back whatever the bet has come to, or says with the first verdict that applies why it does not. Rules 4.10, 4.14 */
export function voidBet(telling: Telling, report: Report, eventAt: Instant): Answer {
  const { player } = telling
  const { bet, program } = player
  if (!wasAccepted(bet)) return voidUnaccepted(telling, report, eventAt)
  if (isAnothersBet(player, bet)) return flagBet(telling, report, eventAt, 'settlement_mismatch')
  if (program === null || isProgramClosed(player, bet)) return voidAfterTheEnd(telling, bet, report, eventAt)
  if (isMismatch(report, bet.placement)) return flagBet(telling, report, eventAt, 'settlement_mismatch')
  return undo(telling, program, bet, report, eventAt)
}

/** Answered, without effect and without a key: for whatever comes later it never was there. Rules 4.11 */
const voidUnaccepted = (telling: Telling, report: Report, eventAt: Instant): Answer =>
  tellBet(telling, { type: 'UnacceptedBetVoided', report, eventAt, programId: null, phase: null, balanceAfter: null })

/** A settlement that counted stands, and a person shall look at it; a bet left open is simply void. Rules 4.7, 4.10 */
function voidAfterTheEnd(telling: Telling, bet: AcceptedBet, report: Report, eventAt: Instant): Answer {
  if (bet.standing === 'open') {
    const { programId, phase, stake } = bet.placement
    const nothing = { undone: 'nothing', stake, returned: ZERO, loss: ZERO, lossAt: null } as const
    return tellBet(telling, { type: 'BetVoided', report, eventAt, programId, phase, balanceAfter: null, ...nothing })
  }
  const answer = flagBet(telling, report, eventAt, 'program_closed')
  openFlag(telling, report, 'program_closed', 'reverses a settlement that counted for a program which has ended')
  return answer
}

function undo(telling: Telling, program: Program, bet: AcceptedBet, report: Report, eventAt: Instant): Answer {
  const { programId, phase, stake } = bet.placement
  const undone = undoneOf(bet)
  const returned = bet.settlement?.returned ?? ZERO
  const balanceAfter = undone === 'open' ? currentBalance(program) : undoneBalance(program, stake, returned)
  const loss = bet.settlement?.loss ?? ZERO
  const lossAt = loss > 0 ? (bet.settlement?.at ?? null) : null
  const reversal = { undone, stake, returned, loss, lossAt }
  const answer = tellBet(telling, { type: 'BetVoided', report, eventAt, programId, phase, balanceAfter, ...reversal })
  afterVoid(telling, report, undone)
  return answer
}

const undoneOf = ({ standing }: AcceptedBet): BetVoided['undone'] =>
  standing === 'won' || standing === 'lost' ? standing : 'open'

const undoneBalance = (program: Program, stake: Cents, returned: Cents): Cents =>
  add(subtract(currentBalance(program), returned), stake)

/** What a void sets off: a cooldown loses its reason, a win taken back that was staked since is shown to a person. Rules 2.8, 6.5 */
function afterVoid(telling: Telling, report: Report, undone: BetVoided['undone']): void {
  liftCooldownWithoutReason(telling, 'void')
  flagWhatIsMissing(telling, report, undone === 'won')
}

/** Something was taken back that the player had staked or drawn since: a person shall see it. Rules 2.8, 10.8 */
export function flagWhatIsMissing(telling: Telling, report: BetReport, mayBeNegative = true): void {
  const { program } = telling.player
  if (mayBeNegative && program !== null && program.balances.available < 0) {
    openFlag(telling, report, 'negative_balance', 'leaves less than nothing available')
  }
  if (program?.kind === 'funded' && program.payoutCount > 0 && virtualBalance(program) < program.startingBalance) {
    openFlag(telling, report, 'void_after_payout', 'leaves less than the funded amount after a payout')
  }
}
