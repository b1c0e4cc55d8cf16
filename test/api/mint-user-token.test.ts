import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/core/instant.ts'
import { userToken } from '../helpers/people.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

const PATH = '/v1/sse/token'

let service: TestService
let staging: TestTenant
let production: TestTenant
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  staging = await service.seed()
  production = await service.seed({ environment: 'production' })
})
afterAll(() => service.end())

const isoIn = (ms: number): string => new Date(service.app.clock.now() + ms).toISOString()

test('the server key mints a token of an hour for any player', async () => {
  const { status, body } = await production.api.post(PATH, { userId: 'anna' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { userId: 'anna', ttl: 3600, expiresAt: isoIn(HOUR_MS) },
  })
  const token = { 'x-user-token': body.token }
  expect((await production.publicApi.get('/v1/users/anna/progress', token)).status).toBe(200)
  service.app.clock.forward(HOUR_MS)
  expect(await production.publicApi.get('/v1/users/anna/progress', token)).toMatchObject({
    status: 401,
    body: { error: 'unauthorized' },
  })
})

test('a token renews itself for its own player, for 24 hours since the first', async () => {
  let token = await userToken(production, 'anna')
  for (let halfHours = 0; halfHours < 48; halfHours += 1) {
    service.app.clock.forward(HOUR_MS / 2)
    const { status, body } = await production.publicApi.post(PATH, { userId: 'anna' }, token)
    expect({ status, body }).toMatchObject({ status: 200, body: { ttl: 3600, expiresAt: isoIn(HOUR_MS) } })
    token = { 'x-user-token': body.token }
  }
  service.app.clock.forward(HOUR_MS / 2)
  expect(await production.publicApi.post(PATH, { userId: 'anna' }, token)).toMatchObject({
    status: 403,
    body: { error: 'token_chain_expired' },
  })
  // The token itself is still good, and the server key begins a new chain.
  expect((await production.publicApi.get('/v1/users/anna/progress', token)).status).toBe(200)
  const anew = await userToken(production, 'anna')
  expect((await production.publicApi.post(PATH, { userId: 'anna' }, anew)).status).toBe(200)
})

test('a token mints for nobody else, on staging either', async () => {
  for (const tenant of [staging, production]) {
    const token = await userToken(tenant, 'anna')
    expect(await tenant.publicApi.post(PATH, { userId: 'boris' }, token)).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    })
  }
})

test('a token that is no longer good renews nothing, on staging either', async () => {
  for (const tenant of [staging, production]) {
    const token = await userToken(tenant, 'anna')
    service.app.clock.forward(HOUR_MS)
    expect((await tenant.publicApi.post(PATH, { userId: 'anna' }, token)).status).toBe(401)
  }
})

test('the public key alone mints in a sandbox only', async () => {
  const { status, body } = await staging.publicApi.post(PATH, { userId: 'anna' })
  expect(status).toBe(200)
  expect((await staging.publicApi.get('/v1/users/anna/progress', { 'x-user-token': body.token })).status).toBe(200)
  expect(await production.publicApi.post(PATH, { userId: 'anna' })).toMatchObject({
    status: 403,
    body: { error: 'forbidden' },
  })
})

test('tokens live in real time, whatever the test clock says', async () => {
  const token = await userToken(staging, 'anna')
  await staging.api.post('/v1/sandbox/clock/advance', { byHours: 100 })
  expect((await staging.publicApi.post(PATH, { userId: 'anna' }, token)).status).toBe(200)
})

test('no token is kept for an idempotency key', async () => {
  const key = { 'x-idempotency-key': 'token-1' }
  const first = await production.api.post(PATH, { userId: 'anna' }, key)
  service.app.clock.forward(1000)
  const second = await production.api.post(PATH, { userId: 'anna' }, key)
  expect(second.body.token).not.toBe(first.body.token)
  expect(second.headers.get('idempotency-replayed')).toBeNull()
})

test.each([[{}], [{ userId: '' }], [{ userId: 7 }], [{ userId: 'x'.repeat(129) }]])(
  'a token needs a player: %j',
  async (body) => {
    expect(await production.api.post(PATH, body)).toMatchObject({ status: 400, body: { error: 'validation_error' } })
  },
)
