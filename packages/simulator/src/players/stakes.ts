import { type Cents, ODDS_ONE, type Odds, productOf } from '../amount.ts'
import { pendingOf } from '../payout-books.ts'
import { isAccount, type Program } from '../program.ts'
import type { Leg, Slip, Table } from './table.ts'

/** How much a player wants to stake on a price, in cents. */
export type Staker = (table: Table, odds: Odds) => Cents

const share = (amount: Cents, part: number): Cents => Math.round(amount * part)

/** Always the same amount: a part of the starting balance. */
export const flat =
  (part: number): Staker =>
  ({ program }) =>
    share(program.startingBalance, part)

/** A fixed part of what the balance is now. */
export const percent =
  (part: number): Staker =>
  ({ program }) =>
    share(program.balance, part)

/** Doubles after every loss, and begins again after a win. */
export const martingale =
  (part: number): Staker =>
  ({ program, losingStreak }) =>
    share(program.startingBalance, part) * 2 ** Math.min(losingStreak, 6)

/** Half of what Kelly's formula says for a player who thinks to know the chances better than the bookmaker does. */
export const kelly: Staker = ({ program, random }, odds) => {
  const believed = (ODDS_ONE / odds) * (1 + 0.18 * random.normal())
  const edge = believed * (odds / ODDS_ONE) - 1
  return share(program.balance, Math.max(0, edge / (odds / ODDS_ONE - 1)) / 2)
}

/** All that the limits allow. */
export const maximum: Staker = ({ program }, odds) => stakeMax(program, odds)

/** The least that the service takes. */
export const minimum: Staker = ({ program }) => program.limits.minStake

/** The largest stake at these odds within every limit of the program, down to the cent; 0 when there is none. */
export function stakeMax(program: Program, odds: Odds): Cents {
  const { limits, startingBalance, balance, reserved, target } = program
  const held = isAccount(program) ? (pendingOf(program)?.gross ?? 0) : 0
  if (odds < limits.minOdds || odds > limits.maxOdds) return 0
  const base = program.kind === 'challenge' ? balance : Math.min(startingBalance, balance - reserved)
  const lucky =
    limits.luckyPercent === null || target === undefined ? Infinity : (target * limits.luckyPercent) / 10_000
  const profitMax = Math.min(limits.maxWin, lucky)
  const most = Math.min(
    (base * limits.maxStakePercent) / 10_000,
    balance - reserved - held,
    ((startingBalance * limits.maxPayoutMultiplier) / 100) * (ODDS_ONE / odds),
    profitMax * (ODDS_ONE / (odds - ODDS_ONE)),
  )
  // A cent less wherever the exact bound is no whole number of cents: rounding may otherwise step over it.
  const whole = Number.isInteger(most) ? most : Math.floor(most) - 1
  return whole < limits.minStake ? 0 : whole
}

/**
 * A slip for these legs. A disciplined player cuts the wish down to what is allowed and lets a bet be when nothing is;
 * an undisciplined one sends the wish as it is and takes the refusal.
 */
export function slip(table: Table, legs: readonly Leg[], staker: Staker, isDisciplined = true): Slip[] {
  if (legs.length === 0) return []
  const odds = productOf(legs.map(({ odds }) => odds))
  const wish = staker(table, odds)
  if (wish <= 0) return []
  if (!isDisciplined) return [{ legs, stake: wish }]
  const allowed = stakeMax(table.program, odds)
  const isTooLong = legs.length > table.program.limits.maxSelections
  return allowed === 0 || isTooLong
    ? []
    : [{ legs, stake: Math.min(Math.max(wish, table.program.limits.minStake), allowed) }]
}
