import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/core/instant.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

const DAY_MS = 24 * HOUR_MS

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  tenant = await service.seed()
})
afterAll(() => service.end())

const rotate = (kind: string, id = tenant.id) =>
  service.superAdmin.post(`/v1/super-admin/tenants/${id}/keys/${kind}/rotate`)
const tomorrow = (): string => new Date(service.app.clock.now() + DAY_MS).toISOString()

test('a new server key opens at once, and the one before it for 24 hours more', async () => {
  const { status, body } = await rotate('server')
  expect({ status, body }).toMatchObject({ status: 200, body: { kind: 'server', previousValidUntil: tomorrow() } })
  expect(body.key).toMatch(/^key-/)
  const fresh = service.anybody.with({ 'x-api-key': body.key })
  expect((await fresh.get('/v1/admin/settings')).status).toBe(200)
  service.app.clock.forward(DAY_MS - 1)
  expect((await tenant.api.get('/v1/admin/settings')).status).toBe(200)
  service.app.clock.forward(1)
  expect(await tenant.api.get('/v1/admin/settings')).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect((await fresh.get('/v1/admin/settings')).status).toBe(200)
})

test('a new public key opens what a public key opens', async () => {
  const { body } = await rotate('public')
  expect(body.key).toMatch(/^pk_/)
  const fresh = service.anybody.with({ 'x-api-key': body.key })
  expect((await fresh.get('/v1/challenge-tiers')).status).toBe(200)
  expect((await fresh.get('/v1/admin/settings')).status).toBe(403)
  service.app.clock.forward(DAY_MS)
  expect((await tenant.publicApi.get('/v1/challenge-tiers')).status).toBe(401)
  // The other kind was not rotated.
  expect((await tenant.api.get('/v1/challenge-tiers')).status).toBe(200)
})

test('a second rotation gives the keys before it no more time', async () => {
  await rotate('server')
  service.app.clock.forward(HOUR_MS)
  await rotate('server')
  service.app.clock.forward(DAY_MS - HOUR_MS)
  expect((await tenant.api.get('/v1/admin/settings')).status).toBe(401)
})

test('a second rotation gives the webhook secret before it no more time', async () => {
  const endsOf = async () =>
    (await tenant.api.get('/v1/admin/keys')).body.keys
      .filter(({ kind }: { kind: string }) => kind === 'webhook')
      .map(({ validUntil }: { validUntil: string | null }) => validUntil)
  const ends: (string | null)[] = [null]
  for (let rotation = 0; rotation < 2; rotation += 1) {
    service.app.clock.forward(HOUR_MS)
    await rotate('webhook')
    ends.splice(1, 0, tomorrow())
    expect(await endsOf()).toEqual(ends)
  }
})

test('a new webhook secret is 64 hexadecimal characters, and both are kept for 24 hours', async () => {
  const { status, body } = await rotate('webhook')
  expect({ status, body }).toMatchObject({ status: 200, body: { kind: 'webhook', previousValidUntil: tomorrow() } })
  expect(body.key).toMatch(/^[0-9a-f]{64}$/)
  const { rows } = await service.app.pool.query(
    'select secret = $2 as fresh, valid_until from webhook_secrets where tenant_id = $1 order by fresh',
    [tenant.id, body.key],
  )
  expect(rows).toEqual([
    { fresh: false, valid_until: new Date(body.previousValidUntil) },
    { fresh: true, valid_until: null },
  ])
})

test('keys are kept as hashes only', async () => {
  const { body } = await rotate('server')
  const { rows } = await service.app.pool.query('select key_hash from api_keys where tenant_id = $1', [tenant.id])
  expect(rows).toHaveLength(3)
  for (const { key_hash } of rows) expect(key_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toContain(body.key)
})

test('tokens of players outlive the keys', async () => {
  const { body } = await tenant.api.post('/v1/sse/token', { userId: 'anna' })
  await rotate('server')
  const token = { 'x-user-token': body.token }
  expect((await tenant.publicApi.get('/v1/users/anna/progress', token)).status).toBe(200)
})

test('what does not exist is not rotated', async () => {
  expect(await rotate('server', '019aa5f2-7c00-7000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
  expect(await rotate('front-door')).toMatchObject({ status: 400, body: { error: 'validation_error' } })
  expect(await rotate('server', 'tenant-1')).toMatchObject({ status: 400, body: { error: 'validation_error' } })
})
