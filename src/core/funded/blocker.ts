import { type Instant, instant } from '../instant.ts'
import type { PayoutCheck } from './conditions/condition.ts'
import type { PayoutRefusal } from './payout.ts'
import type { Withdrawable } from './withdrawable.ts'

/** What stands in the way of a payout, with what would lift it: when, or how much is needed and how much is there. */
export interface Blocker {
  readonly code: PayoutRefusal
  /** When time alone lifts it. */
  readonly unblocksAt: Instant | null
  /** In minor units, or a number of bets or payouts. */
  readonly need: number | null
  readonly have: number | null
  readonly unit: 'cents' | 'count' | null
}

/** What a condition that does not hold tells a player who waits. */
export function blockerOf({ code, unit, actual, limit }: PayoutCheck, { capRemaining }: Withdrawable): Blocker {
  const plain = { code, unblocksAt: null, need: null, have: null, unit: null }
  switch (code) {
    case 'payout_pending':
    case 'first_payout_deadline':
      return plain
    case 'payout_cap_reached':
      return { ...plain, need: 1, have: capRemaining, unit: 'cents' }
    default:
      if (unit === 'instant') return { ...plain, unblocksAt: limit === null ? null : instant(limit) }
      return { ...plain, need: limit, have: actual, unit }
  }
}
