import type pg from 'pg'
import type { App } from '../../src/app/app.ts'
import { sealAll } from '../../src/app/audit/auditing.ts'
import { newId } from '../../src/app/uuid.ts'
import type { RulesetId, TierId, UserId } from '../../src/core/ids.ts'
import { cents } from '../../src/core/money.ts'
import { odds } from '../../src/core/odds.ts'
import { percent } from '../../src/core/percent.ts'
import { createPool } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { startBenchApp } from './bench-app.ts'
import type { World } from './world.ts'

const TENANTS = 4
const PLAYERS_PER_TENANT = 5_000

/** Makes an empty database into one where 20,000 players of four tenants are in the middle of a challenge. */
export async function seed(url: string): Promise<World> {
  const pool = createPool({ url, prepared: true })
  await migrate(pool)
  const { app, stop } = startBenchApp(pool, url, { lanes: 2, batchMax: 500, queueMax: PLAYERS_PER_TENANT })
  const serverKeys: string[] = []
  for (let i = 0; i < TENANTS; i += 1) serverKeys.push(await seedTenant(app, `Bench ${i}`))
  await stop()
  // So that no slice pays for the purchases of before.
  await sealAll(pool)
  await analyze(pool)
  await pool.end()
  return { serverKeys, playersPerTenant: PLAYERS_PER_TENANT }
}

/** What the database would do by itself within a minute, so that no slice is measured on plans for empty tables. */
const analyze = (pool: pg.Pool) => pool.query('vacuum analyze')

async function seedTenant(app: App, name: string): Promise<string> {
  const { tenant, serverKey } = await app.createTenant({
    name,
    environment: 'production',
    currency: 'EUR',
    settings: {},
    plan: { rateLimits: unlimited },
  })
  const offer = await app.offerOf(tenant, await saveTier(app, tenant))
  await Promise.all(
    Array.from({ length: PLAYERS_PER_TENANT }, (_, i) =>
      app.run(
        { tenantId: tenant.id, userId: `player-${i}` as UserId },
        { type: 'PurchaseChallenge', offer, startedAt: null },
      ),
    ),
  )
  return serverKey
}

const MANY = 1_000_000_000
const unlimited = { bets: MANY, validate: MANY, default: MANY, tenant: MANY, betEventsPerUser: MANY }

/** Balances so far from target and limits that nobody passes or fails however long the bench runs. */
async function saveTier(app: App, { id: tenantId }: Tenant): Promise<TierId> {
  const [challenge, funded] = await Promise.all([
    app.saveRuleset(tenantId, { id: newId<RulesetId>(), name: 'Challenge', phase: 'challenge', ...limits }),
    app.saveRuleset(tenantId, { id: newId<RulesetId>(), name: 'Funded', phase: 'funded', ...limits }),
  ])
  const rulesets = { challengeRulesetId: challenge.id, fundedRulesetId: funded.id }
  return (await app.saveTier(tenantId, { ...tier, ...rulesets, id: newId<TierId>() })).id
}

const limits = {
  minStake: cents(100),
  minOdds: odds(15_000),
  maxOdds: odds(100_000),
  maxStakePercent: percent(2500),
  maxAccumulatorSelections: 5,
  maxPayoutMultiplier: 10,
  maxWinPerTicket: cents(1_000_000),
  luckyBetMaxProfitPercent: percent(2500),
  dailyDrawdownPercent: percent(5000),
  totalDrawdownPercent: percent(6000),
  cooldownHours: 24,
}

const tier = {
  name: 'Starter',
  enabled: true,
  ownStake: cents(200_000),
  bonusAmount: cents(800_000),
  targetBalance: cents(2_000_000),
  durationDays: 30,
  minBetsRequired: 20,
  minActiveDays: 5,
  fundedAccountBalance: cents(500_000),
  profitSplitPercent: percent(8000),
  fundedStakeRefundable: false,
  fundedTotalPayoutCap: null,
  fundedMinPayout: null,
  fundedFirstPayoutDays: 30,
  fundedPayoutIntervalDays: null,
  fundedMaxPayouts: null,
  fundedPerPayoutCap: null,
  fundedPayoutCapPercent: null,
  fundedMandatoryPayoutPercent: percent(15_000),
}
