import type { Ruleset } from '../../core/terms.ts'
import { renderRuleset } from './ruleset.ts'
import { always, counted, type Drafts, money, rule, VIRTUAL_BALANCE } from './terms-draft.ts'

/** Rules 3.2 */
const LOWER_BALANCE = `the starting balance or, if that is lower, of the ${VIRTUAL_BALANCE}`

/** The limits that both phases know, by the codes that a rejected bet carries. Rules 3 */
export function betLimits(domain: Ruleset, currency: string): Drafts {
  const set = renderRuleset(domain)
  const base = domain.phase === 'funded' ? LOWER_BALANCE : 'the balance'
  return [
    rule(
      'min_stake_not_met',
      set.minStake,
      'currency',
      '>=',
      (value) => `A stake is at least ${money(value, currency)}.`,
    ),
    rule(
      'max_stake_exceeded',
      set.maxStakePercent,
      'percent',
      '<=',
      (value) => `A stake is at most ${value} % of ${base}.`,
    ),
    rule('odds_limit_exceeded', set.maxOdds, 'odds', '<=', (value) => `The odds of a bet are at most ${value}.`),
    rule('min_odds_not_met', set.minOdds, 'odds', '>=', (value) => `The odds of a bet are at least ${value}.`),
    rule(
      'max_payout_exceeded',
      set.maxPayoutMultiplier,
      'times',
      '<=',
      (value) => `A bet returns at most ${value} times the starting balance.`,
    ),
    rule(
      'max_selections_exceeded',
      set.maxAccumulatorSelections,
      'count',
      '<=',
      (value) => `A bet has at most ${counted(value, 'selection')}.`,
    ),
    rule(
      'max_win_exceeded',
      set.maxWinPerTicket,
      'currency',
      '<=',
      (value) => `A bet wins at most ${money(value, currency)}.`,
    ),
    ...lossLimits(set),
  ]
}

function lossLimits(set: ReturnType<typeof renderRuleset>): Drafts {
  const program = set.phase === 'funded' ? 'account' : 'challenge'
  const cooldown = set.cooldownHours === null ? 'until the next day (UTC)' : `of ${counted(set.cooldownHours, 'hour')}`
  return [
    rule(
      'max_drawdown_exceeded',
      set.totalDrawdownPercent,
      'percent',
      '<',
      (value) => `The ${program} ends when the balance is ${value} % or more below the starting balance.`,
    ),
    rule(
      'daily_drawdown_exceeded',
      set.dailyDrawdownPercent,
      'percent',
      '<',
      (value) =>
        `Losses of ${value} % of the starting balance in a day (UTC), whatever you win, start a cooldown ${cooldown}, in which no bets are accepted.`,
    ),
  ]
}

/** Rules 3.8, 3.13 */
export const onlyInChallenge = (domain: Ruleset): Drafts => {
  const { luckyBetMaxProfitPercent: lucky } = renderRuleset(domain)
  return [
    rule(
      'lucky_bet_profit_limit',
      lucky,
      'percent',
      '<=',
      (value) => `A bet wins at most ${value} % of the target balance.`,
    ),
    always('cashout_not_allowed_during_challenge', 'Bets cannot be cashed out.'),
  ]
}
