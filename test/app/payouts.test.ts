import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flagsOf, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import {
  accountWith,
  confirm,
  openAccount,
  payAtOnce,
  payoutsOf,
  pendingPayout,
  reject,
  withdraw,
} from '../helpers/payouts.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Exactly once, under fire: two services on one database, asked by many at the same moment.

const TIMES = 20

let here: TestService
let there: TestService
beforeAll(async () => {
  here = await startService({ lanes: 4 })
  there = await startService({ lanes: 4, via: async () => here.app.url })
})
afterAll(async () => {
  await there.end()
  await here.end()
  expect([...here.bugs, ...there.bugs]).toEqual([])
})

/** A tenant as both services see it. */
interface Sides {
  readonly tenant: TestTenant
  /** Asks so many times at the same moment, each service in turn. */
  readonly fire: <Asked>(times: number, ask: (tenant: TestTenant, i: number) => Promise<Asked>) => Promise<Asked[]>
}

async function newTenant(): Promise<Sides> {
  const tenant = await here.seed()
  const twin = { ...tenant, api: there.anybody.with({ 'x-api-key': tenant.serverKey }) }
  return {
    tenant,
    fire: (times, ask) => Promise.all(Array.from({ length: times }, (_, i) => ask(i % 2 === 0 ? tenant : twin, i))),
  }
}

/** The books add up, and what they say was paid to players is what the payouts say. */
async function expectBooksToBalance({ id, api }: TestTenant): Promise<void> {
  expect((await api.post('/v1/admin/ledger/verify')).body.mismatches).toEqual([])
  const { rows } = await here.app.pool.query<{ paid: string }>(
    `select coalesce(sum(amount), 0) as paid from ledger_entries where tenant_id = $1 and credit = 'player'`,
    [id],
  )
  const { payouts } = (await api.get('/v1/admin/payouts?status=executed&limit=500')).body
  const paid = payouts.reduce(
    (sum: number, { totalPaid }: { totalPaid: number }) => sum + Math.round(totalPaid * 100),
    0,
  )
  expect(Number(rows[0]?.paid)).toBe(paid)
}

/** The payouts of the player's account, newest first. */
const historyOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/users/${userId}/history`)).body.fundedAccounts[0].payouts

const codesOf = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, body }) => `${status} ${body.error ?? body.payout?.status ?? ''}`).sort()
const count = (answers: readonly Answer[], code: string): number =>
  codesOf(answers).filter((each) => each === code).length

describe('a withdraw that is sent twenty times at once', () => {
  test('under one key becomes one payout, and everybody who is answered gets the same answer', async () => {
    const { tenant, fire } = await newTenant()
    await accountWith(tenant, 'anna', 100)
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10, 'one key'))
    const [payout] = await payoutsOf(tenant, 'anna')
    for (const { status, body } of answers) {
      expect(status === 202 ? body.payout : body.error).toEqual(status === 202 ? payout : 'idempotency_in_progress')
    }
    expect(count(answers, '202 pending')).toBeGreaterThan(0)
    expect((await withdraw(tenant, 'anna', 10, 'one key')).body.payout).toEqual(payout)
    expect(await payoutsOf(tenant, 'anna')).toHaveLength(1)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 600, available: 590 })
    await expectBooksToBalance(tenant)
  })

  test('under keys of their own becomes one payout, which the others are told to wait for', async () => {
    const { tenant, fire } = await newTenant()
    await accountWith(tenant, 'anna', 100)
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10))
    expect(codesOf(answers)).toEqual(['202 pending', ...Array(TIMES - 1).fill('400 payout_pending')])
    expect(await payoutsOf(tenant, 'anna')).toHaveLength(1)
    await expectBooksToBalance(tenant)
  })

  test('and executed at once pays the profit and the own stake once, and not a cent more', async () => {
    const { tenant, fire } = await newTenant()
    await payAtOnce(tenant)
    await accountWith(tenant, 'anna', 100)
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10))
    expect(codesOf(answers)).toEqual([...Array(10).fill('200 executed'), ...Array(10).fill('400 no_profit')])
    const payouts = await historyOf(tenant, 'anna')
    expect(payouts.map(({ number, ownStakeReturned }) => [number, ownStakeReturned])).toEqual(
      Array.from({ length: 10 }, (_, i) => (i === 9 ? [1, 20] : [10 - i, 0])),
    )
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 500, totalWithdrawn: 80, payoutCount: 10 })
    await expectBooksToBalance(tenant)
  })

  test('and executed at once under one key pays once', async () => {
    const { tenant, fire } = await newTenant()
    await payAtOnce(tenant)
    await accountWith(tenant, 'anna', 100)
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10, 'one key'))
    expect(count(answers, '200 executed')).toBeGreaterThan(0)
    expect(count(answers, '200 executed') + count(answers, '409 idempotency_in_progress')).toBe(TIMES)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 590, payoutCount: 1 })
    await expectBooksToBalance(tenant)
  })

  test('makes no more payouts than the account allows', async () => {
    const { tenant, fire } = await newTenant()
    await payAtOnce(tenant)
    await accountWith(tenant, 'anna', 100, { fundedMaxPayouts: 2 })
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10))
    expect(codesOf(answers)).toEqual([...Array(2).fill('200 executed'), ...Array(TIMES - 2).fill('404 not_found')])
    expect(await historyOf(tenant, 'anna')).toMatchObject([
      { grossAmount: 90, accountClosed: true },
      { grossAmount: 10, accountClosed: false },
    ])
    await expectBooksToBalance(tenant)
  })

  test('makes no more payouts than its cap allows', async () => {
    const { tenant, fire } = await newTenant()
    await payAtOnce(tenant)
    await accountWith(tenant, 'anna', 100, { fundedTotalPayoutCap: 20 })
    const answers = await fire(TIMES, (side) => withdraw(side, 'anna', 10))
    // Shares of 8.00 and 8.00; a third one would be more than the 4.00 that are left.
    expect(count(answers, '200 executed')).toBe(2)
    expect(count(answers, '400 insufficient_withdrawable_balance')).toBe(TIMES - 2)
    await expectBooksToBalance(tenant)
  })
})

describe('decisions that come at once', () => {
  test('twenty confirms pay once', async () => {
    const { tenant, fire } = await newTenant()
    await accountWith(tenant, 'anna', 100)
    const { id } = await pendingPayout(tenant, 'anna', 100)
    const answers = await fire(TIMES, (side) => confirm(side, id))
    expect(codesOf(answers)).toEqual(Array(TIMES).fill('200 executed'))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.payout))).size).toBe(1)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 500, payoutCount: 1, totalWithdrawn: 80 })
    await expectBooksToBalance(tenant)
  })

  test('confirms and rejections: one of them decides, and all are told what it decided', async () => {
    const { tenant, fire } = await newTenant()
    const users = Array.from({ length: 6 }, (_, i) => `user-${i}`)
    for (const user of users) {
      await accountWith(tenant, user, 100)
      const { id } = await pendingPayout(tenant, user, 50)
      const answers = await fire(8, (side, i) => (i % 4 < 2 ? confirm(side, id) : reject(side, id)))
      const [payout] = await payoutsOf(tenant, user)
      expect(answers.map(({ status, body }) => [status, body.payout])).toEqual(Array(8).fill([200, payout]))
      const [currentBalance, payoutCount] = payout.status === 'executed' ? [550, 1] : [600, 0]
      expect(await progressOf(tenant, user)).toMatchObject({ currentBalance, available: currentBalance, payoutCount })
    }
    await expectBooksToBalance(tenant)
  })

  test('under idempotency keys, too: whoever came too late is answered the same again', async () => {
    const { tenant, fire } = await newTenant()
    await accountWith(tenant, 'anna', 100)
    const { id } = await pendingPayout(tenant, 'anna', 50)
    const send = ({ api }: TestTenant, i: number): Promise<Answer> =>
      api.post(`/v1/admin/payouts/${id}/${i < 10 ? 'confirm' : 'reject'}`, {}, { 'x-idempotency-key': `key ${i}` })
    const answers = await fire(TIMES, send)
    const again = await fire(TIMES, send)
    const [payout] = await payoutsOf(tenant, 'anna')
    for (const { status, body } of [...answers, ...again]) expect([status, body.payout]).toEqual([200, payout])
    await expectBooksToBalance(tenant)
  })
})

describe('a race between a payout and', () => {
  const users = Array.from({ length: 10 }, (_, i) => `user-${i}`)

  test('a settlement: the payout sees it or does not, and the balance is right either way', async () => {
    const { tenant, fire } = await newTenant()
    for (const user of users) {
      await accountWith(tenant, user, 100)
      await place(tenant, user, `${user}-open`)
      const [settled, asked] = (await fire<Answer>(2, (side, i) =>
        i === 0 ? win(side, user, `${user}-open`, 50) : withdraw(side, user, 100),
      )) as [Answer, Answer]
      expect(settled.body.status).toBe('accepted')
      // Before the settlement only 75.00 of the profit are free.
      expect(['202 pending', '400 insufficient_withdrawable_balance']).toContain(codesOf([asked])[0])
      const held = asked.status === 202 ? 100 : 0
      expect(await progressOf(tenant, user)).toMatchObject({ currentBalance: 625, available: 625 - held, reserved: 0 })
    }
    await expectBooksToBalance(tenant)
  })

  test('a void of the bet that brought the profit: it is not paid, or it is paid and flagged', async () => {
    const { tenant, fire } = await newTenant()
    for (const user of users) {
      await openAccount(tenant, user)
      await place(tenant, user, `${user}-won`, { stakeAmount: 100 })
      await win(tenant, user, `${user}-won`, 200)
      const { id } = await pendingPayout(tenant, user, 100)
      await fire<Answer>(2, (side, i) => (i === 0 ? voidBet(side, user, `${user}-won`) : confirm(side, id)))
      const [payout] = await payoutsOf(tenant, user)
      const isPaid = payout.status === 'executed'
      expect(payout).toMatchObject(isPaid ? { decidedBy: 'server_key' } : { status: 'rejected', reason: 'no_profit' })
      expect(await progressOf(tenant, user)).toMatchObject({ currentBalance: isPaid ? 400 : 500 })
      const types = (await flagsOf(tenant)).filter(({ userId }) => userId === user).map(({ type }) => type)
      expect(types).toEqual(isPaid ? ['void_after_payout'] : [])
    }
    await expectBooksToBalance(tenant)
  })

  test('a placement before the last payout: one of the two goes through', async () => {
    const { tenant, fire } = await newTenant()
    for (const user of users) {
      await accountWith(tenant, user, 100, { fundedMaxPayouts: 1 })
      const [placed, asked] = (await fire<Answer>(2, (side, i) =>
        i === 0 ? place(side, user, `${user}-open`) : withdraw(side, user, 100),
      )) as [Answer, Answer]
      const { reasonCodes } = placed.body.validationResult
      if (asked.status === 202) expect(reasonCodes).toEqual(['payout_pending'])
      else expect([asked.body.error, reasonCodes]).toEqual(['open_bets', []])
    }
    await expectBooksToBalance(tenant)
  })

  test('the refund of the own stake: it leaves once', async () => {
    const { tenant, fire } = await newTenant()
    for (const user of users) {
      await accountWith(tenant, user, 100, { fundedStakeRefundable: true })
      const key = { 'x-idempotency-key': randomUUID() }
      const [refunded, asked] = (await fire<Answer>(2, ({ api, ...side }, i) =>
        i === 0
          ? api.post(`/v1/users/${user}/funded/refund-stake`, { confirm: true }, key)
          : withdraw({ api, ...side }, user, 100),
      )) as [Answer, Answer]
      expect([
        [200, 'not_found'],
        ['payout_pending', 202],
      ]).toContainEqual([refunded.body.error ?? refunded.status, asked.body.error ?? asked.status])
    }
    // The own stakes that were refunded went to players, too, without a payout.
    expect((await tenant.api.post('/v1/admin/ledger/verify')).body.valid).toBe(true)
  })

  test('the settlement that reaches the mandatory threshold: one of them asks, and once', async () => {
    const { tenant, fire } = await newTenant()
    for (const user of users) {
      await openAccount(tenant, user, { fundedMandatoryPayoutPercent: 150 })
      await place(tenant, user, `${user}-first`, { stakeAmount: 100 })
      await win(tenant, user, `${user}-first`, 200)
      await place(tenant, user, `${user}-open`, { stakeAmount: 100, odds: 5 })
      await fire<Answer>(10, (side, i) => (i === 0 ? win(side, user, `${user}-open`, 400) : withdraw(side, user, 0.02)))
      const payouts = await payoutsOf(tenant, user)
      expect(payouts).toHaveLength(1)
      expect(payouts[0]).toMatchObject({ status: 'pending', grossAmount: payouts[0].mandatory ? 400 : 0.02 })
    }
    await expectBooksToBalance(tenant)
  })
})
