import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { act, type MoneyAction, moneyActions, standingOf, startAskingService, widgetOf } from '../helpers/approvals.ts'
import { flagsOf, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { claimsHeld } from '../helpers/claims-held.ts'
import type { Answer } from '../helpers/client.ts'
import { expectError } from '../helpers/expect-error.ts'
import { openAccount, payAtOnce, payoutsOf, withdraw } from '../helpers/payouts.ts'
import { type Answering, json, Receiver, trickle } from '../helpers/receiver.ts'
import { buy, type TestService, type TestTenant } from '../helpers/service.ts'

// What comes of what the operator answers, or does not: nothing but a clear yes in time is a yes. While the answer is
// waited for nothing stands still, and what was approved is checked once more.

let service: TestService
let operator: Receiver
let tenant: TestTenant
let users = 0
beforeAll(async () => {
  operator = await Receiver.start()
  service = await startAskingService()
  tenant = await service.seed({ environment: 'production', approvalUrl: operator.url('/approve') })
})
afterEach(() => operator.reset())
afterAll(async () => {
  const { body } = await tenant.api.post('/v1/admin/ledger/verify')
  await service.end()
  operator.end()
  expect(body.mismatches).toEqual([])
  expect(service.bugs).toEqual([])
})

const [purchase, payout, refund, , cancellation] = moneyActions as readonly [
  MoneyAction,
  MoneyAction,
  MoneyAction,
  MoneyAction,
  MoneyAction,
]

const newUser = (): string => {
  users += 1
  return `user-${users}`
}

async function prepared(action: MoneyAction, of = tenant): Promise<string> {
  const userId = newUser()
  await action.prepare(of, userId)
  operator.reset()
  return userId
}

/** Declined, though nobody said no in so many words; nothing has changed and nobody has to look. */
async function expectDeclined(action: MoneyAction, answering: Answering): Promise<void> {
  const userId = await prepared(action)
  const [before, flags] = [await standingOf(tenant, userId), await flagsOf(tenant)]
  operator.answering = answering
  expectError(await act(action, tenant, userId), 402, action.declined)
  expect(operator.received).toHaveLength(1)
  expect(await standingOf(tenant, userId)).toEqual(before)
  expect(await flagsOf(tenant)).toEqual(flags)
}

const yes = '{"approved": true}'
const instead = (what: string): string =>
  `Without "approved": true it counts as a no: the approval URL of the operator ${what}`

test.each(moneyActions)('$name is declined with a code of its own', async (action) => {
  await expectDeclined(action, (response) => json(response, { approved: false, reason: 'Not today' }))
})

test.each<[string, Answering]>([
  ['a yes that is no boolean', (response) => json(response, { approved: 'true' })],
  ['a yes in another place', (response) => json(response, { result: { approved: true } })],
  ['a list', (response) => json(response, [{ approved: true }])],
  ['nothing', (response) => response.writeHead(204).end()],
  ['what is no JSON', (response) => response.end('approved')],
  ['half of a yes', (response) => response.end(yes.slice(0, -1))],
  ['a yes under 500', (response) => json(response, { approved: true }, 500)],
  ['a yes under 404', (response) => json(response, { approved: true }, 404)],
  ['a redirect to a yes', (response) => response.writeHead(307, { location: '/yes' }).end(yes)],
  ['a connection that is closed early', (response) => response.socket?.destroy()],
  ['a body that is cut off', (response) => response.writeHead(200, { 'content-length': 100 }).write(yes)],
  ['ten megabytes', (response) => response.end(`{"much": "${'x'.repeat(10_000_000)}", "approved": true}`)],
])('declined: %s', async (name, answering) => {
  await expectDeclined(purchase, (response, ...more) => {
    void answering(response, ...more)
    if (name === 'a body that is cut off') setTimeout(() => response.socket?.destroy(), 50)
  })
})

test.each<[string, Answering, string]>([
  ['a clear no', (response) => json(response, { approved: false }), 'The operator declined the purchase'],
  ['another status', (response) => json(response, {}, 404), instead('answered with status 404')],
  ['no answer', (response) => response.socket?.destroy(), instead('could not be reached')],
  ['no yes', (response) => json(response, { ok: true }), instead('answered with status 200 and something else')],
])('whoever sets it up is told what came: %s', async (_, answering, message) => {
  const userId = await prepared(purchase)
  operator.answering = answering
  expect((await act(purchase, tenant, userId)).body.message).toBe(message)
})

describe('where nobody says how long', () => {
  let usual: TestService
  beforeAll(async () => {
    usual = await startAskingService({})
  })
  afterAll(() => usual.end())

  test('declined: silence, and a yes that trickles, both within little more than 5 seconds', async () => {
    const theirs = await usual.seed({ environment: 'production', approvalUrl: operator.url('/approve') })
    const actions = [purchase, payout, cancellation]
    const userIds: string[] = []
    for (const action of actions) userIds.push(await prepared(action, theirs))
    operator.answering = (response, _, nth) => {
      if (nth === 2) trickle(response, yes)
      if (nth === 3) setTimeout(() => json(response, { approved: true }), 5_600)
    }
    const begin = performance.now()
    const answers = await Promise.all(actions.map((action, nth) => act(action, theirs, userIds[nth] ?? '')))
    const ms = performance.now() - begin
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [402, 'purchase_declined'],
      [402, 'withdrawal_declined'],
      [402, 'cancel_declined'],
    ])
    expect(answers[0]?.body.message).toBe(instead('was silent for 5 seconds'))
    expect(ms).toBeGreaterThan(4_900)
    expect(ms).toBeLessThan(15_000)
  })
})

/** Begins an action and waits until the operator has been asked; what it then answers ends it. */
async function held(action: MoneyAction, userId: string, key = `held ${userId}`) {
  let answer: (approved: boolean) => void = () => {}
  operator.answering = (response) =>
    new Promise<void>((resolve) => {
      answer = (approved) => {
        json(response, { approved })
        resolve()
      }
    })
  const pending = act(action, tenant, userId, { key })
  await expect.poll(() => operator.received.length).toBe(1)
  const ending = (approved: boolean): Promise<Answer> => {
    answer(approved)
    return pending
  }
  operator.answering = (response) => json(response, { approved: true })
  return { ending }
}

describe('while the answer is waited for', () => {
  test('bets and reads of the same player go on, and so does everything of others', async () => {
    const userId = await prepared(cancellation)
    const other = await prepared(payout)
    const { ending } = await held(cancellation, userId)
    expect((await place(tenant, userId, `${userId} meanwhile`)).body.status).toBe('accepted')
    expect(await progressOf(tenant, userId)).toMatchObject({ type: 'challenge', reserved: 25 })
    expect((await act(payout, tenant, other)).status).toBe(202)
    expect((await ending(true)).status).toBe(200)
    expect(await progressOf(tenant, userId)).toMatchObject({ type: 'none' })
  })

  test('another money action of the player is told to come later, from either side, and asks nobody', async () => {
    const userId = await prepared(cancellation)
    const { ending } = await held(cancellation, userId)
    expectError(await act(cancellation, tenant, userId), 409, 'action_in_progress')
    const widget = await widgetOf(tenant, userId)
    expectError(await act(cancellation, tenant, userId, { api: widget }), 409, 'action_in_progress')
    expect(operator.received).toHaveLength(1)
    expectError(await ending(false), 402, 'cancel_declined')
    expect((await act(cancellation, tenant, userId)).status).toBe(200)
  })

  test('who came too early gets in later with the very same request', async () => {
    const userId = await prepared(cancellation)
    const { ending } = await held(cancellation, userId)
    const key = `early ${userId}`
    expectError(await act(cancellation, tenant, userId, { key }), 409, 'action_in_progress')
    expectError(await ending(false), 402, 'cancel_declined')
    const again = await act(cancellation, tenant, userId, { key })
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  })

  test('the same request is told that it runs, and afterwards gets the same answer; the operator is asked once', async () => {
    const userId = await prepared(payout)
    const key = `once ${userId}`
    const { ending } = await held(payout, userId, key)
    expectError(await act(payout, tenant, userId, { key }), 409, 'idempotency_in_progress')
    const first = await ending(true)
    expect(first.status).toBe(202)
    const again = await act(payout, tenant, userId, { key })
    expect(again).toMatchObject({ status: 202, body: { payout: { id: first.body.payout.id } } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(operator.received).toHaveLength(1)
    expect(await payoutsOf(tenant, userId)).toHaveLength(1)
  })
})

test('a no that comes when another request has taken the key over is told to nobody: the yes of that one holds', async () => {
  const userId = await prepared(payout)
  const key = `overtaken ${userId}`
  const { ending } = await held(payout, userId, key)
  service.app.clock.forward(61_000)
  const second = await act(payout, tenant, userId, { key })
  expect(second.status).toBe(202)
  expectError(await ending(false), 409, 'idempotency_in_progress')
  const again = await act(payout, tenant, userId, { key })
  expect(again).toMatchObject({ status: 202, body: { payout: { id: second.body.payout.id } } })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test.each(moneyActions)(
  '$name that was declined stays declined under its key, and nobody is asked again',
  async (action) => {
    const userId = await prepared(action)
    operator.answering = (response) => json(response, { approved: false })
    const key = `no ${userId}`
    expectError(await act(action, tenant, userId, { key }), 402, action.declined)
    operator.answering = (response) => json(response, { approved: true })
    expectError(await act(action, tenant, userId, { key }), 402, action.declined)
    expect(operator.received).toHaveLength(1)
    expect((await act(action, tenant, userId)).status).toBe(action.done)
  },
)

describe('the operator is shown what it comes to by now', () => {
  const shown = () => operator.received.map(({ body }) => JSON.parse(body).amount)
  const win100 = async (userId: string, betId: string): Promise<void> => {
    await place(tenant, userId, betId, { stakeAmount: 100, odds: 2 })
    await win(tenant, userId, betId, 200)
  }
  /** A player whose next payout is the last one: it takes the whole profit, whatever is asked for. */
  const leaving = async (): Promise<string> => {
    const userId = newUser()
    await openAccount(tenant, userId, { fundedMaxPayouts: 1 })
    await win100(userId, `${userId} first`)
    operator.reset()
    return userId
  }

  test('when a bet is won before its turn has come', async () => {
    const [userId, flags] = [await leaving(), await flagsOf(tenant)]
    const claims = await claimsHeld(service.app.pool)
    const asked = withdraw(tenant, userId, 1)
    await claims.untilOneWaits()
    await win100(userId, `${userId} second`)
    expect(operator.received).toEqual([])
    await claims.letGo()
    expect((await asked).body.payout).toMatchObject({ grossAmount: 200, userShare: 160, totalPaid: 180 })
    expect(shown()).toEqual([180])
    expect(await flagsOf(tenant)).toEqual(flags)
  })

  test('when it is asked again after a no', async () => {
    const userId = await leaving()
    operator.answering = (response) => json(response, { approved: false })
    expectError(await withdraw(tenant, userId, 1), 402, 'withdrawal_declined')
    await win100(userId, `${userId} second`)
    operator.answering = (response) => json(response, { approved: true })
    expect((await withdraw(tenant, userId, 1)).body.payout).toMatchObject({ grossAmount: 200, totalPaid: 180 })
    expect(shown()).toEqual([100, 180])
  })
})

describe('what was approved is checked once more', () => {
  const flagsSince = async (before: readonly object[]) =>
    (await flagsOf(tenant)).slice(before.length).map(({ type, userId, description }) => [type, userId, description])

  test('a payout whose profit was taken back meanwhile is refused, and a flag opens', async () => {
    const userId = newUser()
    await openAccount(tenant, userId)
    await place(tenant, userId, `${userId} big`, { stakeAmount: 100, odds: 2 })
    await win(tenant, userId, `${userId} big`, 200)
    operator.reset()
    const before = await flagsOf(tenant)
    const { ending } = await held(payout, userId)
    await voidBet(tenant, userId, `${userId} big`)
    expectError(await ending(true), 400, 'no_profit')
    expect(await payoutsOf(tenant, userId)).toEqual([])
    expect(await flagsSince(before)).toEqual([
      [
        'approved_action_failed',
        userId,
        'The operator approved the withdraw, which then was refused with no_profit: money may have moved',
      ],
    ])
  })

  test.each<[string, MoneyAction, 'no_pending_choice' | 'not_found']>([
    ['refund', refund, 'no_pending_choice'],
    ['cancellation', { ...cancellation, prepare: refund.prepare }, 'not_found'],
  ])(
    'a %s whose player went on meanwhile is refused, and a flag opens; the account keeps all that it has',
    async (...of) => {
      const [, action, code] = of
      const userId = await prepared(action)
      const before = await flagsOf(tenant)
      const { ending } = await held(action, userId, `went on ${userId}`)
      expect((await tenant.api.post(`/v1/users/${userId}/challenge/continue`)).status).toBe(200)
      const account = await standingOf(tenant, userId)
      expect(account).toMatchObject({ type: 'funded_account', status: 'active', refundableOwnStake: 20 })
      expectError(await ending(true), 404, code)
      expectError(await act(action, tenant, userId, { key: `went on ${userId}` }), 404, code)
      expect(await standingOf(tenant, userId)).toEqual(account)
      expect(await flagsSince(before)).toEqual([
        ['approved_action_failed', userId, expect.stringContaining(`which then was refused with ${code}`)],
      ])
      expect(operator.received).toHaveLength(1)
    },
  )

  test('a last payout that comes to more than was approved opens a flag', async () => {
    const sandbox = await service.seed({ approvalUrl: operator.url('/approve') })
    await payAtOnce(sandbox)
    await openAccount(sandbox, 'grows', { fundedMaxPayouts: 1 })
    await place(sandbox, 'grows', 'g1', { stakeAmount: 100, odds: 2 })
    await win(sandbox, 'grows', 'g1', 200)
    operator.reset()
    operator.answering = async (response) => {
      await place(sandbox, 'grows', 'g2', { stakeAmount: 100, odds: 2 })
      await win(sandbox, 'grows', 'g2', 200)
      json(response, { approved: true })
    }
    expect((await withdraw(sandbox, 'grows', 1)).body.payout).toMatchObject({ grossAmount: 200, userShare: 160 })
    expect(JSON.parse(operator.received[0]?.body ?? '')).toMatchObject({ amount: 100 })
    expect(await flagsOf(sandbox)).toMatchObject([{ type: 'approved_action_failed', userId: 'grows', status: 'open' }])
  })

  test('a tier that went off sale meanwhile is not sold, and a flag opens; one that got dearer is, as approved', async () => {
    const sandbox = await service.seed({ approvalUrl: operator.url('/approve') })
    const edit = (change: object) => sandbox.api.put(`/v1/admin/challenge-tiers/${sandbox.tierId}`, change)
    const meanwhile =
      (change: object): Answering =>
      async (response) => {
        await edit(change)
        json(response, { approved: true })
      }
    operator.answering = meanwhile({ enabled: false })
    expectError(await act(purchase, sandbox, 'too late'), 409, 'tier_disabled')
    expect(await flagsOf(sandbox)).toMatchObject([{ type: 'approved_action_failed', userId: 'too late' }])
    await edit({ enabled: true })
    operator.answering = meanwhile({ ownStake: 30 })
    expect((await act(purchase, sandbox, 'in time')).body.challenge).toMatchObject({ ownStake: 20 })
    expect(await flagsOf(sandbox)).toHaveLength(1)
  })

  test('a call that has died keeps others out for 30 seconds; what it still brings about opens a flag', async () => {
    const userId = await prepared(purchase)
    const before = await flagsOf(tenant)
    const { ending } = await held(purchase, userId)
    service.app.clock.forward(29_999)
    expectError(await act(purchase, tenant, userId), 409, 'action_in_progress')
    service.app.clock.forward(1)
    expect((await act(purchase, tenant, userId)).status).toBe(201)
    expectError(await ending(true), 409, 'active_challenge_exists')
    expect(await flagsSince(before)).toMatchObject([['approved_action_failed', userId, expect.any(String)]])
    expectError(await buy(tenant, userId), 409, 'active_challenge_exists')
  })
})
