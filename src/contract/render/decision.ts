import { largestStake } from '../../core/bet/largest-stake.ts'
import { judgingProgram, slipOf } from '../../core/bet/place-bet.ts'
import { checksOf } from '../../core/bet/rules/index.ts'
import { type Check, type RejectionCode, rejectionCodes, type Slip } from '../../core/bet/rules/rule.ts'
import { type BetAccepted, type BetEvent, type BetRejected, isPlacement } from '../../core/events.ts'
import { type Instant, utcDay } from '../../core/instant.ts'
import { sessionLoss } from '../../core/loss/loss.ts'
import { payoutHalfUp, subtract } from '../../core/money.ts'
import { currentBalance, type Program, rulesetOf } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/decision.ts'
import { type RecordedBetEvent, renderBetEvent } from './bet-event.ts'
import { measured, unitOf } from './bet-result.ts'
import { orNull } from './or-null.ts'
import { programType } from './program.ts'

type Trace = wire.BetDecision['decision']

const notAsked: Trace = {
  programType: null,
  programId: null,
  ruleset: null,
  inputs: null,
  rules: [],
  maxAcceptedStake: null,
}

/** Why a bet event got its verdict; `before` is the program that it was decided on. Rules 3 */
export const renderBetDecision = (
  record: RecordedBetEvent,
  before: Program | null,
): Omit<wire.BetDecision, 'correlationId'> => ({
  betEvent: renderBetEvent(record),
  decision: isPlacement(record.event) ? traceOf(record.event, before) : recordedUnder(record.event),
})

const recordedUnder = ({ phase, programId }: BetEvent): Trace => ({
  ...notAsked,
  programType: orNull(phase, programType),
  programId,
})

function traceOf({ report, eventAt, at, ...event }: BetAccepted | BetRejected, before: Program | null): Trace {
  const program = judgingProgram(before, eventAt)
  if (program === null || program.id !== event.programId) return notAsked
  const slip = slipOf(program, report, eventAt)
  const { id, name, version } = rulesetOf(program)
  return {
    programType: programType(program.kind),
    programId: program.id,
    ruleset: { id, name, version },
    inputs: inputsOf(program, slip, at),
    rules: allChecks(checksOf(program, slip, at)),
    maxAcceptedStake: orNull(largestStake(program, slip, at), amountOf),
  }
}

function inputsOf(program: Program, slip: Slip, now: Instant): NonNullable<Trace['inputs']> {
  const potentialReturn = payoutHalfUp(slip.stake, slip.odds)
  return {
    stakeAmount: amountOf(slip.stake),
    odds: numberOfOdds(slip.odds),
    potentialReturn: amountOf(potentialReturn),
    potentialWin: amountOf(subtract(potentialReturn, slip.stake)),
    selectionsCount: slip.selectionsCount,
    isCashOut: slip.isCashOut,
    eventTimestamp: textOf(slip.eventAt),
    decidedAt: textOf(now),
    startingBalance: amountOf(program.startingBalance),
    currentBalance: amountOf(currentBalance(program)),
    available: amountOf(program.balances.available),
    reserved: amountOf(program.balances.reserved),
    held: amountOf(program.balances.held),
    sessionLoss: amountOf(sessionLoss(program, utcDay(now))),
    openBets: program.betsOpen,
  }
}

/** Rules that had nothing to say are listed, too: a reader shall not have to know which there are. */
const allChecks = (checks: readonly Check[]): wire.RuleCheck[] => {
  const found = new Map<RejectionCode, Check>(checks.map((check) => [check.code, check]))
  return rejectionCodes.map((code) => {
    const check = found.get(code)
    return check ? renderCheck(check) : { code, ...off }
  })
}

const off = { outcome: 'off', unit: null, actual: null, comparison: null, limit: null } as const

const renderCheck = ({ code, unit, actual, limit, comparison, holds }: Check): wire.RuleCheck => ({
  code,
  outcome: holds ? 'passed' : 'failed',
  unit: unitOf(unit),
  actual: measured(unit, actual),
  comparison,
  limit: measured(unit, limit),
})
