import type { Fixture, Outcome, Validation } from './shown.ts'

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount)

export const decimal = (odds: number): string => odds.toFixed(2)

/** Days are UTC days: so the rules count them. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const days = format({ weekday: 'short', day: 'numeric', month: 'short' })
const moments = format({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

export const dayText = (moment: string): string => days.format(new Date(moment))
export const momentText = (moment: string): string => `${moments.format(new Date(moment))} UTC`
export const timeText = (moment: string): string => new Date(moment).toLocaleTimeString('en-GB')

export function outcomeText({ home, away }: Pick<Fixture, 'home' | 'away'>, outcome: Outcome): string {
  return outcome === 'draw' ? 'Draw' : `${outcome === 'home' ? home : away} to win`
}

type Reason = Validation['reasons'][number]

/** Why a bet is not taken, in a sentence with its numbers. */
export function reasonText({ code, limit }: Reason, currency: string): string {
  const amount = (): string => (typeof limit === 'number' ? money(limit, currency) : String(limit))
  const sentences: { readonly [code: string]: () => string } = {
    min_stake_not_met: () => `The stake must be at least ${amount()}.`,
    max_stake_exceeded: () => `The stake may be ${amount()} at most right now.`,
    min_odds_not_met: () => `Odds must be at least ${limit}.`,
    odds_limit_exceeded: () => `The odds of a bet may be ${limit} at most.`,
    max_selections_exceeded: () => `An accumulator may have ${limit} selections at most.`,
    lucky_bet_profit_limit: () => `One bet may win ${amount()} at most: no single lucky strike shall pass a challenge.`,
    max_payout_exceeded: () => `The bet could pay more than ${amount()}.`,
    max_win_exceeded: () => `One ticket may win ${amount()} at most.`,
    cooldown_active: () => 'Cooldown: the daily loss limit was reached. Betting opens again on the next day.',
    daily_drawdown_exceeded: () => `The daily loss limit of ${amount()} is reached.`,
    max_drawdown_exceeded: () => 'The loss limit of the challenge is reached.',
    payout_pending: () => 'A payout awaits the operator: no bets until it is decided.',
  }
  return sentences[code]?.() ?? code.replaceAll('_', ' ')
}

/** What a webhook tells, in a sentence. */
export const eventTexts: { readonly [type: string]: string } = {
  'challenge.activated': 'The challenge has begun. The balance is own stake plus bonus.',
  'challenge.passed': 'Target reached, rules kept: passed. The player now chooses.',
  'challenge.completed': 'The player goes on: the challenge is completed.',
  'challenge.stake_refunded': 'The player leaves with the own stake: pay it back.',
  'challenge.bonus_voided': 'The bonus is void.',
  'challenge.failed': 'The challenge has failed. The own stake is kept.',
  'challenge.cancelled': 'The player gave up. The own stake is kept.',
  'challenge.expiring_soon': 'One day left.',
  'funded_account.activated': 'A funded account is open: the player keeps a share of its profit.',
  'funded_account.payout': 'A payout: pay the share to the player.',
  'funded_account.revoked': 'The funded account has ended.',
  'funded_account.stake_refunded': 'The player leaves the funded account with the own stake.',
  'funded_account.bonus_voided': 'The bonus is void.',
  'cooldown.triggered': 'Daily loss limit reached: no bets until the next day.',
  'cooldown.lifted': 'The cooldown is over: betting is open again.',
}
