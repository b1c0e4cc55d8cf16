import { describe, expect, test } from 'vitest'
import { confirm, offerOf, pendingOf, type Review, refusalsOf, request } from '../src/payout-books.ts'
import type { Limits, PayoutRules, Tier } from '../src/plan.ts'
import type { Account } from '../src/program.ts'
import { Tally } from '../src/tally.ts'

const DAY = 86_400_000
const START = Date.parse('2030-03-02T08:00:00Z')

const off: PayoutRules = {
  ...{ split: 8000, isStakeRefundable: false, min: null, firstDays: null, intervalDays: null, maxPayouts: null },
  ...{ perPayoutCap: null, totalCap: null, capPercent: null, mandatoryPercent: null },
}

/** A funded account of 100.00 with a profit, and a way to bet on it. */
function account(rules: Partial<PayoutRules>, profit: number, review: Review = { isAutomatic: false }) {
  const limits = { totalDrawdown: 4000 } as Limits
  const terms = { ownStake: 2_000, bonus: 8_000, target: 10_000, durationDays: 30, minBets: 0, minActiveDays: 0 }
  const tier = { ...terms, fundedBalance: 10_000, challenge: limits, funded: limits, payouts: { ...off, ...rules } }
  const tally = new Tally(review)
  tally.bought('c', tier as Tier, START)
  const opened = tally.continued('f', START) as Account
  let bets = 0
  /** Bets 1.00 and wins so much more than that, or leaves the bet open. */
  const bet = (win?: number, at = START): string => {
    bets += 1
    const id = `b${bets}`
    tally.accepted(id, 100, 10_000_000, at)
    if (win !== undefined) tally.settle({ betId: id, status: 'settled-won', amount: 100 + win }, at)
    return id
  }
  if (profit > 0) bet(profit)
  return { tally, opened, bet, review }
}

describe('what can be had', () => {
  test.each([
    ['the whole profit, its share down to the cent', {}, 3_333, [3_333, 2_666]],
    ['of a cap the smallest gross that fills it', { split: 3_333, perPayoutCap: 1_000 }, 6_000, [3_001, 1_000]],
    ['a whole profit whose share just meets the cap', { split: 5_000, perPayoutCap: 250 }, 501, [501, 250]],
    ['of two caps for life the lower one', { totalCap: 3_000, capPercent: 2_550 }, 6_000, [3_188, 2_550]],
    ['with the last payout everything', { maxPayouts: 1, perPayoutCap: 1_000 }, 6_000, [6_000, 1_000]],
  ] as const)('%s', (_, rules, profit, [gross, share]) => {
    expect(offerOf(account(rules, profit).opened)).toMatchObject({ gross, share })
  })

  test('less the stakes of open bets', () => {
    const { opened, bet } = account({}, 6_000)
    bet()
    expect(offerOf(opened).profit).toBe(5_900)
  })
})

describe('what stands in the way', () => {
  test('all of it, in order', () => {
    const { opened, review } = account({ intervalDays: 3, min: 800 }, 6_000)
    expect(refusalsOf(opened, 999, START)).toEqual(['below_min_payout'])
    expect(refusalsOf(opened, 6_001, START)).toEqual(['insufficient_withdrawable_balance'])
    expect(refusalsOf(opened, 1, START)).toEqual(['invalid_amount', 'below_min_payout'])
    const claim = request(opened, 6_000, START, review)
    expect(refusalsOf(opened, 6_000, START)).toEqual(['payout_pending'])
    confirm(opened, claim, START)
    const after = ['payout_interval', 'no_profit', 'insufficient_withdrawable_balance']
    expect(refusalsOf(opened, 1_000, START + 3 * DAY - 1)).toEqual(after)
    expect(refusalsOf(opened, 1_000, START + 3 * DAY)).toEqual(after.slice(1))
  })

  test('an open bet in that of the last payout, to which a smaller amount is raised', () => {
    const { opened, bet, tally } = account({ maxPayouts: 1 }, 6_000)
    const open = bet()
    expect(refusalsOf(opened, 1, START)).toEqual(['open_bets'])
    tally.settle({ betId: open, status: 'settled-lost' }, START)
    expect(refusalsOf(opened, 1, START)).toEqual([])
  })
})

describe('a confirm', () => {
  test('follows a profit that a void has changed, and pays the second time', () => {
    const { opened, bet, tally, review } = account({}, 5_000)
    const won = bet(1_000)
    const claim = request(opened, 5_001, START, review)
    tally.settle({ betId: won, status: 'voided' }, START)
    expect(confirm(opened, claim, START)).toBe('changed')
    expect(claim.gross).toBe(5_000)
    expect(confirm(opened, claim, START)).toBe('executed')
    expect([opened.balance, claim.share, claim.ownStake]).toEqual([10_000, 4_000, 2_000])
  })

  test('rejects where nothing is left', () => {
    const { opened, bet, tally, review } = account({}, 0)
    const won = bet(1_000)
    const claim = request(opened, 1_000, START, review)
    tally.settle({ betId: won, status: 'voided' }, START)
    expect(confirm(opened, claim, START)).toBe('rejected')
  })
})

describe('the mandatory payout', () => {
  test('is asked for once a crossing, whatever gap and minimum say', () => {
    const { opened, bet } = account({ mandatoryPercent: 15_000, perPayoutCap: 800, min: 900, intervalDays: 7 }, 6_200)
    const claim = pendingOf(opened)
    expect(claim).toMatchObject({ mandatory: true, gross: 1_000, share: 800 })
    if (claim) confirm(opened, claim, START)
    bet(200)
    expect(pendingOf(opened)).toBeUndefined()
    const below = [bet(), bet(), bet(), bet(), bet()]
    expect([opened.balance - opened.reserved, below.length]).toEqual([14_900, 5])
    bet(1_000)
    expect(pendingOf(opened)).toMatchObject({ mandatory: true, gross: 1_000 })
  })

  test('without a review is executed at once, and again where that leaves enough', () => {
    const { opened } = account({ mandatoryPercent: 15_000 }, 5_000, { isAutomatic: true })
    expect(opened.payouts.claims).toMatchObject([{ status: 'executed', share: 4_000, isDecidedBySystem: true }])
    expect(opened.balance).toBe(10_000)
  })
})

describe('the end', () => {
  test('comes with the last payout by number, or the one that fills the cap', () => {
    const byNumber = account({ maxPayouts: 1 }, 6_000, { isAutomatic: true })
    request(byNumber.opened, 1, START, byNumber.review)
    expect(byNumber.opened).toMatchObject({ status: 'closed', endReason: 'max_payouts_reached', balance: 10_000 })
    const byCap = account({ totalCap: 2_000 }, 6_000, { isAutomatic: true })
    request(byCap.opened, 2_500, START, byCap.review)
    expect(byCap.opened).toMatchObject({ status: 'closed', endReason: 'payout_cap_reached', balance: 13_500 })
  })

  test('comes by a deadline, as of its time, and not while nobody can know', () => {
    const { tally, opened } = account({ firstDays: 10 }, 6_000)
    const due = START + 10 * DAY
    tally.timePasses(due + 1_000)
    expect([tally.isOnTheBrink(due + 1_000), opened.status]).toEqual([true, 'active'])
    tally.timePasses(due + DAY)
    expect(opened).toMatchObject({ status: 'revoked', endReason: 'first_payout_deadline', endedAt: due })
  })

  test('comes after fourteen idle days, which stand still while a payout waits', () => {
    const idle = account({}, 0)
    idle.tally.timePasses(START + 15 * DAY)
    expect(idle.opened).toMatchObject({ endReason: 'inactivity', endedAt: START + 14 * DAY })
    const waiting = account({}, 6_000)
    request(waiting.opened, 1_000, START, waiting.review)
    waiting.tally.timePasses(START + 60 * DAY)
    expect(waiting.opened.status).toBe('active')
  })

  test('by drawdown rejects what waits', () => {
    const { tally, opened, bet, review } = account({}, 0)
    const won = bet(6_000)
    tally.accepted('big', 5_000, 20_000, START)
    const claim = request(opened, 1_000, START, review)
    tally.settle({ betId: won, status: 'voided' }, START)
    tally.settle({ betId: 'big', status: 'settled-lost' }, START)
    expect(opened).toMatchObject({ status: 'revoked', endReason: 'max_drawdown_exceeded', balance: 5_000 })
    expect(claim).toMatchObject({ status: 'rejected', isDecidedBySystem: true })
  })
})
