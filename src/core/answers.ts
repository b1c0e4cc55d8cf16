import type { BetVerdict } from './bet/bet.ts'
import type { Payout, PayoutRefusal } from './funded/payout.ts'
import type { ProgramId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Cents } from './money.ts'
import type { Challenge } from './program.ts'

/** The refusals that the rules know. They store nothing, save that a placement without a program is recorded. */
export type RefusalCode =
  | 'validation_error'
  | 'not_found'
  | 'tier_not_found'
  | 'tier_disabled'
  | 'user_self_excluded'
  | 'active_challenge_exists'
  | 'challenge_awaiting_choice'
  | 'active_funded_account_exists'
  | 'purchase_cooldown'
  | 'monthly_challenge_limit_reached'
  | 'no_pending_choice'
  | 'payout_amount_changed'
  | 'purchase_declined'
  | 'withdrawal_declined'
  | 'cancel_declined'
  | 'action_in_progress'
  | 'stake_not_refundable'
  | 'bet_not_settled'
  | 'program_closed'
  | PayoutRefusal

/** A refusal is an answer, not an exception. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: RefusalCode
  /** The sentence that the asker reads, where there is a better one than that of the code. */
  readonly message?: string
  /** With validation_error: the field that is wrong; the message is then to be read after its name. */
  readonly field?: string
  /** With a refused payout: every reason that applies. */
  readonly reasons?: readonly PayoutRefusal[]
  /** With purchase_cooldown. */
  readonly cooldownUntil?: Instant
  /** With a time that lies too far away: the time of the tenant, which is not everybody's where a test clock was moved. */
  readonly now?: Instant
}

/** What the asker is told. */
export type Answer =
  | Refusal
  | { readonly kind: 'bet'; readonly verdict: BetVerdict; readonly duplicate: boolean }
  | { readonly kind: 'purchased'; readonly challenge: Challenge }
  | { readonly kind: 'continued'; readonly fundedAccountId: ProgramId }
  | { readonly kind: 'refunded'; readonly ownStake: Cents; readonly bonusAmount: Cents }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'payout'; readonly payout: Payout }
  | {
      readonly kind: 'funded_refunded'
      readonly ownStake: Cents
      readonly bonusAmount: Cents
      readonly profitForfeited: Cents
    }
  | { readonly kind: 'done' }

export const refuse = (
  code: RefusalCode,
  more: Partial<Pick<Refusal, 'message' | 'field' | 'cooldownUntil' | 'now' | 'reasons'>> = {},
): Refusal => ({ kind: 'refused', code, ...more })
