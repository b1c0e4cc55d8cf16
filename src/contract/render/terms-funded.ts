import { INACTIVITY_DAYS } from '../../core/funded/deadlines.ts'
import type { Terms } from '../../core/terms.ts'
import { always, counted, type Draft, money, rule, VIRTUAL_BALANCE } from './terms-draft.ts'
import { renderTier } from './tier.ts'

type ShownTier = ReturnType<typeof renderTier>

/** Rules 2.12, 8.1, 10.4 to 10.7, 10.10 to 10.16 */
export function fundedRules({ tier: domain, currency }: Terms): Draft[] {
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

function accountRules(tier: ShownTier, currency: string): Draft[] {
  return [
    rule(
      'funded_amount',
      tier.fundedAccountBalance,
      'currency',
      '=',
      `The account starts with ${money(tier.fundedAccountBalance, currency)}, whatever the balance of the challenge was. Only profit above that is paid.`,
    ),
    rule(
      'profit_split',
      tier.profitSplitPercent,
      'percent',
      '=',
      `You get ${tier.profitSplitPercent} % of the profit, rounded down to the cent.`,
    ),
    always(
      'stake_returned',
      'Your own stake comes back with the first payout. If the account ends before that, it is forfeited.',
    ),
    rule(
      'stake_refundable',
      tier.fundedStakeRefundable,
      'none',
      null,
      tier.fundedStakeRefundable
        ? 'Instead you can take your own stake back here. The account ends then, and its profit is forfeited.'
        : 'In no other way can it be taken back here.',
    ),
  ]
}

/** Rules 10.11 */
const CLOSES = 'With that the account closes.'

function amountsOfPayouts(tier: ShownTier, currency: string): Draft[] {
  return [
    rule(
      'below_min_payout',
      tier.fundedMinPayout,
      'currency',
      '>=',
      `Your share of a payout is at least ${money(tier.fundedMinPayout, currency)}.`,
    ),
    rule(
      'per_payout_cap',
      tier.fundedPerPayoutCap,
      'currency',
      '<=',
      `Your share of one payout is at most ${money(tier.fundedPerPayoutCap, currency)}.`,
    ),
    rule(
      'payout_cap_reached',
      tier.fundedTotalPayoutCap,
      'currency',
      '<=',
      `Your shares of all payouts are at most ${money(tier.fundedTotalPayoutCap, currency)}. ${CLOSES}`,
    ),
    rule(
      'payout_cap_percent',
      tier.fundedPayoutCapPercent,
      'percent',
      '<=',
      `Your shares of all payouts are at most ${tier.fundedPayoutCapPercent} % of the funded amount. ${CLOSES}`,
    ),
  ]
}

/** How many there are, and when. */
function turnsOfPayouts(tier: ShownTier): Draft[] {
  return [
    rule(
      'max_payouts_reached',
      tier.fundedMaxPayouts,
      'count',
      '<=',
      `There can be at most ${counted(tier.fundedMaxPayouts, 'payout')}. The last one takes the whole profit, waits for open bets and closes the account.`,
    ),
    rule(
      'payout_interval',
      tier.fundedPayoutIntervalDays,
      'days',
      '>=',
      `Two payouts are at least ${counted(tier.fundedPayoutIntervalDays, 'day')} apart.`,
    ),
    rule(
      'first_payout_deadline',
      tier.fundedFirstPayoutDays,
      'days',
      '<=',
      `The first payout is requested within ${counted(tier.fundedFirstPayoutDays, 'day')}, or the account ends.`,
    ),
    rule(
      'inactivity',
      INACTIVITY_DAYS,
      'days',
      '<',
      `The account ends after ${counted(INACTIVITY_DAYS, 'day')} without an accepted bet or a payout.`,
    ),
    rule(
      'mandatory_payout',
      tier.fundedMandatoryPayoutPercent,
      'percent',
      '>=',
      `Once the ${VIRTUAL_BALANCE} reaches ${tier.fundedMandatoryPayoutPercent} % of the funded amount, a payout of the profit is requested automatically, within the caps.`,
    ),
    always(
      'payout_pending',
      'A payout may wait for the operator, who can reject it. Until it is decided no bets are accepted.',
    ),
  ]
}
