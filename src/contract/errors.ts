import type { RefusalCode } from '../core/answers.ts'

/** What a client does with an answer of this kind: give up, come back later, or come back with the very same key. */
export type Retry = 'no' | 'later' | 'same_key'

/** The HTTP statuses of errors. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503

export interface ErrorKind {
  readonly status: ErrorStatus
  readonly retry: Retry
  /** The sentence for a person, unless the place where the error arose has a better one. */
  readonly message: string
}

const kind = (status: ErrorStatus, message: string, retry: Retry = 'no'): ErrorKind => ({ status, retry, message })

/** Every error that the service answers with. A code that is not in this table does not compile. */
export const errors = {
  validation_error: kind(400, 'The request is not valid'),
  missing_idempotency_key: kind(400, 'This request needs the header X-Idempotency-Key'),
  confirmation_required: kind(400, 'This cannot be undone: send confirm: true'),
  insufficient_withdrawable_balance: kind(400, 'grossAmount is above what can be withdrawn now'),
  invalid_amount: kind(400, "The amount, or the user's share of it, rounds to 0"),
  below_min_payout: kind(400, "The user's share is below the minimum payout"),
  payout_interval: kind(400, 'The time between two payouts is not over'),
  max_payouts_reached: kind(400, 'The account has used every payout that it allows'),
  payout_cap_reached: kind(400, 'The account has paid out all that it allows'),
  first_payout_deadline: kind(400, 'The time for the first payout is over'),
  no_profit: kind(400, 'The account has no profit to pay out'),
  payout_pending: kind(400, 'Another payout awaits the decision of the operator'),
  unauthorized: kind(401, 'The key is missing or not valid'),
  purchase_declined: kind(402, 'The operator declined the purchase'),
  withdrawal_declined: kind(402, 'The operator declined the withdrawal'),
  cancel_declined: kind(402, 'The operator declined the cancellation'),
  forbidden: kind(403, 'This key has no access to this resource'),
  approval_required: kind(403, 'In production a player can do this only where the operator has set an approval URL'),
  token_chain_expired: kind(403, 'This token has been renewed for 24 hours; only the server key can mint a new one'),
  not_found: kind(404, 'There is no such resource'),
  no_pending_choice: kind(404, 'No passed challenge of the user awaits a choice'),
  active_challenge_exists: kind(409, 'The user has an active challenge'),
  challenge_awaiting_choice: kind(409, 'A passed challenge of the user awaits the choice to continue or to refund'),
  active_funded_account_exists: kind(409, 'The user has an active funded account'),
  tier_not_found: kind(409, 'There is no challenge tier with this id'),
  tier_disabled: kind(409, 'This challenge tier is not on sale'),
  user_self_excluded: kind(409, 'The user is self-excluded'),
  monthly_challenge_limit_reached: kind(409, 'The plan allows no further challenge this month'),
  idempotency_conflict: kind(409, 'The idempotency key was used with a different body'),
  idempotency_in_progress: kind(409, 'The first request with this idempotency key is still running', 'same_key'),
  action_in_progress: kind(409, 'Another money action of the user is still running', 'later'),
  open_bets: kind(409, 'This waits for every open bet to settle'),
  payout_amount_changed: kind(409, 'The amount of the payout changed: look at it and confirm again'),
  stake_not_refundable: kind(409, 'The own stake of this account cannot be refunded, or was returned before'),
  bet_not_settled: kind(409, 'Only a settled or voided bet can be corrected'),
  program_closed: kind(409, 'The program that accepted the bet has ended'),
  tenant_not_staging: kind(409, 'Only a staging tenant can be promoted'),
  email_taken: kind(409, 'This e-mail address is already in use'),
  last_admin: kind(409, "This is the tenant's only operator_admin: make someone else one first"),
  payload_too_large: kind(413, 'The body is larger than 1 MiB'),
  mapping_error: kind(422, 'The adapter mapping does not find the required fields'),
  rate_limited: kind(429, 'Too many requests', 'later'),
  purchase_cooldown: kind(
    429,
    'After a failed or cancelled challenge a new one can be bought on the next UTC day',
    'later',
  ),
  internal_error: kind(500, 'Something went wrong on our side', 'later'),
  maintenance_mode: kind(503, 'The service is being maintained: reads work, writes do not', 'later'),
  service_unavailable: kind(503, 'The service cannot take this request now', 'same_key'),
} satisfies Record<RefusalCode, ErrorKind> & Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors
export const errorCodes = Object.keys(errors) as readonly ErrorCode[]
