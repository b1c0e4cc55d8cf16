import type { Ruleset, Terms } from '../../core/terms.ts'
import type { TermsRule } from '../schemas/terms.ts'
import { renderRuleset } from './ruleset.ts'
import { renderTier } from './tier.ts'

type Value = number | boolean | null
type Draft = Omit<TermsRule, 'phase'>

/** Every rule of a tier in a sentence, with its number beside it; a limit that is off is left out. Rules 9.2 */
export const rulesInWords = (terms: Terms): TermsRule[] => [
  ...inPhase('challenge', [...challengeRules(terms), ...betLimits(terms.challenge, terms.currency)]),
  ...inPhase('challenge', onlyInChallenge(terms.challenge)),
  ...inPhase('funded', [...fundedRules(terms), ...betLimits(terms.funded, terms.currency)]),
]

/** The limits of one ruleset, as the terms of a tier that uses it have them. */
export const limitsInWords = (ruleset: Ruleset, currency: string): TermsRule[] =>
  inPhase(ruleset.phase, [
    ...betLimits(ruleset, currency),
    ...(ruleset.phase === 'challenge' ? onlyInChallenge(ruleset) : []),
  ])

const inPhase = (phase: TermsRule['phase'], rules: readonly Draft[]): TermsRule[] =>
  rules.filter(({ value }) => value !== null).map((rule) => ({ phase, ...rule }))

const rule = (
  code: string,
  value: Value,
  unit: Draft['unit'],
  comparison: Draft['comparison'],
  text: string,
): Draft => ({
  code,
  text,
  value,
  unit,
  comparison,
})

const money = (amount: number | null, currency: string): string => `${amount?.toFixed(2)} ${currency}`

const counted = (count: number | null, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function challengeRules({ tier: domain, currency }: Terms): Draft[] {
  const tier = renderTier(domain)
  const eur = (amount: number) => money(amount, currency)
  return [
    rule('own_stake', tier.ownStake, 'currency', '=', `You pay ${eur(tier.ownStake)}.`),
    rule(
      'bonus',
      tier.bonusAmount,
      'currency',
      '=',
      `A bonus of ${eur(tier.bonusAmount)} is added; it cannot be withdrawn.`,
    ),
    rule(
      'target_balance',
      tier.targetBalance,
      'currency',
      '>=',
      `You pass once your balance reaches ${eur(tier.targetBalance)}.`,
    ),
    rule('duration', tier.durationDays, 'days', '<=', `You have ${counted(tier.durationDays, 'day')} of 24 hours.`),
    rule(
      'min_bets_required',
      tier.minBetsRequired,
      'count',
      '>=',
      `A pass takes at least ${counted(tier.minBetsRequired, 'accepted bet')}.`,
    ),
    rule(
      'min_active_days',
      tier.minActiveDays,
      'days',
      '>=',
      `A pass takes accepted bets on at least ${counted(tier.minActiveDays, 'day')} (UTC).`,
    ),
    rule(
      'choice',
      true,
      'none',
      null,
      'After the pass you continue with a funded account, or take back your own stake without the bonus.',
    ),
    rule(
      'stake_forfeited',
      true,
      'none',
      null,
      'If the challenge fails or you cancel it, your own stake is forfeited.',
    ),
  ]
}

/** What the rules call the virtual balance; a player has never heard of that. Rules 2.1 */
const VIRTUAL_BALANCE = 'balance less the stakes of open bets'
/** Rules 3.2 */
const LOWER_BALANCE = `the starting balance or, if that is lower, of the ${VIRTUAL_BALANCE}`

/** The limits that both phases know, by the codes that a rejected bet carries. Rules 3 */
function betLimits(domain: Ruleset, currency: string): Draft[] {
  const set = renderRuleset(domain)
  const isFunded = domain.phase === 'funded'
  const cooldown = set.cooldownHours === null ? 'until the next day (UTC)' : `of ${counted(set.cooldownHours, 'hour')}`
  return [
    rule('min_stake_not_met', set.minStake, 'currency', '>=', `A stake is at least ${money(set.minStake, currency)}.`),
    rule(
      'max_stake_exceeded',
      set.maxStakePercent,
      'percent',
      '<=',
      `A stake is at most ${set.maxStakePercent} % of ${isFunded ? LOWER_BALANCE : 'the balance'}.`,
    ),
    rule('odds_limit_exceeded', set.maxOdds, 'odds', '<=', `The odds of a bet are at most ${set.maxOdds}.`),
    rule('min_odds_not_met', set.minOdds, 'odds', '>=', `The odds of a bet are at least ${set.minOdds}.`),
    rule(
      'max_payout_exceeded',
      set.maxPayoutMultiplier,
      'times',
      '<=',
      `A bet returns at most ${set.maxPayoutMultiplier} times the starting balance.`,
    ),
    rule(
      'max_selections_exceeded',
      set.maxAccumulatorSelections,
      'count',
      '<=',
      `A bet has at most ${counted(set.maxAccumulatorSelections, 'selection')}.`,
    ),
    rule(
      'max_win_exceeded',
      set.maxWinPerTicket,
      'currency',
      '<=',
      `A bet wins at most ${money(set.maxWinPerTicket, currency)}.`,
    ),
    rule(
      'max_drawdown_exceeded',
      set.totalDrawdownPercent,
      'percent',
      '<',
      `The ${isFunded ? 'account' : 'challenge'} ends when the balance is ${set.totalDrawdownPercent} % or more below the starting balance.`,
    ),
    rule(
      'daily_drawdown_exceeded',
      set.dailyDrawdownPercent,
      'percent',
      '<',
      `Losses of ${set.dailyDrawdownPercent} % of the starting balance in a day (UTC) start a cooldown ${cooldown}.`,
    ),
  ]
}

/** Rules 3.8, 3.13 */
const onlyInChallenge = (domain: Ruleset): Draft[] => {
  const { luckyBetMaxProfitPercent: lucky } = renderRuleset(domain)
  return [
    rule('lucky_bet_profit_limit', lucky, 'percent', '<=', `A bet wins at most ${lucky} % of the target balance.`),
    rule('cashout_not_allowed_during_challenge', true, 'none', null, 'Bets cannot be cashed out.'),
  ]
}

type ShownTier = ReturnType<typeof renderTier>

/** Rules 8.1, 10.4 to 10.7, 10.12 to 10.15 */
function fundedRules({ tier: domain, currency }: Terms): Draft[] {
  const tier = renderTier(domain)
  return [...accountRules(tier, currency), ...amountsOfPayouts(tier, currency), ...turnsOfPayouts(tier)]
}

function accountRules(tier: ShownTier, currency: string): Draft[] {
  return [
    rule(
      'funded_amount',
      tier.fundedAccountBalance,
      'currency',
      '=',
      `The account starts with ${money(tier.fundedAccountBalance, currency)}.`,
    ),
    rule(
      'profit_split',
      tier.profitSplitPercent,
      'percent',
      '=',
      `You get ${tier.profitSplitPercent} % of the profit.`,
    ),
    rule(
      'stake_refundable',
      tier.fundedStakeRefundable,
      'none',
      null,
      `Your own stake ${tier.fundedStakeRefundable ? 'can' : 'cannot'} be refunded here.`,
    ),
  ]
}

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
      `Your shares of all payouts are at most ${money(tier.fundedTotalPayoutCap, currency)}.`,
    ),
    rule(
      'payout_cap_percent',
      tier.fundedPayoutCapPercent,
      'percent',
      '<=',
      `Your shares of all payouts are at most ${tier.fundedPayoutCapPercent} % of the funded amount.`,
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
      `There can be at most ${counted(tier.fundedMaxPayouts, 'payout')}.`,
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
      `The first payout is requested within ${counted(tier.fundedFirstPayoutDays, 'day')}.`,
    ),
    rule(
      'mandatory_payout',
      tier.fundedMandatoryPayoutPercent,
      'percent',
      '>=',
      `Once the ${VIRTUAL_BALANCE} reaches ${tier.fundedMandatoryPayoutPercent} % of the funded amount, a payout of the profit is requested automatically, within the caps; no bets are accepted until it is decided.`,
    ),
  ]
}
