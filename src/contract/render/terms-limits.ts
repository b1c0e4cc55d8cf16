import type { Ruleset } from '../../core/terms.ts'
import { renderRuleset } from './ruleset.ts'
import { always, counted, type Draft, money, rule, VIRTUAL_BALANCE } from './terms-draft.ts'

/** Rules 3.2 */
const LOWER_BALANCE = `the starting balance or, if that is lower, of the ${VIRTUAL_BALANCE}`

/** The limits that both phases know, by the codes that a rejected bet carries. Rules 3 */
export function betLimits(domain: Ruleset, currency: string): Draft[] {
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
      `Losses of ${set.dailyDrawdownPercent} % of the starting balance in a day (UTC), whatever you win, start a cooldown ${cooldown}, in which no bets are accepted.`,
    ),
  ]
}

/** Rules 3.8, 3.13 */
export const onlyInChallenge = (domain: Ruleset): Draft[] => {
  const { luckyBetMaxProfitPercent: lucky } = renderRuleset(domain)
  return [
    rule('lucky_bet_profit_limit', lucky, 'percent', '<=', `A bet wins at most ${lucky} % of the target balance.`),
    always('cashout_not_allowed_during_challenge', 'Bets cannot be cashed out.'),
  ]
}
