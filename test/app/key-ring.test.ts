import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { KeyRing } from '../../src/app/key-ring.ts'
import { keyHashOf } from '../../src/app/keys.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { startApp, type TestApp } from '../helpers/app.ts'

const HOUR_LONG = 3_600_000

let app: TestApp
/** Another replica, which believes what it read for an hour unless it is told. */
let ring: KeyRing
let tenantId: Awaited<ReturnType<TestApp['app']['createTenant']>>['tenant']['id']
let serverHash: string
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ring = new KeyRing(app.pool, app.clock, HOUR_LONG)
  const made = await app.app.createTenant({
    name: 'Before',
    environment: 'staging',
    currency: 'EUR',
    settings: {},
    plan: {},
  })
  tenantId = made.tenant.id
  serverHash = keyHashOf(made.serverKey)
  await isRemembering()
})
afterEach(() => ring.stop())
afterAll(() => app.end())

const nameSeen = async (): Promise<string | undefined> => (await ring.holderOf(serverHash))?.tenant.name

/** Waits until the ring hears notices, from when on it remembers: what it gives is then the same object again. */
const isRemembering = (): Promise<void> =>
  expect
    .poll(async () => {
      const first = await ring.holderOf(serverHash)
      return first === (await ring.holderOf(serverHash))
    })
    .toBe(true)

test('a tenant that is changed on one replica is seen on the others', async () => {
  expect(await nameSeen()).toBe('Before')
  await app.app.changeTenant(tenantId, { name: 'After' })
  await expect.poll(nameSeen).toBe('After')
})

test('a key that somebody deletes in the database opens nothing', async () => {
  await app.pool.query('delete from api_keys where key_hash = $1', [serverHash])
  await expect.poll(() => ring.holderOf(serverHash)).toBeNull()
})

test('what was told while nobody could hear it is seen, too', async () => {
  expect(await nameSeen()).toBe('Before')
  await app.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  )
  await app.app.changeTenant(tenantId, { name: 'After' })
  await expect.poll(nameSeen).toBe('After')
  await isRemembering()
})

test('a wrong key is not remembered', async () => {
  const hash = keyHashOf('key-of-tomorrow')
  expect(await ring.holderOf(hash)).toBeNull()
  await app.pool.query("insert into api_keys values ($1, 'server', $2, now())", [tenantId, hash])
  expect((await ring.holderOf(hash))?.tenant.id).toBe(tenantId)
})

test('a rotated key opens for 24 hours more, remembered or not', async () => {
  const rotated = await app.app.rotateKey(tenantId, 'server')
  const fresh = keyHashOf(rotated?.key ?? '')
  await expect.poll(async () => (await ring.holderOf(serverHash))?.validUntil).toBe(rotated?.previousValidUntil)
  app.clock.forward(24 * HOUR_MS - 1)
  expect((await ring.holderOf(serverHash))?.tenant.id).toBe(tenantId)
  app.clock.forward(1)
  expect(await ring.holderOf(serverHash)).toBeNull()
  expect((await ring.holderOf(fresh))?.validUntil).toBeNull()
})

test('two rotations at once leave one key without an end', async () => {
  await Promise.all([app.app.rotateKey(tenantId, 'public'), app.app.rotateKey(tenantId, 'public')])
  const { rows } = await app.pool.query(
    "select count(*) as keys from api_keys where tenant_id = $1 and kind = 'public' and valid_until is null",
    [tenantId],
  )
  expect(rows).toEqual([{ keys: 1 }])
})
