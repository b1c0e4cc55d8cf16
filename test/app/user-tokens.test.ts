import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserTokens } from '../../src/app/user-tokens.ts'
import type { TenantId, UserId } from '../../src/core/ids.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { startApp, type TestApp } from '../helpers/app.ts'

const ANNA = 'anna' as UserId
const SECOND_MS = 1000

let app: TestApp
let tokens: UserTokens
let tenantId: TenantId
let otherTenantId: TenantId
let secret: string
beforeAll(async () => {
  app = await startApp()
  tokens = new UserTokens(app.pool, app.clock)
  const make = async () =>
    (await app.app.createTenant({ name: 'T', environment: 'staging', currency: 'EUR', settings: {}, plan: {} })).tenant
      .id
  tenantId = await make()
  otherTenantId = await make()
  const { rows } = await app.pool.query('select secret from user_token_secrets where tenant_id = $1', [tenantId])
  secret = rows[0].secret
})
afterAll(() => app.end())

const encoded = (payload: object): string => Buffer.from(JSON.stringify(payload)).toString('base64url')
const signed = (payload: string, key = secret): string =>
  `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`
const payloadNow = (more: object = {}) => {
  const iat = Math.floor(app.clock.now() / 1000)
  return encoded({ tid: tenantId, uid: 'anna', iat, exp: iat + 3600, ...more })
}

test('a token names its player, for an hour', async () => {
  const { token, expiresAt, ttl } = await tokens.mint(tenantId, ANNA)
  expect([expiresAt, ttl]).toEqual([app.clock.now() + HOUR_MS, 3600])
  expect(await tokens.read(tenantId, token)).toEqual({ userId: 'anna', chainStartedAt: app.clock.now(), expiresAt })
  app.clock.forward(HOUR_MS - SECOND_MS)
  expect(await tokens.read(tenantId, token)).not.toBeNull()
  app.clock.forward(SECOND_MS)
  expect(await tokens.read(tenantId, token)).toBeNull()
})

test('the format is what other parties were told', async () => {
  const { token } = await tokens.mint(tenantId, ANNA)
  expect(token).toBe(signed(payloadNow()))
  expect(await tokens.read(tenantId, signed(payloadNow()))).not.toBeNull()
})

test('a user id of any language comes back as it was', async () => {
  const { token } = await tokens.mint(tenantId, 'Ω.é😀' as UserId)
  expect((await tokens.read(tenantId, token))?.userId).toBe('Ω.é😀')
})

test('renewing keeps the beginning of the chain, for 24 hours', async () => {
  const first = await tokens.mint(tenantId, ANNA)
  const started = await tokens.read(tenantId, first.token)
  if (started === null) throw new Error('a fresh token is good')
  app.clock.forward(24 * HOUR_MS)
  const last = await tokens.renew(tenantId, started)
  expect(await tokens.read(tenantId, last?.token ?? '')).toEqual({ ...started, expiresAt: last?.expiresAt })
  app.clock.forward(SECOND_MS)
  expect(await tokens.renew(tenantId, started)).toBeNull()
})

test('a token of one tenant is none of another', async () => {
  const { token } = await tokens.mint(tenantId, ANNA)
  expect(await tokens.read(otherTenantId, token)).toBeNull()
})

test.each([
  ['nothing', () => ''],
  ['a dot', () => '.'],
  ['no signature', () => payloadNow()],
  ['an empty signature', () => `${payloadNow()}.`],
  ['the signature of another key', () => signed(payloadNow(), 'another-key')],
  ['a signature without its end', () => signed(payloadNow()).slice(0, -1)],
  ['a signature with more behind it', () => `${signed(payloadNow())}A`],
  ['a third part', () => `${signed(payloadNow())}.${payloadNow()}`],
  ['a signature in another alphabet', () => signed(payloadNow()).replace(/.$/, '=')],
  ['the payload of another player', () => `${payloadNow({ uid: 'boris' })}.${signed(payloadNow()).split('.')[1]}`],
  ['another tenant in the payload, signed with our key', () => signed(payloadNow({ tid: otherTenantId }))],
  ['an end in the past, signed with our key', () => signed(payloadNow({ exp: 1 }))],
  ['the header of a JWT that wants no signature', () => `${encoded({ alg: 'none' })}.${payloadNow()}.`],
])('a token of %s opens nothing', async (_, forge) => {
  expect(await tokens.read(tenantId, forge())).toBeNull()
})
