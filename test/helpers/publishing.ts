import type { Pool, PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TestTenant } from './service.ts'

/** Publishes what an operator publishes in two requests, a ruleset and a tier named `Another` that it is for, as another replica does. */
export async function publishAnother(db: PoolClient, { id, tierId, challengeRulesetId }: TestTenant): Promise<void> {
  await db.query(
    `with fresh as (select gen_random_uuid() as ruleset_id, gen_random_uuid() as tier_id),
     ruleset as (
       insert into rulesets (tenant_id, ruleset_id, version, ruleset)
       select tenant_id, fresh.ruleset_id, 1, ruleset || jsonb_build_object('id', fresh.ruleset_id)
         from rulesets, fresh where tenant_id = $1 and rulesets.ruleset_id = $2)
     insert into tiers (tenant_id, tier_id, version, tier)
     select tenant_id, fresh.tier_id, 1, tier
              || jsonb_build_object('id', fresh.tier_id, 'challengeRulesetId', fresh.ruleset_id, 'name', 'Another')
       from tiers, fresh where tenant_id = $1 and tiers.tier_id = $3`,
    [id, challengeRulesetId, tierId],
  )
}

/** Resolves when somebody waits for a lock on a table of this database. */
export const isWaitingFor = (pool: Pool, table: string): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await pool.query(
            `select 1 from pg_locks
              where not granted and relation = $1::regclass
                and database = (select oid from pg_database where datname = current_database())`,
            [table],
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(1)
