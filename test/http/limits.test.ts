import { afterAll, beforeAll, expect, test } from 'vitest'
import { WINDOW_MS } from '../../src/http/limits/counters.ts'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { untold } from '../../src/http/telemetry.ts'
import type { Answer } from '../helpers/client.ts'
import { buy, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// The limits over HTTP, in one process, on a clock that stands until a test moves it.

const refused: string[] = []
let service: TestService
beforeAll(async () => {
  service = await startService({
    edge: ({ clock }) => ({
      trustProxy: 1,
      limits: { counters: new MemoryCounters(clock), clock },
      telemetry: { ...untold, requestLimited: (limit) => void refused.push(limit) },
    }),
  })
})
afterAll(() => service.end())

const many = (rateLimits: object): object => ({ rateLimits })
const from = (address: string) => ({ 'x-forwarded-for': address })

function rateHeaders({ headers }: Answer) {
  const of = (name: string): number => Number(headers.get(`x-ratelimit-${name}`))
  return { limit: of('limit'), remaining: of('remaining'), reset: of('reset') }
}

/** How many answers were not 429. */
async function passed(times: number, ask: (i: number) => Promise<Answer>): Promise<number> {
  let count = 0
  for (let i = 0; i < times; i += 1) if ((await ask(i)).status !== 429) count += 1
  return count
}

test('every answer says what the limit is, what is left and when it begins anew', async () => {
  const { api } = await service.seed()
  const before = rateHeaders(await api.get('/v1/users/anna/progress'))
  expect(before).toMatchObject({ limit: 2000, remaining: 1999 })
  expect(before.reset).toBe((service.app.clock.now() + WINDOW_MS) / 1000)
  expect(rateHeaders(await api.get('/v1/users/anna/progress')).remaining).toBe(1998)
})

test.each([
  ['an unknown path', () => service.anybody.get('/v1/nothing', from('198.51.100.1'))],
  ['no key', () => service.anybody.get('/v1/challenge-tiers', from('198.51.100.2'))],
  ['health', () => service.anybody.get('/health', from('198.51.100.3'))],
  [
    'an id that is far too long',
    () => service.anybody.get(`/v1/users/${'a'.repeat(5000)}/progress`, from('198.51.100.5')),
  ],
  ['a path that cannot be read', () => service.anybody.get('/v1/users/%ZZ/progress', from('198.51.100.4'))],
])('%s is answered with the headers, too', async (_what, ask) => {
  const { limit, remaining } = rateHeaders(await ask())
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBe(limit - 1)
})

test('a body that cannot be read and one that is wrong count like any other', async () => {
  const { api } = await service.seed()
  const json = { 'content-type': 'application/json' }
  expect(rateHeaders(await api.send('POST', '/v1/bets', '{', json))).toMatchObject({ limit: 3000, remaining: 2999 })
  expect(rateHeaders(await api.post('/v1/bets', {}))).toMatchObject({ limit: 3000, remaining: 2998 })
})

test('one too many in a category is told when to come back, in header and body', async () => {
  const { api } = await service.seed(many({ users: 3 }))
  expect(await passed(5, () => api.get('/v1/users/anna/progress'))).toBe(3)
  const answer = await api.get('/v1/users/anna/progress')
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(answer.body).toMatchObject({ error: 'rate_limited', retryAfter: 60 })
  expect(rateHeaders(answer)).toMatchObject({ limit: 3, remaining: 0 })
  expect((await api.get('/v1/challenge-tiers')).status).toBe(200)
  service.app.clock.forward(WINDOW_MS)
  expect((await api.get('/v1/users/anna/progress')).status).toBe(200)
})

test('a backend at two addresses is counted for each, and by its tenant for both', async () => {
  const { api } = await service.seed(many({ users: 3, tenant: 9 }))
  const progress = (address: string) => (): Promise<Answer> => api.get('/v1/users/anna/progress', from(address))
  expect(await passed(4, progress('192.0.2.1'))).toBe(3)
  expect(await passed(4, progress('192.0.2.2'))).toBe(3)
  // The seed has made three requests.
  const over = await progress('192.0.2.3')()
  expect(over.status).toBe(429)
  expect(rateHeaders(over)).toMatchObject({ limit: 9, remaining: 0 })
  expect(refused.at(-1)).toBe('tenant')
})

async function withPlayers(rateLimits: object): Promise<TestTenant> {
  const tenant = await service.seed(many(rateLimits))
  for (const userId of ['anna', 'boris']) await buy(tenant, userId)
  return tenant
}

const TOO_MANY = 'Too many bet events of this player within a minute: send it again later'

test('the 31st bet event of a player in a minute is refused with the bare body and no Retry-After', async () => {
  const { api } = await withPlayers({})
  const bet = (i: number): Promise<Answer> => api.post('/v1/bets', placement('anna', `b${i}`, { stakeAmount: 1 }))
  expect(await passed(30, bet)).toBe(30)
  const answer = await bet(31)
  expect(answer.status).toBe(429)
  expect(Object.keys(answer.body).sort()).toEqual(['correlationId', 'error', 'message'])
  expect(answer.body).toMatchObject({ error: 'rate_limited', message: TOO_MANY })
  expect(answer.headers.get('retry-after')).toBeNull()
  expect(rateHeaders(answer).limit).toBe(3000)
  expect((await api.post('/v1/bets', placement('boris', 'b1'))).status).toBe(200)
  service.app.clock.forward(WINDOW_MS)
  expect((await bet(32)).status).toBe(200)
})

test('of a batch the items over the limit of their player fail alone, and the events of single bets count with them', async () => {
  const { api } = await withPlayers({ betEventsPerUser: 3 })
  await api.post('/v1/bets', placement('anna', 'single', { stakeAmount: 1 }))
  const bets = ['anna', 'anna', 'boris', 'anna', 'boris'].map((userId, i) =>
    placement(userId, `item-${i}`, { stakeAmount: 1 }),
  )
  const { status, body } = await api.post('/v1/bets/batch', { bets })
  expect(status).toBe(200)
  expect(body.results.map((item: { httpStatus: number }) => item.httpStatus)).toEqual([200, 200, 200, 429, 200])
  expect(body.results[3]).toMatchObject({ error: 'rate_limited', message: TOO_MANY, betEventId: null })
  expect(body.summary).toMatchObject({ accepted: 4, failed: 1 })
})

test('a player whose bets are queued, and read by a mapping, is held to the same limit', async () => {
  const { api } = await service.seed({ rateLimits: { betEventsPerUser: 2 }, integrationMode: 'async' })
  await api.put('/v1/admin/adapter-mapping', { fields: { userId: 'player.id' } })
  const bet = (player: string, n: number) => ({
    ...placement('', `${player}-${n}`),
    userId: null,
    player: { id: player },
  })
  const statuses = []
  for (const n of [1, 2, 3]) statuses.push((await api.post('/v1/bets', bet('clara', n))).status)
  expect(statuses).toEqual([202, 202, 429])
  const { body } = await api.post('/v1/bets/batch', { bets: [1, 2, 3].map((n) => bet('dora', n)) })
  expect(body.results.map((item: { httpStatus: number }) => item.httpStatus)).toEqual([202, 202, 429])
  expect(body.summary).toMatchObject({ queued: 2, failed: 1 })
})

test('what was never judged uses up no bet event', async () => {
  const { api } = await withPlayers({ betEventsPerUser: 1 })
  expect((await api.post('/v1/bets', { userId: 'anna' })).status).toBe(400)
  expect((await api.post('/v1/bets', placement('anna', 'b1'))).status).toBe(200)
})

test('30 failed authentications lock an address out until the minute has passed', async () => {
  const { api } = await service.seed()
  const attacker = from('203.0.113.1')
  const guess = (i: number): Promise<Answer> =>
    service.anybody.get('/v1/challenge-tiers', { 'x-api-key': `key-${i}`, ...attacker })
  for (let i = 0; i < 30; i += 1) expect((await guess(i)).status).toBe(401)
  for (const ask of [() => guess(31), () => api.get('/v1/challenge-tiers', attacker)]) {
    const answer = await ask()
    expect(answer).toMatchObject({ status: 429, body: { error: 'rate_limited', retryAfter: 60 } })
    expect(answer.headers.get('retry-after')).toBe('60')
  }
  expect((await service.superAdmin.get('/v1/super-admin/tenants', attacker)).status).toBe(429)
  expect((await api.get('/v1/challenge-tiers', from('203.0.113.2'))).status).toBe(200)
  service.app.clock.forward(WINDOW_MS)
  expect((await api.get('/v1/challenge-tiers', attacker)).status).toBe(200)
})

test('a header that only a proxy may send moves nobody to another address', async () => {
  const direct = await startService({
    edge: ({ clock }) => ({ limits: { counters: new MemoryCounters(clock), clock } }),
  })
  for (let i = 0; i < 30; i += 1) await direct.anybody.get('/v1/challenge-tiers', from(`192.0.2.${i}`))
  expect((await direct.anybody.get('/v1/challenge-tiers', from('192.0.2.99'))).status).toBe(429)
  await direct.end()
})

test.each([
  ['on the list is believed', '127.0.0.1', 'each address for itself'],
  ['that is not on the list is not', '192.0.2.1', 'both as one'],
])('where proxies are listed, one %s', async (_what, listed, counted) => {
  const behind = await startService({
    edge: ({ clock }) => ({ trustProxy: [listed], limits: { counters: new MemoryCounters(clock), clock } }),
  })
  const left = async (address: string): Promise<number> =>
    rateHeaders(await behind.anybody.get('/v1/nothing', from(address))).remaining
  const [one, other] = [await left('198.51.100.90'), await left('198.51.100.91')]
  expect(one === other ? 'each address for itself' : 'both as one').toBe(counted)
  await behind.end()
})

test('a super admin gets 60 a minute from one address', async () => {
  const list = (): Promise<Answer> => service.superAdmin.get('/v1/super-admin/tenants', from('198.51.100.60'))
  expect(await passed(62, list)).toBe(60)
  expect((await service.superAdmin.get('/v1/super-admin/tenants', from('198.51.100.61'))).status).toBe(200)
})

test('logins get 20 a minute from one address', async () => {
  const login = (): Promise<Answer> =>
    service.anybody.post('/v1/auth/login', { email: 'nobody@operator.example', password: 'x' }, from('198.51.100.20'))
  const first = await login()
  expect(first.status).toBe(401)
  expect(rateHeaders(first)).toMatchObject({ limit: 20, remaining: 19 })
  expect(await passed(21, login)).toBe(19)
  expect(rateHeaders(await login())).toMatchObject({ limit: 20, remaining: 0 })
})

test('a login that fails once too often is told so by the limit that it hits', async () => {
  const visitor = from('198.51.100.21')
  const wrongKey = () => service.anybody.get('/v1/challenge-tiers', { 'x-api-key': 'key-wrong', ...visitor })
  for (let i = 0; i < 30; i += 1) expect((await wrongKey()).status).toBe(401)
  const login = { email: 'nobody@operator.example', password: 'x' }
  const answer = await service.anybody.post('/v1/auth/login', login, visitor)
  expect(answer).toMatchObject({ status: 429, body: { retryAfter: 60 } })
  expect(rateHeaders(answer)).toMatchObject({ limit: 30, remaining: 0 })
})

test('who asks whether the service is well is always answered', async () => {
  const health = (): Promise<Answer> => service.anybody.get('/health', from('198.51.100.77'))
  expect(await passed(1600, health)).toBe(1600)
  expect(rateHeaders(await health()).remaining).toBe(0)
})
