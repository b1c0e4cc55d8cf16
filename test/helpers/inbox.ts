import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { RunningApp } from '../../src/app/create-app.ts'

/** Resolves when every queued bet has been decided. */
export const emptied = ({ inboxStanding }: Pick<RunningApp, 'inboxStanding'>): Promise<void> =>
  expect.poll(async () => (await inboxStanding()).waiting, { timeout: 30_000, interval: 20 }).toBe(0)

/** From here on queued bets wait until somebody asks for what comes after them. Call it before the first is queued. */
export const holdInbox = (pool: Pool) =>
  pool.query("insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1 hour')")

/** Turns a bet that waits into one that can never be decided. */
export const spoil = async (pool: Pool, betEventId: string): Promise<void> => {
  const { rowCount } = await pool.query(
    `update inbox set request = jsonb_set(request::jsonb, '{report,eventAt}', '"never"') where event_id = $1`,
    [betEventId],
  )
  expect(rowCount).toBe(1)
}
