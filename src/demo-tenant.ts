import type { App } from './app/app.ts'
import { newId } from './app/uuid.ts'
import type { RulesetId, TenantId, TierId } from './core/ids.ts'
import { cents } from './core/money.ts'
import { odds } from './core/odds.ts'
import { percent } from './core/percent.ts'
import type { Phase } from './core/terms.ts'

/** What a newcomer needs to try the service; kept for the next start. */
export interface DemoTenant {
  readonly tenantId: TenantId
  readonly serverKey: string
  readonly publicKey: string
  readonly tierId: TierId
}

/** A staging tenant with three tiers under one pair of rulesets. */
export async function makeDemoTenant(app: App, name: string): Promise<DemoTenant> {
  const { tenant, serverKey, publicKey } = await app.createTenant({
    name,
    environment: 'staging',
    currency: 'EUR',
    settings: {},
    plan: {},
  })
  const challengeRulesetId = await saveRuleset(app, tenant.id, 'challenge')
  const fundedRulesetId = await saveRuleset(app, tenant.id, 'funded')
  const tierIds: TierId[] = []
  for (const amounts of demoTiers) {
    const id = newId<TierId>()
    await app.saveTier(tenant.id, { ...usualTier, ...amounts, id, challengeRulesetId, fundedRulesetId })
    tierIds.push(id)
  }
  const [tierId] = tierIds
  if (tierId === undefined) throw new RangeError('the demo has tiers')
  return { tenantId: tenant.id, serverKey, publicKey, tierId }
}

const demoTiers = [
  {
    name: 'Starter',
    ownStake: cents(2000),
    bonusAmount: cents(8000),
    targetBalance: cents(15_000),
    fundedAccountBalance: cents(25_000),
  },
  {
    name: 'Pro',
    ownStake: cents(5000),
    bonusAmount: cents(20_000),
    targetBalance: cents(37_500),
    fundedAccountBalance: cents(75_000),
  },
  {
    name: 'Elite',
    ownStake: cents(10_000),
    bonusAmount: cents(40_000),
    targetBalance: cents(75_000),
    fundedAccountBalance: cents(200_000),
  },
]

const usualTier = {
  enabled: true,
  durationDays: 30,
  minBetsRequired: 10,
  minActiveDays: 5,
  profitSplitPercent: percent(8000),
  fundedStakeRefundable: true,
  fundedTotalPayoutCap: null,
  fundedMinPayout: cents(1000),
  fundedFirstPayoutDays: 30,
  fundedPayoutIntervalDays: 7,
  fundedMaxPayouts: null,
  fundedPerPayoutCap: null,
  fundedPayoutCapPercent: null,
  fundedMandatoryPayoutPercent: percent(15_000),
}

async function saveRuleset(app: App, tenantId: TenantId, phase: Phase): Promise<RulesetId> {
  const { id } = await app.saveRuleset(tenantId, {
    id: newId<RulesetId>(),
    name: phase === 'challenge' ? 'Challenge rules' : 'Funded rules',
    phase,
    minStake: cents(100),
    minOdds: odds(15_000),
    maxOdds: odds(100_000),
    maxStakePercent: percent(1000),
    maxAccumulatorSelections: 5,
    maxPayoutMultiplier: 300,
    maxWinPerTicket: null,
    luckyBetMaxProfitPercent: phase === 'challenge' ? percent(3000) : null,
    dailyDrawdownPercent: percent(2000),
    totalDrawdownPercent: percent(5000),
    cooldownHours: null,
  })
  return id
}
