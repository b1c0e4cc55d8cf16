import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/app/uuid.ts'
import type { TenantId, Uuid } from '../../src/core/ids.ts'
import { createPool, withTransaction } from '../../src/store/database.ts'
import { compareLines, prepareComparison } from '../../src/store/statements.ts'
import { type FreshDatabase, freshDatabase } from '../helpers/postgres.ts'

const ANSWER_MS = 2_000

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the comparison of a statement may take longer than any other answer', async () => {
  const pool = createPool({ url: database.url, prepared: true, answerMs: ANSWER_MS })
  const key = { tenantId: newId<TenantId>(), id: newId<Uuid>() }
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table bets in access exclusive mode')
  const compared = withTransaction(pool, async (db) => {
    await prepareComparison(db, key)
    return compareLines(db, key)
  })
  await Promise.race([compared, wait(2 * ANSWER_MS)])
  await blocker.query('commit')
  blocker.release()
  expect(await compared).toEqual({ bets: 0, staked: 0, returned: 0 })
  await pool.end()
})
