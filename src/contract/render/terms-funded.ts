import { INACTIVITY_DAYS } from '../../core/funded/deadlines.ts'
import type { Terms } from '../../core/terms.ts'
import { always, counted, type Drafts, money, rule, VIRTUAL_BALANCE } from './terms-draft.ts'
import { renderTier } from './tier.ts'

type ShownTier = ReturnType<typeof renderTier>

/** Rules 2.12, 8.1, 10.4 to 10.7, 10.10 to 10.16 */
export function fundedRules({ tier: domain, currency }: Terms): Drafts {
  const tier = renderTier(domain)
  return [
    ...accountRules(tier, currency),
    ...amountsOfPayouts(tier, currency),
    ...turnsOfPayouts(tier),
    always(
      'program_closed',
      'When the account ends, open bets no longer count, and profit that was not paid is forfeited, even if it was requested.',
    ),
  ]
}

function accountRules(tier: ShownTier, currency: string): Drafts {
  return [
    rule(
      'funded_amount',
      tier.fundedAccountBalance,
      'currency',
      '=',
      (value) =>
        `The account starts with ${money(value, currency)}, whatever the balance of the challenge was. Only profit above that is paid.`,
    ),
    rule(
      'profit_split',
      tier.profitSplitPercent,
      'percent',
      '=',
      (value) => `You get ${value} % of the profit, rounded down to the cent.`,
    ),
    always(
      'stake_returned',
      'Your own stake comes back with the first payout. If the account ends before that, it is forfeited.',
    ),
    rule('stake_refundable', tier.fundedStakeRefundable, 'none', null, (can) =>
      can
        ? 'Instead you can take your own stake back here. The account ends then, and its profit is forfeited.'
        : 'Your own stake cannot be taken back here in any other way.',
    ),
  ]
}

/** Rules 10.11 */
const CLOSES = 'With that the account closes.'

function amountsOfPayouts(tier: ShownTier, currency: string): Drafts {
  return [
    rule(
      'below_min_payout',
      tier.fundedMinPayout,
      'currency',
      '>=',
      (value) => `Your share of a payout is at least ${money(value, currency)}.`,
    ),
    rule(
      'per_payout_cap',
      tier.fundedPerPayoutCap,
      'currency',
      '<=',
      (value) => `Your share of one payout is at most ${money(value, currency)}.`,
    ),
    rule(
      'payout_cap_reached',
      tier.fundedTotalPayoutCap,
      'currency',
      '<=',
      (value) => `Your shares of all payouts are at most ${money(value, currency)}. ${CLOSES}`,
    ),
    rule(
      'payout_cap_percent',
      tier.fundedPayoutCapPercent,
      'percent',
      '<=',
      (value) => `Your shares of all payouts are at most ${value} % of the funded amount. ${CLOSES}`,
    ),
  ]
}

/** How many there are, and when. */
function turnsOfPayouts(tier: ShownTier): Drafts {
  return [
    rule(
      'max_payouts_reached',
      tier.fundedMaxPayouts,
      'count',
      '<=',
      (value) =>
        `There can be at most ${counted(value, 'payout')}. The last one takes the whole profit, waits for open bets and closes the account.`,
    ),
    rule(
      'payout_interval',
      tier.fundedPayoutIntervalDays,
      'days',
      '>=',
      (value) => `Two payouts are at least ${counted(value, 'day')} apart.`,
    ),
    rule(
      'first_payout_deadline',
      tier.fundedFirstPayoutDays,
      'days',
      '<=',
      (value) => `Request the first payout within ${counted(value, 'day')}, or the account ends.`,
    ),
    rule(
      'inactivity',
      INACTIVITY_DAYS,
      'days',
      '<',
      (value) => `The account ends after ${counted(value, 'day')} without an accepted bet or a payout.`,
    ),
    rule(
      'mandatory_payout',
      tier.fundedMandatoryPayoutPercent,
      'percent',
      '>=',
      (value) =>
        `Once the ${VIRTUAL_BALANCE} reaches ${value} % of the funded amount, a payout of the profit is requested automatically, within the caps.`,
    ),
    always(
      'payout_pending',
      'A payout may wait for the operator, who can reject it. Until it is decided no bets are accepted.',
    ),
  ]
}
