import { describe, expect, test } from 'vitest'
import { accepted, codes, scene } from './scene.ts'

describe('bets in the model', () => {
  test('a placed stake is reserved, a win credits the return, a loss only takes the stake', () => {
    const s = scene()
    s.buy()
    expect(s.place('a', 20, 2).body).toMatchObject(accepted)
    expect(s.progress()).toMatchObject({ currentBalance: 100, reserved: 20, totalBetsPlaced: 1, activeDays: 1 })
    s.won('a', 40)
    expect(s.progress()).toMatchObject({ currentBalance: 120, reserved: 0 })
    s.place('b', 15.5, 3)
    s.lost('b')
    expect(s.progress()).toMatchObject({ currentBalance: 104.5, totalBetsAccepted: 2 })
  })

  test('equal passes a limit, a cent beyond is rejected, and all codes come in their order', () => {
    const s = scene({ maxStakePercent: 33.33, minStake: 2, minOdds: 1.5, maxOdds: 3, maxPayoutMultiplier: 0.5 })
    s.buy()
    expect(codes(s.validate(33.33, 1.5))).toEqual([])
    expect(codes(s.validate(33.34, 1.4999))).toEqual(['max_stake_exceeded', 'min_odds_not_met', 'max_payout_exceeded'])
    expect(codes(s.validate(16.66, 3.00004))).toEqual([])
    expect(codes(s.validate(1.99, 3.0001))).toEqual(['min_stake_not_met', 'odds_limit_exceeded'])
    // 16.67 x 3 = 50.01 is above half of 100.
    expect(codes(s.validate(16.67, 3))).toEqual(['max_payout_exceeded'])
  })

  test('a win is measured on the rounded payout, the lucky bet against the target', () => {
    const s = scene({ maxWinPerTicket: 10, luckyBetMaxProfitPercent: 6 })
    s.buy()
    // 3.33 x 4 = 13.32, win 9.99: above 6 % of 150 = 9.00, not above 10.
    expect(codes(s.validate(3.33, 4))).toEqual(['lucky_bet_profit_limit'])
    expect(codes(s.validate(3.34, 4))).toEqual(['max_win_exceeded', 'lucky_bet_profit_limit'])
    // 1.01 x 1.5 = 1.515, half up to 1.52.
    s.place('a', 1.01, 1.5)
    expect(s.won('a', 1.53).body).toMatchObject({ status: 'flagged', flagReason: 'settlement_mismatch' })
    expect(s.won('a', 1.52).body).toMatchObject(accepted)
  })

  test('the same id and status again is a duplicate, whatever its content', () => {
    const s = scene()
    s.buy()
    const first = s.place('a', 20, 2)
    expect(s.place('a', 99, 9).body).toMatchObject({ betEventId: first.body.betEventId, duplicate: true })
    const lost = s.lost('a')
    expect(s.lost('a').body).toMatchObject({ betEventId: lost.body.betEventId, duplicate: true })
    expect(s.progress()).toMatchObject({ currentBalance: 80, totalBetsPlaced: 1 })
  })

  test('a settlement before its placement is flagged, and put right by being sent again', () => {
    const s = scene()
    s.buy()
    expect(s.lost('a').body).toMatchObject({ status: 'flagged', flagReason: 'no_accepted_placement' })
    expect(s.lost('a').body).toMatchObject({ status: 'flagged', duplicate: true })
    s.place('a', 20, 2)
    expect(s.lost('a').body).toMatchObject(accepted)
    expect(s.won('a', 40).body).toMatchObject({ flagReason: 'conflicting_settlement', duplicate: false })
    expect(s.won('a', 40).body).toMatchObject({ flagReason: 'conflicting_settlement', duplicate: true })
    expect(s.flags()).toEqual(['conflicting_settlement'])
  })

  test("another user's settlement is a mismatch before anything else is looked at", () => {
    const s = scene()
    s.buy()
    s.place('a', 20, 2)
    s.lost('a')
    expect(s.won('a', 40, { userId: 'ben' }).body).toMatchObject({ flagReason: 'settlement_mismatch' })
  })

  test('voids take back the stake, the win or the loss', () => {
    const s = scene()
    s.buy()
    s.place('open', 10, 2)
    s.place('won', 10, 3)
    s.place('lost', 10, 2)
    s.won('won', 30)
    s.lost('lost')
    expect(s.progress()).toMatchObject({ currentBalance: 110, reserved: 10 })
    s.voided('won')
    expect(s.progress()).toMatchObject({ currentBalance: 90 })
    s.voided('lost')
    s.voided('open')
    expect(s.progress()).toMatchObject({ currentBalance: 100, reserved: 0, totalBetsAccepted: 3 })
    expect(s.lost('won').body).toMatchObject({ flagReason: 'conflicting_settlement' })
    expect(s.voided('never').body).toMatchObject(accepted)
  })

  test('a void of a win that is staked again leaves the available balance below zero, and a flag', () => {
    const s = scene({}, { targetBalance: 1000 })
    s.buy()
    s.place('a', 100, 2)
    s.won('a', 200)
    s.place('b', 150, 2)
    s.voided('a')
    expect(s.ledger().programs[0]).toMatchObject({ available: -5000, reserved: 15000 })
    expect(s.flags()).toEqual(['negative_balance'])
  })

  test('a cash-out is refused in the challenge and leaves the bet open', () => {
    const s = scene()
    s.buy()
    expect(codes(s.place('x', 5, 2, { isCashOut: true }))).toEqual(['cashout_not_allowed_during_challenge'])
    s.place('a', 20, 2)
    expect(s.won('a', 10, { isCashOut: true }).body).toMatchObject({ status: 'rejected', flagReason: null })
    expect(s.won('a', 40).body).toMatchObject(accepted)
  })

  test('event times: five minutes ahead, a week back, and five minutes before the start', () => {
    const s = scene()
    s.buy()
    const placedAgo = (id: string, minutes: number) => s.place(id, 1, 2, { eventTimestamp: s.agoText(minutes) }).status
    expect(placedAgo('a', -5)).toBe(200)
    expect(placedAgo('b', -5.001)).toBe(400)
    expect(placedAgo('c', 5)).toBe(200)
    expect(placedAgo('d', 5.001)).toBe(404)
    expect(placedAgo('e', 7 * 24 * 60 + 0.001)).toBe(400)
  })
})
