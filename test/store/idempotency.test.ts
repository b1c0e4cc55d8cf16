import { expect, test } from 'vitest'
import type { TenantId, Uuid } from '../../src/core/ids.ts'
import { DAY_MS, instant, later, MINUTE_MS } from '../../src/core/instant.ts'
import {
  claimKey,
  findKey,
  forgetOldKeys,
  keepAnswer,
  releaseAllKeys,
  releaseKey,
} from '../../src/store/idempotency.ts'
import { useDatabase } from '../helpers/postgres.ts'

const used = useDatabase()

const now = instant(Date.UTC(2026, 2, 2, 12))
const CLAIM = '01a1fd3a-0000-7000-8000-000000000000' as Uuid
const NEXT_CLAIM = '01a1fd3a-0000-7000-8000-000000000001' as Uuid
const named = (key: string) => ({ tenantId: CLAIM as string as TenantId, scope: 'POST /test', key })

async function answered(key: string, at = now): Promise<void> {
  await claimKey(used.pool, named(key), 'hash', CLAIM, at)
  await keepAnswer(used.pool, named(key), CLAIM, 200, '{}')
}

test('keys are forgotten after 24 hours, and not before', async () => {
  await answered('old', later(now, -DAY_MS - 1))
  await answered('kept', later(now, -DAY_MS))
  expect(await forgetOldKeys(used.pool, now)).toBe(1)
  expect(await findKey(used.pool, named('old'))).toBeNull()
  expect(await findKey(used.pool, named('kept'))).toMatchObject({ status: 200 })
})

test('a key of more than 24 hours ago is claimed for whatever comes, and gets an answer of its own', async () => {
  await answered('again', later(now, -DAY_MS - 1))
  expect(await claimKey(used.pool, named('again'), 'another hash', NEXT_CLAIM, now)).toBe(true)
  expect(await findKey(used.pool, named('again'))).toEqual({
    body_hash: 'another hash',
    status: null,
    body: null,
  })
  // The first one comes too late to keep or to release anything.
  expect(await keepAnswer(used.pool, named('again'), CLAIM, 200, '{}')).toBe(0)
  expect(await releaseKey(used.pool, named('again'), CLAIM)).toBe(0)
  expect(await keepAnswer(used.pool, named('again'), NEXT_CLAIM, 201, '{}')).toBe(1)
  expect(await keepAnswer(used.pool, named('again'), NEXT_CLAIM, 200, '{}')).toBe(0)
  expect(await releaseKey(used.pool, named('again'), NEXT_CLAIM)).toBe(0)
  expect(await findKey(used.pool, named('again'))).toMatchObject({ status: 201 })
})

test('the key of a request that died is free after 60 seconds, for the same request and for no other', async () => {
  const claim = (body: string, at: typeof now) => claimKey(used.pool, named('silent'), body, CLAIM, at)
  expect(await claim('hash', now)).toBe(true)
  expect(await claim('hash', later(now, MINUTE_MS))).toBe(false)
  expect(await claim('another hash', later(now, MINUTE_MS + 1))).toBe(false)
  expect(await claim('hash', later(now, MINUTE_MS + 1))).toBe(true)
  expect(await releaseKey(used.pool, named('silent'), CLAIM)).toBe(1)
})

test('a start that is alone on its database frees the keys of the dead, and keeps every answer', async () => {
  await answered('answered')
  await claimKey(used.pool, named('died'), 'hash', CLAIM, now)
  expect(await releaseAllKeys(used.pool)).toBe(1)
  expect(await claimKey(used.pool, named('died'), 'hash', CLAIM, now)).toBe(true)
  expect(await claimKey(used.pool, named('answered'), 'hash', CLAIM, now)).toBe(false)
})
