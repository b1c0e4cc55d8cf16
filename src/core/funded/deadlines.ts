import { daysAfter, type Instant } from '../instant.ts'
import type { FundedAccount } from '../program.ts'

/** Days without a bet or a payout that end an account. Rules 10.14 */
export const INACTIVITY_DAYS = 14

/** When the first payout must have been asked for; null once it was, or where the tier sets no such day. Rules 10.13 */
export const firstPayoutDeadline = ({ startedAt, firstPayoutAsked, terms }: FundedAccount): Instant | null => {
  const days = terms.tier.fundedFirstPayoutDays
  return days === null || firstPayoutAsked ? null : daysAfter(startedAt, days)
}

/** When an account without activity ends. The clock stands while a payout waits, for the player cannot bet. Rules 10.14 */
export const inactivityDeadline = ({ lastActivityAt, pendingPayout }: FundedAccount): Instant | null =>
  pendingPayout === null ? daysAfter(lastActivityAt, INACTIVITY_DAYS) : null

/** From when on the next payout may be asked for; null where no gap is set or none was made yet. Rules 10.4.5 */
export const nextPayoutAt = ({ lastPayoutAt, terms }: FundedAccount): Instant | null => {
  const days = terms.tier.fundedPayoutIntervalDays
  return days === null || lastPayoutAt === null ? null : daysAfter(lastPayoutAt, days)
}
