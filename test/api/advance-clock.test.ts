import { expect, test } from 'vitest'
import { advanceClock } from '../../src/contract/operations/installation.ts'
import { advance, eventsOf, lose, place, progressOf } from '../helpers/bets.ts'
import { BEYOND_DOUBLES } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const PATH = '/v1/sandbox/clock/advance'
const send = ({ api }: TestTenant, body?: unknown) => api.post(PATH, body)

test('time moves on to a moment or by hours, and never back', async () => {
  const tenant = await used.service.seed()
  expect(await send(tenant, { byHours: 1.5 })).toMatchObject({
    status: 200,
    body: { now: '2026-03-02T13:30:00.000Z', transitions: [] },
  })
  expect((await send(tenant, { to: '2026-03-02T15:00:00+01:00' })).body.now).toBe('2026-03-02T14:00:00.000Z')
  expect((await send(tenant, { to: '2026-03-02T14:00:00Z' })).body.now).toBe('2026-03-02T14:00:00.000Z')
  expect((await send(tenant, { byHours: 0 })).body.now).toBe('2026-03-02T14:00:00.000Z')
  expectWrong(await send(tenant, { to: '2026-03-02T13:59:59.999Z' }), 'to')
  expectWrong(await send(tenant, { byHours: -1 }), 'byHours')
  expect((await tenant.api.get('/v1/sandbox/clock')).body.now).toBe('2026-03-02T14:00:00.000Z')
})

test('who moves it by hours at the same time moves it by all of them', async () => {
  const tenant = await used.service.seed()
  await Promise.all(Array.from({ length: 5 }, () => send(tenant, { byHours: 2 })))
  expect((await tenant.api.get('/v1/sandbox/clock')).body.now).toBe('2026-03-02T22:00:00.000Z')
})

test('everything due on the way is done in order and as of its due time', async () => {
  const tenant = await used.service.seed()
  const cooled = (await buy(tenant, 'cooled', { timestamp: '2026-03-02T11:00:00Z' })).body.challenge.id
  const idle = (await buy(tenant, 'idle')).body.challenge.id
  for (const [bet, stakeAmount] of [
    ['c1', 25],
    ['c2', 18],
    ['c3', 7],
  ] as const) {
    await place(tenant, 'cooled', bet, { stakeAmount })
    await lose(tenant, 'cooled', bet)
  }
  const { body } = await advance(tenant, '2026-04-02T00:00:00Z')
  expect(body.now).toBe('2026-04-02T00:00:00.000Z')
  expect(body.transitions).toEqual([
    { at: '2026-03-03T00:00:00.000Z', type: 'cooldown.lifted', userId: 'cooled', programId: cooled },
    { at: '2026-03-31T11:00:00.000Z', type: 'challenge.expiring_soon', userId: 'cooled', programId: cooled },
    { at: '2026-03-31T12:00:00.000Z', type: 'challenge.expiring_soon', userId: 'idle', programId: idle },
    { at: '2026-04-01T11:00:00.000Z', type: 'challenge.failed', userId: 'cooled', programId: cooled },
    { at: '2026-04-01T12:00:00.000Z', type: 'challenge.failed', userId: 'idle', programId: idle },
  ])
  const [challenge] = (await tenant.api.get('/v1/users/idle/history')).body.challenges
  expect(challenge).toMatchObject({
    status: 'failed',
    failureReason: 'insufficient_active_days',
    endedAt: '2026-04-01T12:00:00.000Z',
  })
  // The pause ended with the UTC day of the expiry, which is over.
  expect((await buy(tenant, 'idle')).status).toBe(201)
})

test('what is due is due at its moment, not before, and once', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'punctual')
  const typesAt = async (to: string) =>
    (await advance(tenant, to)).body.transitions.map(({ type }: { type: string }) => type)
  expect(await typesAt('2026-03-31T11:59:59.999Z')).toEqual([])
  expect(await typesAt('2026-03-31T12:00:00Z')).toEqual(['challenge.expiring_soon'])
  expect(await typesAt('2026-04-01T11:59:59.999Z')).toEqual([])
  expect(await progressOf(tenant, 'punctual')).toMatchObject({ type: 'challenge', daysRemaining: 0 })
  expect(await typesAt('2026-04-01T12:00:00Z')).toEqual(['challenge.failed'])
  expect(await typesAt('2026-04-01T12:00:00Z')).toEqual([])
  // The pause follows the expiry.
  expect(await buy(tenant, 'punctual')).toMatchObject({
    status: 429,
    body: { error: 'purchase_cooldown', cooldownUntil: '2026-04-02T00:00:00.000Z' },
  })
})

test('the time of one tenant is its own', async () => {
  const other = await used.service.seed()
  await buy(other, 'untouched')
  await advance(await used.service.seed(), '2030-01-01T00:00:00Z')
  expect(await progressOf(other, 'untouched')).toMatchObject({ type: 'challenge', daysElapsed: 0 })
})

test('in production time cannot be moved', async () => {
  const production = await used.service.seed({ environment: 'production' })
  expectError(await send(production, { byHours: 1 }), 403, 'forbidden')
})

test.each(
  casesOf({
    to: [...wrong.moment, '0001-01-01T00:00:00Z'],
    byHours: [null, '1', 'NaN', true, BEYOND_DOUBLES, -0.1, 876_001],
  }),
)('a wrong %s is named: %j', async (field, value) => expectWrong(await send(used.tenant, { [field]: value }), field))

test.each([[undefined], [null], [[]], ['now'], [{}], [{ to: '2026-03-03T00:00:00Z', byHours: 1 }]])(
  '%j says neither where to nor how far, or both',
  async (body) => expectWrong(await send(used.tenant, body), 'body'),
)

test('nothing that was refused has moved it', async () => {
  expect((await used.tenant.api.get('/v1/sandbox/clock')).body.now).toBe('2026-03-02T12:00:00.000Z')
})

test('time can be moved to where the longest programs still end within the calendar, and no further', async () => {
  const tenant = await used.service.seed()
  expectWrong(await send(tenant, { to: '9900-01-01T00:00:00.001Z' }), 'to')
  expect((await advance(tenant, '9900-01-01T00:00:00Z')).status).toBe(200)
  expectWrong(await send(tenant, { byHours: 0.01 }), 'byHours')
  expectWrong(await send(tenant, { byHours: 876_000 }), 'byHours')
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { durationDays: 3650 })
  expect((await buy(tenant, 'patient')).body.challenge.expiresAt).toMatch(/^9909-/)
  expect((await place(tenant, 'patient', 'p1')).body.status).toBe('accepted')
  expect((await eventsOf(tenant, 'patient'))[0]).toMatchObject({ eventTimestamp: '9900-01-01T00:00:00.000Z' })
})

test('in the last years of the calendar the books add up to the millisecond', async () => {
  const tenant = await used.service.seed()
  await advance(tenant, '9000-01-01T00:00:00.123Z')
  await buy(tenant, 'patient')
  await place(tenant, 'patient', 'p1')
  await used.service.app.clock.forward(7)
  await place(tenant, 'patient', 'p2', { stakeAmount: 5 })
  expect((await tenant.api.post('/v1/admin/ledger/verify')).body.mismatches).toEqual([])
})

testAccess(used, advanceClock)
testBody(used, advanceClock)
testReplay(200, async () => {
  const { api } = await used.service.seed()
  return { api, path: PATH, body: { byHours: 24 } }
})
