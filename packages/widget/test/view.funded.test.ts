import { describe, expect, test } from 'vitest'
import type { Payout, PayoutState } from '../src/data/state.ts'
import { fundedView } from '../src/view/funded.ts'
import { amountTyped, shareOf, withdrawalView } from '../src/view/withdrawal.ts'
import { funded, NOON, payoutState, saying } from './said.ts'

const say = saying()

describe('a funded account', () => {
  const view = (progress = funded()) => fundedView(progress, NOON, say)

  test('says what can be withdrawn now', () => {
    expect(view().payout).toMatchObject({
      title: 'You can withdraw now',
      amount: '€98.76',
      stakeToo: 'and your own stake of €20.00 with it',
      blockers: [],
    })
  })

  test('says that the latest payout was rejected, and why, until another one is asked for', () => {
    const asked = (status: string, requestedAt: string) =>
      ({ status, requestedAt, totalPaid: 40, reason: status === 'rejected' ? 'Not now' : null }) as unknown as Payout
    const older = asked('rejected', '2026-03-02T12:00:00.000Z')
    const newer = asked('executed', '2026-03-09T12:00:00.000Z')
    const rejected = (payouts: Payout[], progress = funded()) =>
      fundedView(progress, NOON, say, payouts).payout.rejected
    expect(rejected([older])).toBe(
      `The payout of €40.00 requested on ${say.day(older.requestedAt)} was rejected, and nothing was paid. Not now`,
    )
    expect(rejected([older, newer])).toBeNull()
    expect(rejected([newer, older])).toBeNull()
    expect(rejected([])).toBeNull()
  })

  test('says why the service has rejected a payout by itself in words, not by its code', () => {
    const rejected = (reason: string, decidedBy: string) => {
      const payout = { status: 'rejected', requestedAt: '2026-03-02T12:00:00.000Z', totalPaid: 40, reason, decidedBy }
      return fundedView(funded(), NOON, say, [payout as unknown as Payout]).payout.rejected
    }
    expect(rejected('no_profit', 'system')).toMatch(/, and nothing was paid\. There is no profit to withdraw\.$/)
    expect(rejected('inactivity', 'system')).toMatch(/ There was no bet and no payout for 14 days\.$/)
    // What a person wrote stays as it is.
    expect(rejected('inactivity', 'admin:ada')).toMatch(/, and nothing was paid\. inactivity$/)
  })

  test('does not say of a payout that the service requested that the player did', () => {
    const mandatory = { totalPaid: 60, requestedAt: '2026-03-02T11:00:00.000Z', mandatory: true } as Payout
    const rejected = { ...mandatory, status: 'rejected', reason: null } as Payout
    const { pending } = view(funded({ canRequest: false, pendingPayout: mandatory })).payout
    const said = fundedView(funded(), NOON, say, [rejected]).payout.rejected
    expect(pending).toMatch(/^A payout of €60\.00 was requested on /)
    expect(said).toMatch(/^The payout of €60\.00 requested on .* was rejected, and nothing was paid\.$/)
  })

  test('says everything that stands in the way, with dates and amounts', () => {
    const blockers = [
      { code: 'payout_interval', unblocksAt: '2026-03-09T12:00:00.000Z', need: null, have: null },
      { code: 'open_bets', unblocksAt: null, need: 0, have: 2 },
      { code: 'below_min_payout', unblocksAt: null, need: 10, have: 4.5 },
      { code: 'no_profit', unblocksAt: null, need: 0.01, have: -5 },
    ] as const
    const { payout } = view(
      funded({ canRequest: false, withdrawableNow: 0, withdrawableGross: 0, blockers: [...blockers] }),
    )
    expect(payout).toMatchObject({ title: 'Nothing to withdraw yet', amount: null, stakeToo: null })
    expect(payout.blockers).toEqual([
      `The next payout is possible from ${say.moment('2026-03-09T12:00:00.000Z')}.`,
      'The last payout waits until your open bets (2) are settled.',
      'Your share has to be at least €10.00; it is €4.50 now.',
      'There is no profit yet: the balance without open bets has to be above €500.00.',
    ])
  })

  test('says that nothing can be staked while a payout is decided on', () => {
    const pendingPayout = { totalPaid: 60, requestedAt: '2026-03-02T11:00:00.000Z' } as PayoutState['pendingPayout']
    const stakes = view(funded({ canRequest: false, pendingPayout })).limits.map(({ note }) => note)
    expect(stakes).toContain('No bets are taken right now')
  })

  test('says how long the first payout may still be asked for', () => {
    const { payoutFacts } = view(funded({ firstPayoutDeadlineAt: '2026-03-05T12:00:00.000Z' }))
    expect(payoutFacts[0]).toEqual({
      label: 'First payout within',
      value: '3 days',
      note: `If you request none by ${say.moment('2026-03-05T12:00:00.000Z')}, the account ends`,
      tone: 'warn',
    })
  })

  test('names no day for a first payout that was asked for, even if it was rejected', () => {
    const deadline = { firstPayoutDeadlineAt: '2026-03-05T12:00:00.000Z' }
    const { payoutFacts } = view(funded({ ...deadline, firstPayoutRequested: true }))
    expect(payoutFacts.map(({ label }) => label)).not.toContain('First payout within')
  })

  test('says until when a bet is needed, and presses in the last three days', () => {
    const within = (inactivityDeadlineAt: string | null) =>
      view(funded({}, { inactivityDeadlineAt })).payoutFacts.find(({ label }) => label === 'Next bet within')
    expect(within('2026-03-15T12:00:00.000Z')).toEqual({
      label: 'Next bet within',
      value: '13 days',
      note: `If you place none by ${say.moment('2026-03-15T12:00:00.000Z')}, the account ends`,
      tone: 'plain',
    })
    expect(within('2026-03-05T11:59:59.000Z')?.tone).toBe('warn')
    expect(within(null)).toBeUndefined()
  })

  test('offers the own stake only where it can be had', () => {
    expect(view().canRefundStake).toBe(true)
    expect(view(funded({}, { stakeRefundable: false })).canRefundStake).toBe(false)
    expect(view(funded({}, { refundableOwnStake: 0 })).canRefundStake).toBe(false)
  })
})

describe('a withdrawal', () => {
  test.each([
    ['50', 50],
    ['50.5', 50.5],
    ['50,50', 50.5],
    [' 1.234,50 €', 1234.5],
    ['1,234.50', 1234.5],
    ['.5', 0.5],
    ['1.000', null],
    ['50.123', null],
    ['-5', null],
    ['', null],
    ['abc', null],
  ])('takes %j as %j', (typed, amount) => {
    expect(amountTyped(typed)).toBe(amount)
  })

  test.each([
    ['en', '1234.50'],
    ['de-AT', '1234,50'],
    ['es', '1234,50'],
    ['de-CH', '1234.50'],
    ['ar-EG', '1234.50'],
  ])('offers an amount as it is typed in %s, and reads it again', (locale, typed) => {
    expect(saying('en', locale).typed(1234.5)).toBe(typed)
    expect(amountTyped(typed)).toBe(1234.5)
  })

  test('says what the player receives, down to the cent', () => {
    expect(shareOf(0.01, payoutState())).toBe(0)
    expect(shareOf(33.33, payoutState({ profitSplitPercent: 33.33 }))).toBe(11.1)
    expect(shareOf(123.45, payoutState({ withdrawableNow: 50 }))).toBe(50)
    const { gross, rows, button } = withdrawalView(funded(), '50', say)
    expect(gross).toBe(50)
    expect(rows.map(({ value }) => value)).toEqual(['€40.00', '€20.00', '€60.00'])
    expect(button).toBe('Withdraw €60.00')
  })

  test('refuses what cannot be had', () => {
    for (const typed of ['123.46', '0', 'x']) {
      expect(withdrawalView(funded(), typed, say)).toMatchObject({
        gross: null,
        problem: 'Enter an amount from 0.01 up to €123.45.',
      })
    }
  })

  test('the last payout leaves no choice', () => {
    expect(withdrawalView(funded({ isLastPayout: true }), '', say)).toMatchObject({ gross: 123.45, isFixed: true })
  })
})
