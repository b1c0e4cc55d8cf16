import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/app/uuid.ts'
import type { TenantId, Uuid } from '../../src/core/ids.ts'
import { createPool, withTransaction } from '../../src/store/database.ts'
import type { Queryable } from '../../src/store/statement.ts'
import { compareLines, prepareComparison } from '../../src/store/statements.ts'
import { beginVerification, orphanEntries, orphanedBets, orphanedEvents } from '../../src/store/verify.ts'
import { type FreshDatabase, freshDatabase } from '../helpers/postgres.ts'

const ANSWER_MS = 2_000

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** What of a transaction waits for a table twice as long as any other answer may take. */
async function patiently<Result>(table: string, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  const pool = createPool({ url: database.url, prepared: true, answerMs: ANSWER_MS })
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query(`lock table ${table} in access exclusive mode`)
  const done = withTransaction(pool, work)
  await Promise.race([done, wait(2 * ANSWER_MS)])
  await blocker.query('commit')
  blocker.release()
  const result = await done
  await pool.end()
  return result
}

test('the comparison of a statement may take longer than any other answer', async () => {
  const key = { tenantId: newId<TenantId>(), id: newId<Uuid>() }
  const compared = patiently('bets', async (db) => {
    await prepareComparison(db, key)
    return compareLines(db, key, 0)
  })
  expect(await compared).toEqual({ bets: 0, staked: 0, returned: 0 })
})

test.each([
  ['entries', 'ledger_entries', orphanEntries],
  ['events', 'events', orphanedEvents],
  ['bets', 'bets', orphanedBets],
] as const)('the verification of a ledger may look as long for %s that nobody names', async (_, table, read) => {
  const orphans = patiently(table, async (db) => {
    await beginVerification(db)
    return read(db, newId<TenantId>())
  })
  expect(await orphans).toEqual([])
})
