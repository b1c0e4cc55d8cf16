import { describe, expect, test } from 'vitest'
import { productOf, returnOf } from '../src/amount.ts'
import type { Limits, PayoutRules, Tier } from '../src/plan.ts'
import { Tally } from '../src/tally.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2030-03-02T08:00:00Z')

const limits: Limits = {
  name: 'test',
  phase: 'challenge',
  minStake: 100,
  minOdds: 11_000,
  maxOdds: 200_000,
  maxStakePercent: 10_000,
  maxSelections: 4,
  maxPayoutMultiplier: 10_000,
  maxWin: 10_000_000,
  luckyPercent: null,
  dailyDrawdown: 10_000,
  totalDrawdown: 3000,
  cooldownHours: 24,
}
const payouts: PayoutRules = {
  split: 7250,
  isStakeRefundable: true,
  min: 1_000,
  firstDays: 30,
  intervalDays: 3,
  maxPayouts: 3,
  perPayoutCap: 4_000,
  totalCap: null,
  capPercent: null,
  mandatoryPercent: 15_000,
}
const tier: Tier = {
  id: 't',
  name: 'Sprint',
  ownStake: 2_000,
  bonus: 18_000,
  target: 24_000,
  durationDays: 10,
  minBets: 2,
  minActiveDays: 2,
  fundedBalance: 50_000,
  challenge: limits,
  funded: { ...limits, phase: 'funded' },
  payouts,
}

/** A challenge of 200.00 with a target of 240.00 and a floor of 140.00. */
function challenge() {
  const tally = new Tally()
  const program = tally.bought('c1', tier, START)
  const place = (betId: string, stake: number, odds = 20_000, day = 0) =>
    tally.accepted(betId, stake, odds, START + day * DAY + HOUR)
  const won = (betId: string, amount: number) =>
    tally.settle({ betId, status: 'settled-won', amount }, START + 2 * HOUR)
  const lost = (betId: string) => tally.settle({ betId, status: 'settled-lost' }, START + 2 * HOUR)
  const voided = (betId: string) => tally.settle({ betId, status: 'voided' }, START + 2 * HOUR)
  return { tally, program, place, won, lost, voided }
}

describe('the arithmetic', () => {
  test.each([
    [333, 15_000, 500],
    [101, 10_050, 102],
    [100, 33_333, 333],
    [100_000_000_000, 10_000_000_000, 100_000_000_000_000_000],
  ])('%i cents at %i ten-thousandths return %i, half up', (stake, odds, expected) => {
    expect(returnOf(stake, odds)).toBe(expected)
  })

  test('an accumulator multiplies its legs and rounds once', () => {
    expect(productOf([15_000, 22_500, 31_000])).toBe(104_625)
    expect(productOf([11_111, 11_111])).toBe(12_345)
    expect(productOf([18_000])).toBe(18_000)
  })
})

describe('the balance', () => {
  test('keeps an open stake as reserved and moves at the settlement', () => {
    const { program, place, won, lost } = challenge()
    place('a', 1_000)
    place('b', 500)
    expect([program.balance, program.reserved]).toEqual([20_000, 1_500])
    expect(won('a', 2_000)).toBe('applied')
    expect(lost('b')).toBe('applied')
    expect([program.balance, program.reserved]).toEqual([20_500, 0])
  })

  test('is as before after a void, whether the bet was open, won or lost', () => {
    const { program, place, won, lost, voided } = challenge()
    for (const betId of ['a', 'b', 'c']) place(betId, 1_000)
    won('b', 2_000)
    lost('c')
    for (const betId of ['a', 'b', 'c']) expect(voided(betId)).toBe('applied')
    expect([program.balance, program.reserved]).toEqual([20_000, 0])
  })
})

describe('what has no effect', () => {
  test('the same settlement again', () => {
    const { program, place, won } = challenge()
    place('a', 1_000)
    won('a', 2_000)
    expect(won('a', 2_000)).toBe('duplicate')
    expect(program.balance).toBe(21_000)
  })

  test('a settlement against an earlier one, or after a void', () => {
    const { program, place, won, lost, voided } = challenge()
    place('a', 1_000)
    place('b', 1_000)
    won('a', 2_000)
    voided('b')
    expect(lost('a')).toBe('conflicting_settlement')
    expect(won('b', 2_000)).toBe('conflicting_settlement')
    expect(program.balance).toBe(21_000)
  })

  test('a return that the odds do not explain, and a cash-out in a challenge: the bet stays open', () => {
    const { tally, program, place, won } = challenge()
    place('a', 1_000)
    expect(won('a', 2_001)).toBe('settlement_mismatch')
    const cashOut = { betId: 'a', status: 'settled-won', amount: 700, isCashOut: true } as const
    expect(tally.settle(cashOut, START)).toBe('cashout_not_allowed_during_challenge')
    expect([program.balance, program.reserved]).toEqual([20_000, 1_000])
  })

  test('a settlement of a bet that was never accepted', () => {
    const { lost, voided } = challenge()
    expect(lost('unknown')).toBe('no_accepted_placement')
    expect(voided('unknown')).toBe('no_effect')
  })

  test('anything after the pass: open bets stay as they are, and a void of a won bet is flagged once', () => {
    const { program, place, won, lost, voided } = challenge()
    place('a', 10_000)
    place('b', 1_000, 20_000, 1)
    won('a', 14_000)
    expect(program.status).toBe('passed_pending_choice')
    expect(lost('b')).toBe('program_closed')
    expect(voided('b')).toBe('no_effect')
    expect(lost('b')).toBe('conflicting_settlement')
    expect(voided('b')).toBe('duplicate')
    expect(voided('a')).toBe('program_closed')
    expect(voided('a')).toBe('duplicate')
    expect(program.balance).toBe(24_000)
  })
})

describe('the end of a challenge', () => {
  test('is a pass only with target, bets and active days together, at a placement too', () => {
    const { program, place, won } = challenge()
    place('a', 10_000)
    won('a', 15_000)
    expect(program.status).toBe('active')
    place('b', 100, 20_000, 1)
    expect(program.status).toBe('passed_pending_choice')
  })

  test('is the drawdown at the moment the losses reach it, not a cent before', () => {
    const { program, place, lost } = challenge()
    place('a', 5_999)
    place('b', 1)
    lost('a')
    expect(program.status).toBe('active')
    lost('b')
    expect([program.status, program.failureReason]).toEqual(['failed', 'max_drawdown_exceeded'])
  })

  test('is the expiry, as of its time, with the reason by active days', () => {
    const tooFew = challenge()
    tooFew.tally.timePasses(START + 10 * DAY - 1)
    expect(tooFew.program.status).toBe('active')
    tooFew.tally.timePasses(START + 12 * DAY)
    expect(tooFew.program).toMatchObject({ failureReason: 'insufficient_active_days', endedAt: START + 10 * DAY })

    const enough = challenge()
    enough.place('a', 100)
    enough.place('b', 100, 20_000, 1)
    enough.tally.timePasses(START + 10 * DAY)
    expect(enough.program.failureReason).toBe('expired')
  })

  test('continues in a funded account with a balance of its own', () => {
    const { tally, program, place, won } = challenge()
    place('a', 10_000)
    place('b', 100, 20_000, 1)
    won('a', 14_000)
    const funded = tally.continued('f1', START + 3 * DAY)
    tally.accepted('c', 1_000, 30_000, START + 3 * DAY)
    tally.settle({ betId: 'c', status: 'settled-won', amount: 400, isCashOut: true }, START + 3 * DAY)
    expect([program.status, program.balance]).toEqual(['completed', 24_000])
    expect([funded.kind, funded.balance, funded.reserved]).toEqual(['funded', 49_400, 0])
  })
})
