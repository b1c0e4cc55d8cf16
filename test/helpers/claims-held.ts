import type { Pool } from 'pg'
import { expect } from 'vitest'

/** Holds back whoever claims a user for an approval from now on. Says that somebody waits for it, and lets them go. */
export async function claimsHeld(pool: Pool) {
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(4711)')
  await pool.query(
    `create function hold() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(4711); return new; end $$;
     create trigger hold before insert on intents for each row execute function hold()`,
  )
  const waiting = async () => (await pool.query('select from pg_locks where objid = 4711 and not granted')).rowCount
  return {
    untilOneWaits: () => expect.poll(waiting).toBe(1),
    async letGo() {
      await holder.query('select pg_advisory_unlock(4711)')
      holder.release()
      await pool.query('drop function hold cascade')
    },
  }
}
