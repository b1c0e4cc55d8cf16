import { add, type Cents, larger, subtract, userShareOf, ZERO } from './money.ts'
import type { Percent } from './percent.ts'
import type { RunningKind } from './program.ts'

/** A running program, as far as it says what the operator may have to pay. */
export interface Exposure {
  readonly kind: RunningKind
  /** `currentBalance` */
  readonly balance: Cents
  readonly startingBalance: Cents
  readonly targetBalance: Cents
  /** What is kept of the own stake. */
  readonly ownStake: Cents
  readonly profitSplitPercent: Percent
  /** What the open bets would bring on top of their stakes if all of them were won. */
  readonly openWin: Cents
}

/** What the operator would owe a player. */
export interface Liability {
  readonly profitShare: Cents
  readonly ownStake: Cents
}

const NOTHING: Liability = { profitShare: ZERO, ownStake: ZERO }

/**
 * What a player could get as things stand: of a funded account the share of its profit and the own stake, of a passed
 * challenge the own stake, of a running challenge nothing. Caps and gaps of the tier are not counted, so it is never less
 * than what will be paid.
 */
export const liabilityNow = (program: Exposure): Liability => owed(program, program.balance)

/** The same with every open bet won: a challenge that would reach its target counts as passed. */
export const liabilityAtWorst = (program: Exposure): Liability =>
  owed(program, add(program.balance, program.openWin), true)

function owed({ kind, ...program }: Exposure, balance: Cents, passesAtTarget = false): Liability {
  switch (kind) {
    case 'funded_account': {
      const profit = larger(ZERO, subtract(balance, program.startingBalance))
      return { profitShare: userShareOf(profit, program.profitSplitPercent), ownStake: program.ownStake }
    }
    case 'challenge_passed':
      return { profitShare: ZERO, ownStake: program.ownStake }
    case 'challenge':
      return passesAtTarget && balance >= program.targetBalance
        ? { profitShare: ZERO, ownStake: program.ownStake }
        : NOTHING
  }
}
