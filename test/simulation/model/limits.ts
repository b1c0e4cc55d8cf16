import { againstPercent, payoutOf } from './amounts.ts'
import type { Book, Program } from './facts.ts'
import { inCooldown, sessionAtLimit } from './losses.ts'
import { pendingPayout } from './payouts.ts'
import { balanceOf, drawdownReached, standing } from './programs.ts'

export type Wish = { stake: number; odds: number; selections: number; cashOut: boolean; at: number }

/** What the stake limit is a percentage of (Rules 3.2). */
export function stakeBase(book: Book, program: Program): number {
  if (program.kind === 'challenge') return balanceOf(book, program)
  return Math.min(program.starting, balanceOf(book, program) - standing(book, program, 'reserved'))
}

function stakeTooHigh(book: Book, program: Program, stake: number): boolean {
  const { maxStakePercent } = program.rules
  if (stake > standing(book, program, 'available')) return true
  return maxStakePercent !== null && againstPercent(stake, maxStakePercent, stakeBase(book, program)) > 0
}

const above = (value: number, limit: number | null): boolean => limit !== null && value > limit

/** Every code that rejects the placement, in the contract's order (Rules 3). */
export function limitCodes(book: Book, program: Program, wish: Wish, now: number): string[] {
  const { rules } = program
  const payout = payoutOf(wish.stake, wish.odds)
  const win = payout - wish.stake
  const isChallenge = program.kind === 'challenge'
  const lucky = rules.luckyBetMaxProfitPercent
  const verdicts: [string, boolean][] = [
    ['min_stake_not_met', wish.stake < rules.minStake],
    ['max_stake_exceeded', stakeTooHigh(book, program, wish.stake)],
    ['odds_limit_exceeded', above(wish.odds, rules.maxOdds)],
    ['min_odds_not_met', rules.minOdds !== null && wish.odds < rules.minOdds],
    [
      'max_payout_exceeded',
      rules.maxPayoutMultiplier !== null && payout * 100 > rules.maxPayoutMultiplier * program.starting,
    ],
    ['max_selections_exceeded', above(wish.selections, rules.maxAccumulatorSelections)],
    ['max_win_exceeded', above(win, rules.maxWinPerTicket)],
    [
      'lucky_bet_profit_limit',
      isChallenge && lucky !== null && againstPercent(win, lucky, program.tier.targetBalance) > 0,
    ],
    ['max_drawdown_exceeded', drawdownReached(book, program)],
    ['daily_drawdown_exceeded', sessionAtLimit(book, program, now)],
    ['cooldown_active', inCooldown(book, program, wish.at)],
    ['payout_pending', !isChallenge && pendingPayout(book, program) !== undefined],
    ['cashout_not_allowed_during_challenge', isChallenge && wish.cashOut],
  ]
  return verdicts.filter(([, applies]) => applies).map(([code]) => code)
}
