import type { BetAccepted, BetCorrected, BetEvent, BetSettled, BetVoided } from '../events.ts'
import { unreachable } from '../invariant.ts'
import { withLoss, withoutLoss } from '../loss/loss.ts'
import { move } from '../move.ts'
import type { Program } from '../program.ts'
import { correctedBy } from './corrected-by.ts'

/** Balances, counters and losses of a program after a bet event of its own. Rules 2.4 to 2.9, 5.3 */
export function evolveAccount(program: Program, event: BetEvent): Program {
  switch (event.type) {
    case 'BetAccepted':
      return accepted(program, event)
    case 'BetRejected':
      return event.counted ? { ...program, betsRejected: program.betsRejected + 1 } : program
    case 'BetSettled':
      return settled(program, event)
    case 'BetVoided':
      return voided(program, event)
    case 'BetCorrected':
      return corrected(program, event)
    case 'UnacceptedBetVoided':
    case 'BetFlagged':
    case 'SettlementRejected':
      return program
    default:
      return unreachable(event)
  }
}

function accepted(program: Program, { report, activeDay, at }: BetAccepted): Program {
  const moved = {
    ...move(program, { available: -report.stake, reserved: report.stake }),
    betsAccepted: program.betsAccepted + 1,
    betsOpen: program.betsOpen + 1,
  }
  if (moved.kind === 'funded') return { ...moved, lastActivityAt: at }
  if (moved.activeDays.includes(activeDay)) return moved
  return { ...moved, activeDays: [...moved.activeDays, activeDay] }
}

function settled(program: Program, { stake, returned, loss, eventAt, at }: BetSettled): Program {
  const losses = loss > 0 ? withLoss(program, { at: eventAt, amount: loss }, at) : program.losses
  return { ...move(program, { available: returned, reserved: -stake }), betsOpen: program.betsOpen - 1, losses }
}

function voided(program: Program, { undone, stake, returned, loss, lossAt, at }: BetVoided): Program {
  if (undone === 'nothing') return program
  if (undone === 'open') {
    return { ...move(program, { available: stake, reserved: -stake }), betsOpen: program.betsOpen - 1 }
  }
  const losses = lossAt === null ? program.losses : withoutLoss(program, { at: lossAt, amount: loss }, at)
  return { ...move(program, { available: stake - returned }), losses }
}

function corrected(program: Program, event: BetCorrected): Program {
  const { lossBefore, loss, settledAt: at, at: now } = event
  const before = lossBefore > 0 ? withoutLoss(program, { at, amount: lossBefore }, now) : program.losses
  const losses = loss > 0 ? withLoss({ ...program, losses: before }, { at, amount: loss }, now) : before
  return { ...move(program, { available: correctedBy(event) }), losses }
}
