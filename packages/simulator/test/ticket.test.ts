import { describe, expect, test } from 'vitest'
import { returnOf } from '../src/amount.ts'
import type { Limits, Tier } from '../src/plan.ts'
import { stakeMax } from '../src/players/stakes.ts'
import { oddsOf, settle } from '../src/players/ticket.ts'
import type { Match, Outcome } from '../src/season/match.ts'
import { Tally } from '../src/tally.ts'

const match = (id: string, result: Outcome | undefined): Match => ({
  id,
  result,
  score: undefined,
  division: 'X',
  day: 19_000,
  home: 'A',
  away: 'B',
  prices: { home: 15_000, draw: 40_000, away: 70_000 },
})
const ticket = (...results: (Outcome | undefined)[]) => ({
  id: 'b',
  lastDay: 19_000,
  isAccepted: true,
  slip: {
    stake: 1_001,
    legs: results.map((result, nth) => ({ match: match(`m${nth}`, result), outcome: 'home' as const, odds: 15_000 })),
  },
})
const played = () => false

describe('a ticket', () => {
  test('is lost with any lost leg, even when another one was void', () => {
    expect(settle(ticket('home', 'away'), played).status).toBe('settled-lost')
    expect(settle(ticket(undefined, 'draw'), played).status).toBe('settled-lost')
  })

  test('returns the stake times the odds of the legs that were played, half up to the cent', () => {
    expect(settle(ticket('home', 'home'), played)).toEqual({ betId: 'b', status: 'settled-won', amount: 2_252 })
    expect(settle(ticket('home', undefined), played)).toEqual({ betId: 'b', status: 'settled-won', amount: 1_502 })
  })

  test('is void when no leg was played or the match was called off', () => {
    expect(settle(ticket(undefined), played).status).toBe('voided')
    expect(settle(ticket('away'), () => true).status).toBe('voided')
  })

  test('never returns more than its stake times its odds as they were sent', () => {
    const long = ticket('home', 'home', 'home', 'home')
    expect(settle(long, played).amount).toBe(returnOf(long.slip.stake, oddsOf(long.slip)))
  })
})

describe('the largest legal stake', () => {
  const limits: Limits = {
    name: 'test',
    phase: 'challenge',
    minStake: 100,
    minOdds: 12_000,
    maxOdds: 120_000,
    maxStakePercent: 1000,
    maxSelections: 4,
    maxPayoutMultiplier: 80,
    maxWin: 60_000,
    luckyPercent: 2500,
    dailyDrawdown: 1500,
    totalDrawdown: 3000,
    cooldownHours: 24,
  }
  const tier = { ownStake: 2_000, bonus: 18_000, target: 24_000, durationDays: 30, challenge: limits } as Tier
  const program = new Tally().bought('c', tier, 0)

  test.each([
    ['the percent of the balance', 15_000, 2_000],
    ['the lucky-bet profit', 45_000, 1_713],
    ['nothing below the minimum odds', 11_999, 0],
    ['nothing above the maximum odds', 120_001, 0],
  ])('is %s', (_, odds, expected) => {
    expect(stakeMax(program, odds)).toBe(expected)
  })

  test('keeps every limit to the cent at any odds', () => {
    for (let odds = 12_000; odds <= 120_000; odds += 37) {
      const stake = stakeMax(program, odds)
      const back = returnOf(stake, odds)
      expect(stake * 10).toBeLessThanOrEqual(20_000)
      expect(back * 10).toBeLessThanOrEqual(20_000 * 8)
      expect(back - stake).toBeLessThanOrEqual(6_000)
    }
  })
})
