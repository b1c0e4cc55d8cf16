import { describe, expect, test } from 'vitest'
import type { Expected } from './facts.ts'
import { codes, scene } from './scene.ts'

type Body = Record<string, unknown>

/** An account of 1000 after a pass, of which 80 % of the profit is the player's. */
function account(rules: Body = {}, fundedRules: Body = {}) {
  const one = scene({}, { profitSplitPercent: 80, targetBalance: 100, ...rules }, fundedRules)
  one.buy()
  one.place('pass', 1, 2)
  one.goOn()
  let keys = 0
  const key = () => ({ 'x-idempotency-key': `k${++keys}` })
  const pendingId = () => (one.call('GET', '/users/ann/withdrawable').body.pendingPayout as Body).id
  return {
    ...one,
    /** A bet of 10 that wins so much. */
    earn: (id: string, profit: number) => {
      one.place(id, 10, profit / 10 + 1)
      one.won(id, profit + 10)
    },
    withdraw: (grossAmount: number) => one.call('POST', '/users/ann/withdraw', { grossAmount }, key()),
    state: () => one.call('GET', '/users/ann/withdrawable').body,
    confirm: () => one.call('POST', `/admin/payouts/${pendingId()}/confirm`),
    reject: () => one.call('POST', `/admin/payouts/${pendingId()}/reject`, { reason: 'papers' }),
    refundStake: () => one.call('POST', '/users/ann/funded/refund-stake', { confirm: true }, key()),
    past: () => one.call('GET', '/users/ann/history').body.fundedAccounts as Body[],
  }
}

const payoutIn = (answer: Expected): Body => answer.body.payout as Body
const errorOf = ({ status, body }: Expected): string => `${status} ${body.error}`

describe('a payout', () => {
  test('is a share down to the cent, and the own stake comes with the first one alone', () => {
    const one = account()
    one.earn('b1', 100)
    expect(payoutIn(one.withdraw(33.33))).toMatchObject({ userShare: 26.66, operatorShare: 6.67, ownStakeReturned: 10 })
    expect(codes(one.place('b2', 10, 2))).toEqual(['payout_pending'])
    expect(payoutIn(one.confirm())).toMatchObject({ status: 'executed', balanceAfter: 1066.67 })
    one.withdraw(10)
    expect(payoutIn(one.confirm())).toMatchObject({ number: 2, ownStakeReturned: 0 })
    expect(one.ledger().totals).toMatchObject({ held: 0, stake_held: 0, player: 4466, available: 105_667 })
  })

  test('is bounded by the smallest gross amount that fills a cap', () => {
    const one = account({ profitSplitPercent: 33.33, fundedPerPayoutCap: 10 })
    one.earn('b1', 100)
    expect(one.state()).toMatchObject({ withdrawableNow: 10, withdrawableGross: 30.01 })
    expect(errorOf(one.withdraw(30.02))).toBe('400 insufficient_withdrawable_balance')
    expect(one.withdraw(30.01).status).toBe(202)
  })

  test('is updated at its confirmation when a void has taken the profit, and rejected when none is left', () => {
    const one = account()
    one.earn('b1', 40)
    one.earn('b2', 60)
    one.withdraw(100)
    one.voided('b1')
    expect(errorOf(one.confirm())).toBe('409 payout_amount_changed')
    one.voided('b2')
    expect(payoutIn(one.confirm())).toMatchObject({ status: 'rejected', decidedBy: 'system', grossAmount: 60 })
  })

  test('that is the last takes all, waits for open bets and closes the account', () => {
    const one = account({ fundedMaxPayouts: 1 })
    one.earn('b1', 100)
    one.place('b2', 10, 2)
    expect(errorOf(one.withdraw(1))).toBe('400 open_bets')
    one.lost('b2')
    expect(payoutIn(one.withdraw(1))).toMatchObject({ grossAmount: 90, userShare: 72 })
    expect(payoutIn(one.confirm())).toMatchObject({ accountClosed: true })
    expect(one.past()).toMatchObject([{ status: 'closed', endReason: 'max_payouts_reached', finalBalance: 1000 }])
  })

  test('is asked for by itself once a crossing of the threshold', () => {
    const one = account({ fundedMandatoryPayoutPercent: 110 })
    one.earn('b1', 99.99)
    expect(one.state()).toMatchObject({ pendingPayout: null })
    one.earn('b2', 0.01)
    expect(one.state()).toMatchObject({ pendingPayout: { mandatory: true, grossAmount: 100 } })
    one.reject()
    expect(one.state()).toMatchObject({ pendingPayout: null })
    one.earn('b3', 0.01)
    expect(one.state()).toMatchObject({ pendingPayout: { mandatory: true, grossAmount: 100.01 } })
  })
})

describe('a funded account', () => {
  test('ends when no first payout is asked for in time, and says so once', () => {
    const one = account({ fundedFirstPayoutDays: 2 })
    one.at('2026-03-04T10:00:00Z')
    expect([1, 2].map(() => errorOf(one.withdraw(1)))).toEqual(['400 first_payout_deadline', '404 not_found'])
    expect(one.past()).toMatchObject([{ status: 'revoked', endedAt: '2026-03-04T10:00:00.000Z' }])
  })

  test('ends after 14 days without activity, but not while a payout waits', () => {
    const idle = account()
    idle.at('2026-03-16T09:59:59.999Z')
    expect(idle.progress().type).toBe('funded_account')
    idle.at('2026-03-16T10:00:00Z')
    expect(idle.progress().type).toBe('none')
    const waiting = account()
    waiting.earn('b1', 100)
    waiting.withdraw(10)
    waiting.at('2026-05-01T10:00:00Z')
    expect(waiting.progress().type).toBe('funded_account')
  })

  test('is revoked by drawdown: what waits is rejected, the own stake forfeited', () => {
    const one = account({}, { totalDrawdownPercent: 10 })
    one.earn('b1', 100)
    one.place('b2', 100, 2)
    one.withdraw(0.05)
    one.voided('b1')
    one.lost('b2')
    expect(one.past()).toMatchObject([{ status: 'revoked', endReason: 'max_drawdown_exceeded', finalBalance: 900 }])
    expect(one.ledger().totals).toMatchObject({ held: 0, available: 0, forfeited: 1000, player: 0 })
  })

  test('gives the own stake back where the tier allows it and nothing is open', () => {
    expect(errorOf(account().refundStake())).toBe('409 stake_not_refundable')
    const one = account({ fundedStakeRefundable: true })
    one.place('b1', 10, 2)
    expect(errorOf(one.refundStake())).toBe('409 open_bets')
    one.won('b1', 20)
    expect(one.refundStake().body).toMatchObject({ ownStake: 10, bonusAmount: 90, profitForfeited: 10 })
  })
})
