import type { CheckUnit, Comparison } from '../../bet/rules/rule.ts'
import type { Instant } from '../../instant.ts'
import type { FundedAccount } from '../../program.ts'
import type { PayoutRefusal } from '../payout.ts'
import type { Withdrawable } from '../withdrawable.ts'

/** What a condition looks at. */
export interface PayoutCase {
  readonly account: FundedAccount
  /** What would be paid. */
  readonly asked: Withdrawable
  /** The most that could be. */
  readonly whole: Withdrawable
  readonly now: Instant
}

/** One condition held against one case: the numbers that explain the outcome. A limit of null is off. */
export interface PayoutCheck {
  readonly code: PayoutRefusal
  readonly unit: Exclude<CheckUnit, 'odds'>
  readonly actual: number
  readonly limit: number | null
  readonly comparison: Comparison
  readonly holds: boolean
}

/** A condition of every payout. */
export type PayoutCondition = (payout: PayoutCase) => PayoutCheck

const compared =
  (comparison: Comparison, isRight: (actual: number, limit: number) => boolean) =>
  (code: PayoutRefusal, unit: PayoutCheck['unit'], actual: number, limit: number | null): PayoutCheck => ({
    code,
    unit,
    actual,
    limit,
    comparison,
    holds: limit === null || isRight(actual, limit),
  })
export const atMost = compared('<=', (actual, limit) => actual <= limit)
export const atLeast = compared('>=', (actual, limit) => actual >= limit)
export const below = compared('<', (actual, limit) => actual < limit)
