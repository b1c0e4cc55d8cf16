import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Sessions } from '../../src/app/sessions.ts'
import type { AdminId, TenantId } from '../../src/core/ids.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import type { AdminRole } from '../../src/core/role.ts'
import { startApp, type TestApp } from '../helpers/app.ts'

let app: TestApp
let sessions: Sessions
let tenantId: TenantId
let otherTenantId: TenantId
let anna: { id: AdminId; tenantId: TenantId; role: AdminRole }
let key: Uint8Array
beforeAll(async () => {
  app = await startApp()
  sessions = new Sessions(app.pool, app.clock)
  const make = async () =>
    (await app.app.createTenant({ name: 'T', environment: 'staging', currency: 'EUR', settings: {}, plan: {} })).tenant
      .id
  tenantId = await make()
  otherTenantId = await make()
  const admin = await app.app.createAdmin({
    tenantId,
    email: 'anna@operator.example',
    password: 'correct horse',
    role: 'operator_viewer',
    mfaEnabled: false,
  })
  if (typeof admin === 'string') throw new Error(admin)
  anna = admin
  await sessions.open(anna)
  const { rows } = await app.pool.query("select secret from signing_keys where purpose = 'admin_tokens'")
  key = Buffer.from(rows[0].secret, 'base64url')
})
afterAll(() => app.end())

const seconds = (): number => Math.floor(app.clock.now() / 1000)
const claimsNow = () => ({
  sub: anna.id,
  tid: anna.tenantId,
  role: anna.role,
  iat: seconds(),
  exp: seconds() + 3600,
  jti: '019aa5f2-7c00-7000-8000-000000000001',
})
const signed = (more: object = {}, alg = 'HS256', by = key) =>
  new SignJWT({ ...claimsNow(), ...more }).setProtectedHeader({ alg }).sign(by)

test('a session is that of its admin, for an hour', async () => {
  const { token, expiresAt } = await sessions.open(anna)
  expect(expiresAt).toBe(app.clock.now() + HOUR_MS)
  expect(await sessions.read(token)).toMatchObject({
    adminId: anna.id,
    role: 'operator_viewer',
    tenant: { id: tenantId },
  })
  app.clock.forward(HOUR_MS)
  expect(await sessions.read(token)).toBeNull()
})

test('every replica signs with the same key', async () => {
  const { token } = await sessions.open(anna)
  expect(await new Sessions(app.pool, app.clock).read(token)).not.toBeNull()
})

test('an ended session stays ended, and no other one is', async () => {
  const [first, second] = [await sessions.open(anna), await sessions.open(anna)]
  const session = await sessions.read(first.token)
  if (session === null) throw new Error('a fresh session is good')
  await sessions.end(session)
  await sessions.end(session)
  expect(await sessions.read(first.token)).toBeNull()
  expect(await sessions.read(second.token)).not.toBeNull()
})

test('the role is that of today', async () => {
  const { token } = await sessions.open(anna)
  await app.pool.query("update admins set role = 'operator_support' where admin_id = $1", [anna.id])
  expect((await sessions.read(token))?.role).toBe('operator_support')
  await app.pool.query("update admins set role = 'operator_viewer' where admin_id = $1", [anna.id])
})

test('a token that is made by the rules is good, so that the forgeries fail for what is wrong with them', async () => {
  expect(await sessions.read(await signed())).not.toBeNull()
})

test.each<[string, () => string | Promise<string>]>([
  ['nothing', () => ''],
  ['words', () => 'not a token'],
  ['no signature, by its own word', () => new UnsecuredJWT(claimsNow()).encode()],
  [
    'no signature, in other letters',
    async () => {
      const [, payload] = (await signed()).split('.')
      return `${Buffer.from('{"alg":"NoNe"}').toString('base64url')}.${payload}.`
    },
  ],
  ['a cut signature', async () => (await signed()).replace(/\.[^.]*$/, '.')],
  ['another key', () => signed({}, 'HS256', Buffer.alloc(32))],
  ['another algorithm under our key', () => signed({}, 'HS512', Buffer.concat([key, key]))],
  ['an end in the past', () => signed({ exp: seconds() })],
  ['no end', () => signed({ exp: undefined })],
  ['no session', () => signed({ jti: undefined })],
  ['another tenant', () => signed({ tid: otherTenantId })],
  ['an admin who does not exist', () => signed({ sub: '019aa5f2-7c00-7000-8000-000000000002' })],
  [
    'a stronger role under the old signature',
    async () => {
      const [header, , signature] = (await signed()).split('.')
      const payload = Buffer.from(JSON.stringify({ ...claimsNow(), role: 'fast_admin' })).toString('base64url')
      return `${header}.${payload}.${signature}`
    },
  ],
])('a token with %s opens nothing', async (_, forge) => {
  expect(await sessions.read(await forge())).toBeNull()
})
