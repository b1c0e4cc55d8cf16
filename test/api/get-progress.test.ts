import { expect, test } from 'vitest'
import { getProgress } from '../../src/contract/operations/users.ts'
import { advance, cancel, lose, place, progressOf, voidBet } from '../helpers/bets.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('type none: a player who was never seen', async () => {
  expect(await progressOf(used.tenant, 'stranger')).toEqual({
    type: 'none',
    message: 'The user has no active challenge or funded account',
    purchaseCooldownUntil: null,
    selfExcluded: false,
    asOf: '2026-03-02T12:00:00.000Z',
    correlationId: expect.any(String),
  })
})

test('type challenge: a running challenge', async () => {
  const { challenge } = (await buy(used.tenant, 'runner', { timestamp: '2026-03-01T23:59:59Z' })).body
  await place(used.tenant, 'runner', 'r1')
  await lose(used.tenant, 'runner', 'r1')
  await place(used.tenant, 'runner', 'r2', { stakeAmount: 18.75 })
  await place(used.tenant, 'runner', 'r3', { stakeAmount: 0.5 })
  expect(await progressOf(used.tenant, 'runner')).toEqual({
    type: 'challenge',
    challengeId: challenge.id,
    status: 'active',
    currency: 'EUR',
    currentBalance: 75,
    targetBalance: 150,
    startingBalance: 100,
    reserved: 18.75,
    available: 56.25,
    openBets: 1,
    dailyLoss: 25,
    daysElapsed: 1,
    daysRemaining: 29,
    activeDays: 1,
    totalBetsPlaced: 3,
    totalBetsAccepted: 2,
    totalBetsRejected: 1,
    minBetsRequired: 2,
    minActiveDays: 1,
    cooldownUntil: null,
    limitsNow: (await used.tenant.api.get('/v1/users/runner/ruleset')).body.limitsNow,
    startedAt: '2026-03-01T23:59:59.000Z',
    expiresAt: '2026-03-31T23:59:59.000Z',
    selfExcluded: false,
    asOf: '2026-03-02T12:00:00.000Z',
    correlationId: expect.any(String),
  })
})

test('type challenge_passed: a passed challenge that awaits its choice', async () => {
  const challengeId = await buyAndPass(used.tenant, 'passer')
  await used.tenant.api.put('/v1/admin/users/passer/self-exclusion', { excluded: true })
  expect(await progressOf(used.tenant, 'passer')).toEqual({
    type: 'challenge_passed',
    challengeId,
    status: 'passed_pending_choice',
    currency: 'EUR',
    programBalance: 150,
    targetBalance: 150,
    ownStake: 20,
    bonusAmount: 80,
    refundableOwnStake: 20,
    choices: ['continue', 'refund'],
    passedAt: '2026-03-02T12:00:00.000Z',
    selfExcluded: true,
    asOf: '2026-03-02T12:00:00.000Z',
    correlationId: expect.any(String),
  })
})

test('type funded_account: after the choice to continue', async () => {
  const challengeId = await buyAndPass(used.tenant, 'funded')
  const { fundedAccountId } = (await used.tenant.api.post('/v1/users/funded/challenge/continue')).body
  await place(used.tenant, 'funded', 'f1', { stakeAmount: 100 })
  expect(await progressOf(used.tenant, 'funded')).toMatchObject({
    type: 'funded_account',
    fundedAccountId,
    challengeId,
    currentBalance: 500,
    firstPayoutDeadlineAt: '2026-04-01T12:00:00.000Z',
    reserved: 100,
    openStake: 100,
    available: 400,
    openBets: 1,
    limitsNow: { maxStake: 100, dailyLossRemaining: 250, drawdownRemaining: 300, minOdds: 1.5, maxSelections: 5 },
    payout: { canRequest: false, withdrawableNow: 0, withdrawableGross: 0 },
  })
})

test('a cooldown is shown until it is over, or until its reason is gone', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'loser')
  for (const [bet, stakeAmount] of [
    ['l1', 25],
    ['l2', 18],
    ['l3', 7],
  ] as const) {
    await place(tenant, 'loser', bet, { stakeAmount })
    await lose(tenant, 'loser', bet)
  }
  const cooled = { type: 'challenge', currentBalance: 50, dailyLoss: 50, cooldownUntil: '2026-03-03T00:00:00.000Z' }
  expect(await progressOf(tenant, 'loser')).toMatchObject(cooled)
  await voidBet(tenant, 'loser', 'l3')
  expect(await progressOf(tenant, 'loser')).toMatchObject({ currentBalance: 57, dailyLoss: 43, cooldownUntil: null })
  await place(tenant, 'loser', 'l4', { stakeAmount: 7 })
  await lose(tenant, 'loser', 'l4')
  expect(await progressOf(tenant, 'loser')).toMatchObject(cooled)
  await advance(tenant, '2026-03-02T23:59:59.999Z')
  expect(await progressOf(tenant, 'loser')).toMatchObject({ ...cooled, daysElapsed: 0 })
  await advance(tenant, '2026-03-03T00:00:00Z')
  expect(await progressOf(tenant, 'loser')).toMatchObject({ dailyLoss: 0, cooldownUntil: null, daysElapsed: 1 })
})

test('after a challenge that was given up it says from when on the next one can be bought', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'quitter')
  await cancel(tenant, 'quitter')
  const closed = { type: 'none', purchaseCooldownUntil: '2026-03-03T00:00:00.000Z' }
  expect(await progressOf(tenant, 'quitter')).toMatchObject(closed)
  expect((await buy(tenant, 'quitter')).body.cooldownUntil).toBe(closed.purchaseCooldownUntil)
  await advance(tenant, closed.purchaseCooldownUntil)
  expect(await progressOf(tenant, 'quitter')).toMatchObject({ type: 'none', purchaseCooldownUntil: null })
})

test('a challenge that starts within minutes, on the next UTC day, has all of its days before it', async () => {
  const tenant = await used.service.seed()
  await advance(tenant, '2026-03-02T23:58:00Z')
  await buy(tenant, 'early', { timestamp: '2026-03-03T00:01:00Z' })
  expect(await progressOf(tenant, 'early')).toMatchObject({ daysElapsed: 0, daysRemaining: 30 })
  await advance(tenant, '2026-03-04T00:00:00Z')
  expect(await progressOf(tenant, 'early')).toMatchObject({ daysElapsed: 1, daysRemaining: 29 })
})

test('what is due by now shows at once, before anything has stored it', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'expired', { timestamp: '2026-01-31T12:00:01Z' })
  expect(await progressOf(tenant, 'expired')).toMatchObject({ type: 'challenge', daysElapsed: 30, daysRemaining: 0 })
  used.service.app.clock.forward(1000)
  expect(await progressOf(tenant, 'expired')).toMatchObject({ type: 'none' })
})

test('another tenant sees none of our players', async () => {
  await buy(used.tenant, 'ours')
  expect(await progressOf(await used.service.seed(), 'ours')).toMatchObject({ type: 'none' })
})

test('a correlation id is echoed if it can be, else made', async () => {
  const ask = (id: string) => used.tenant.api.get('/v1/users/stranger/progress', { 'x-correlation-id': id })
  const good = ['a', 'A-z.0_9:b', 'x'.repeat(128)]
  for (const id of good) expect((await ask(id)).body.correlationId).toBe(id)
  const made = []
  for (const id of ['', 'a b', 'x'.repeat(129), 'é', '{"a":1}']) made.push((await ask(id)).body.correlationId)
  expect(made.every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true)
  expect(new Set(made).size).toBe(made.length)
})

test('and so is that of an error', async () => {
  const headers = { 'x-correlation-id': 'support-case-7' }
  for (const [api, path] of [
    [used.service.anybody, '/v1/users/stranger/progress'],
    [used.tenant.api, '/v1/users/%/progress'],
    [used.tenant.api, '/v1/nowhere'],
  ] as const) {
    const { status, body } = await api.get(path, headers)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.correlationId).toBe('support-case-7')
  }
})

testAccess(used, getProgress)
testPath(used, getProgress)
