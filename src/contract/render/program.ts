import { type Instant, utcDay } from '../../core/instant.ts'
import { dailyLoss } from '../../core/loss/loss.ts'
import type { Program } from '../../core/program.ts'
import type { Phase } from '../../core/terms.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import { programTypes } from '../schemas/program-type.ts'
import { renderLimitsNow } from './limits-now.ts'
import { orNull } from './or-null.ts'

/** The wire's name of a kind of program. */
export const programType = (phase: Phase) => programTypes[phase]

/** Rules 5.3 */
export const renderBetCounts = ({ betsAccepted, betsRejected }: Program) => ({
  totalBetsPlaced: betsAccepted + betsRejected,
  totalBetsAccepted: betsAccepted,
  totalBetsRejected: betsRejected,
})

/** What is staked and lost as of `now`, and what may be staked beside it. */
export const renderStakes = (program: Program, now: Instant) => ({
  reserved: amountOf(program.balances.reserved),
  available: amountOf(program.balances.available),
  openBets: program.betsOpen,
  dailyLoss: amountOf(dailyLoss(program, utcDay(now))),
  cooldownUntil: orNull(program.cooldown, ({ until }) => textOf(until)),
  limitsNow: renderLimitsNow(program, now),
  ...renderBetCounts(program),
})
