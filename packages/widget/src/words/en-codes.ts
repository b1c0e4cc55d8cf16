/** Rules without an amount, a percentage or odds: their sentences come from the service, which speaks English. */
type SaidByService =
  | 'duration'
  | 'min_bets_required'
  | 'min_active_days'
  | 'choice'
  | 'challenge_awaiting_choice'
  | 'stake_forfeited'
  | 'program_closed'
  | 'program_closed_funded'
  | 'max_selections_exceeded'
  | 'cashout_not_allowed_during_challenge'
  | 'rejected_bets'
  | 'correction'
  | 'self_exclusion'
  | 'stake_returned'
  | 'stake_refundable'
  | 'max_payouts_reached'
  | 'payout_interval'
  | 'first_payout_deadline'
  | 'inactivity'
  | 'payout_pending'

/** What every other language has beyond English. */
export interface MoreCodes {
  readonly rule: { readonly [Rule in SaidByService]: string }
  readonly ruleNoRefund: string
}

/** English words for the codes of the contract. */
export const codesEn = {
  status: {
    active: 'Running',
    passed_pending_choice: 'Passed',
    completed: 'Passed and continued',
    refunded: 'Stake taken back',
    failed: 'Failed',
    cancelled: 'Given up',
    revoked: 'Ended',
    closed: 'Closed',
  },
  ended: {
    max_drawdown_exceeded: 'Your losses reached the limit.',
    insufficient_active_days: 'Time ran out, and you had bet on too few days.',
    expired: 'Time ran out before the target was reached.',
    inactivity: 'There was no bet and no payout for 14 days.',
    first_payout_deadline: 'No payout was asked for in time.',
    max_payouts_reached: 'All payouts of this account were made.',
    payout_cap_reached: 'This account has paid out all it may.',
    stake_refunded: 'The own stake was taken back.',
  },
  rejection: {
    min_stake_not_met: 'The stake is below the minimum.',
    max_stake_exceeded: 'The stake is above the maximum.',
    odds_limit_exceeded: 'The odds are too high.',
    min_odds_not_met: 'The odds are too low.',
    max_payout_exceeded: 'The bet could return more than is allowed.',
    max_selections_exceeded: 'The bet has too many selections.',
    max_win_exceeded: 'The bet could win more than is allowed.',
    lucky_bet_profit_limit: 'A single bet may not win that much of the target.',
    max_drawdown_exceeded: 'Your losses reached the limit.',
    daily_drawdown_exceeded: 'Your losses today reached the daily limit.',
    cooldown_active: 'Betting is paused: your losses reached the daily limit.',
    payout_pending: 'A payout is being checked. You cannot bet until it is decided.',
    cashout_not_allowed_during_challenge: 'Bets cannot be cashed out in a challenge.',
    challenge_awaiting_choice: 'You have passed a challenge: choose first how to go on.',
  },
  blocker: {
    payout_pending: 'Your last payout is still being checked.',
    first_payout_deadline: 'The time for the first payout is over.',
    max_payouts_reached: 'All {need} payouts of this account were made.',
    payout_cap_reached: 'This account has paid out all it may.',
    payout_interval: 'The next payout is possible from {date}.',
    no_profit: 'There is no profit yet: the balance without open bets has to be above {funded}.',
    open_bets: 'The last payout waits until your open bets ({have}) are settled.',
    invalid_amount: 'Your share of the profit is less than 0.01 so far.',
    insufficient_withdrawable_balance: 'The profit does not cover this amount.',
    below_min_payout: 'Your share has to be at least {need}; it is {have} now.',
  },
  rule: {
    own_stake: 'You pay {value}.',
    bonus: 'A bonus of {value} is added. It cannot be withdrawn.',
    target_balance: 'You pass when your balance reaches {value}.',
    min_stake_not_met: 'A stake is at least {value}.',
    max_stake_exceeded: 'A stake is at most {value} of the balance.',
    max_stake_exceeded_funded:
      'A stake is at most {value} of the starting balance or, if that is lower, of the balance without open bets.',
    odds_limit_exceeded: 'Odds are at most {value}.',
    min_odds_not_met: 'Odds are at least {value}.',
    max_payout_exceeded: 'A bet returns at most {value} times the starting balance.',
    max_win_exceeded: 'A bet wins at most {value}.',
    max_drawdown_exceeded: 'The challenge ends when the balance falls {value} below the starting balance.',
    max_drawdown_exceeded_funded: 'The account ends when the balance falls {value} below the starting balance.',
    daily_drawdown_exceeded:
      'Losing {value} of the starting balance in a day (UTC), whatever you win, starts a pause from betting.',
    lucky_bet_profit_limit: 'A bet wins at most {value} of the target.',
    funded_amount:
      'The account starts with {value}, whatever the balance of the challenge was. Only profit above that is paid.',
    profit_split: 'You get {value} of the profit, rounded down to the cent.',
    below_min_payout: 'Your share of a payout is at least {value}.',
    per_payout_cap: 'Your share of one payout is at most {value}.',
    payout_cap_reached: 'Your shares of all payouts are at most {value}. With that the account closes.',
    payout_cap_percent:
      'Your shares of all payouts are at most {value} of the funded amount. With that the account closes.',
    mandatory_payout:
      'Once the balance without open bets reaches {value} of the funded amount, a payout of the profit is requested for you, within the caps.',
  },
  ruleCooldownDay: 'The pause lasts until the next day (UTC).',
  ruleCooldownHours: 'The pause lasts {value}.',
  event: {
    'challenge.activated': 'Your challenge has begun.',
    'challenge.passed': 'You passed the challenge!',
    'challenge.completed': 'Your challenge is complete.',
    'challenge.failed': 'Your challenge has ended.',
    'challenge.cancelled': 'Your challenge was given up.',
    'challenge.expiring_soon': 'Your challenge ends in 24 hours.',
    'challenge.stake_refunded': 'You get your stake back.',
    'funded_account.activated': 'Your funded account is open.',
    'funded_account.payout': 'Your payout is on its way.',
    'funded_account.revoked': 'Your funded account has ended.',
    'funded_account.stake_refunded': 'You get your stake back. The account has ended.',
    'cooldown.triggered': 'Your losses today reached the daily limit. A pause has begun.',
    'cooldown.lifted': 'The pause is over. You can bet again.',
  },
  error: {
    insufficient_withdrawable_balance: 'That is more than you can withdraw.',
    invalid_amount: 'The amount is too small.',
    below_min_payout: 'Your share is below the smallest payout.',
    payout_interval: 'It is too early for the next payout.',
    max_payouts_reached: 'All payouts of this account were made.',
    payout_cap_reached: 'This account has paid out all it may.',
    first_payout_deadline: 'The time for the first payout is over.',
    no_profit: 'There is no profit to withdraw.',
    payout_pending: 'Your last payout is still being checked.',
    unauthorized: 'Your session has ended. Log in again to go on.',
    purchase_declined: 'The purchase was declined. Nothing was bought.',
    withdrawal_declined: 'The payment was declined. Nothing has changed.',
    cancel_declined: 'Giving up was declined. Your challenge goes on.',
    forbidden: 'You may not do this.',
    approval_required: 'This is not possible here yet. Please contact support.',
    not_found: 'This is not there any more.',
    no_pending_choice: 'There is no choice to make any more.',
    active_challenge_exists: 'You already have a challenge.',
    challenge_awaiting_choice: 'You have passed a challenge: choose first how to go on.',
    active_funded_account_exists: 'You have a funded account. A new challenge is possible when it ends.',
    tier_not_found: 'This challenge is not there any more.',
    tier_disabled: 'This challenge is not on sale any more.',
    user_self_excluded: 'You have excluded yourself from playing.',
    monthly_challenge_limit_reached: 'No more challenges can be bought this month.',
    idempotency_in_progress: 'This is still being worked on. Look again in a moment.',
    action_in_progress: 'Another of your actions is still running. Try again in a moment.',
    open_bets: 'This waits until your open bets are settled.',
    payout_amount_changed: 'The amount has changed. Look at it and confirm again.',
    stake_not_refundable: 'Your own stake cannot be taken back.',
    rate_limited: 'That was a bit fast. Try again in a moment.',
    purchase_cooldown: 'You can buy again on the next day (UTC).',
    internal_error: 'Something went wrong on our side. Please try again.',
    maintenance_mode: 'We are working on the service. You can look, but not act, for now.',
    service_unavailable: 'The service cannot take this right now. Please try again.',
    network_error: 'No connection. Nobody knows yet whether it worked: try again, nothing happens twice.',
    timeout: 'No answer came in time. Try again, nothing happens twice.',
    invalid_response: 'The answer could not be read. Please try again.',
    unknown: 'This did not work. Please try again.',
  },
}
