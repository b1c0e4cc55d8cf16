import type { Instant } from '../../instant.ts'
import type { FundedAccount } from '../../program.ts'
import type { Blocker, PayoutRefusal } from '../payout.ts'
import type { Withdrawable } from '../withdrawable.ts'

/** What a condition looks at. */
export interface PayoutCase {
  readonly account: FundedAccount
  readonly withdrawable: Withdrawable
  readonly now: Instant
}

/** A condition of every payout: what stands in the way, or nothing. */
export type PayoutCondition = (payout: PayoutCase) => Blocker | undefined

const plain = { unblocksAt: null, need: null, have: null, unit: null }

/** Stands in the way with nothing to wait for. */
export const blocked = (code: PayoutRefusal): Blocker => ({ ...plain, code })

/** Time alone lifts it. */
export const blockedUntil = (code: PayoutRefusal, unblocksAt: Instant): Blocker => ({ ...plain, code, unblocksAt })

/** So many minor units are needed, so many are there. */
export const tooLittle = (code: PayoutRefusal, need: number, have: number): Blocker => ({
  ...plain,
  code,
  need,
  have,
  unit: 'cents',
})

/** So many bets or payouts are allowed, so many there are. */
export const tooMany = (code: PayoutRefusal, need: number, have: number): Blocker => ({
  ...plain,
  code,
  need,
  have,
  unit: 'count',
})
