import type { App } from '../../src/app/app.ts'
import type { AskApproval } from '../../src/app/approval.ts'
import type { Clock } from '../../src/app/clock.ts'
import { createApp, type RunningApp } from '../../src/app/create-app.ts'
import type { SendMail } from '../../src/app/mail.ts'
import type { PipelineTelemetry } from '../../src/app/pipeline/telemetry.ts'
import type { Outcome } from '../../src/app/running.ts'
import type { UrlProblem } from '../../src/app/tenancy.ts'
import { newId } from '../../src/app/uuid.ts'
import type { Who } from '../../src/app/who.ts'
import type { BetReport, PlacementReport } from '../../src/core/bet/bet.ts'
import type { ExternalBetId, RulesetId, TierId, UserId } from '../../src/core/ids.ts'
import { type Instant, instant } from '../../src/core/instant.ts'
import { cents } from '../../src/core/money.ts'
import { odds } from '../../src/core/odds.ts'
import { percent } from '../../src/core/percent.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import type { Tenant, TenantPlan } from '../../src/store/tenants.ts'
import { freshDatabase } from './postgres.ts'

/** A clock that stands until a test moves it. */
class HandClock implements Clock {
  #now = instant(Date.UTC(2026, 2, 2, 12))
  now = (): Instant => this.#now
  forward(ms: number): void {
    this.#now = instant(this.#now + ms)
  }
}

export interface TestApp extends RunningApp {
  readonly clock: HandClock
  readonly pool: ReturnType<typeof createPool>
  readonly url: string
  readonly end: () => Promise<void>
}

export interface TestAppOptions {
  readonly lanes?: number
  readonly batchMax?: number
  readonly queueMax?: number
  /** Gives the address of what stands between the application and its database. */
  readonly via?: (url: string) => Promise<string>
  /** How long the pipeline waits for an answer of the database, in milliseconds. */
  readonly answerMs?: number
  readonly askApproval?: AskApproval
  /** Without it no mail goes anywhere. */
  readonly sendMail?: SendMail
  readonly urlProblem?: UrlProblem
  readonly telemetry?: PipelineTelemetry
  /** Is told of what fails in the background. */
  readonly onError?: (error: unknown) => void
}

/** The application on a database of its own. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url: direct, drop } = await freshDatabase()
  const url = (await options.via?.(direct)) ?? direct
  const pool = createPool({ url, prepared: true })
  const clock = new HandClock()
  const { lanes = 2, batchMax = 256, queueMax = 1000 } = options
  const running = createApp({
    pool,
    connect: () => connectPipelined({ url, prepared: true, ...(options.answerMs && { answerMs: options.answerMs }) }),
    clock,
    sendMail: options.sendMail ?? (async () => {}),
    pipeline: { lanes, batchMax, queueMax },
    onError: options.onError ?? (() => {}),
    ...(options.askApproval && { askApproval: options.askApproval }),
    ...(options.urlProblem && { urlProblem: options.urlProblem }),
    ...(options.telemetry && { telemetry: options.telemetry }),
  })
  const end = async (): Promise<void> => {
    await running.stop()
    await pool.end()
    await drop()
  }
  return { ...running, clock, pool, url, end }
}

/** A staging tenant with one tier: 20.00 + 80.00 to 150.00 in 30 days, at most 25 % a bet. */
export async function seedTenant(app: App, plan: Partial<TenantPlan> = {}) {
  const wanted = { name: 'Test', environment: 'staging', currency: 'EUR', settings: {}, plan } as const
  const { tenant } = await app.createTenant(wanted)
  const limits = {
    minStake: cents(100),
    minOdds: odds(15_000),
    maxOdds: odds(100_000),
    maxStakePercent: percent(2500),
    maxAccumulatorSelections: 5,
    maxPayoutMultiplier: null,
    maxWinPerTicket: null,
    luckyBetMaxProfitPercent: null,
    dailyDrawdownPercent: percent(5000),
    totalDrawdownPercent: percent(6000),
    cooldownHours: null,
  }
  const [challenge, funded] = await Promise.all(
    (['challenge', 'funded'] as const).map((phase) =>
      app.saveRuleset(tenant.id, { id: newId<RulesetId>(), name: phase, phase, ...limits }),
    ),
  )
  if (!challenge || !funded) throw new Error('both rulesets are saved')
  const tier = await app.saveTier(tenant.id, {
    ...tierContent,
    id: newId<TierId>(),
    challengeRulesetId: challenge.id,
    fundedRulesetId: funded.id,
  })
  return { tenant, tier }
}

const tierContent = {
  name: 'Starter',
  enabled: true,
  ownStake: cents(2000),
  bonusAmount: cents(8000),
  targetBalance: cents(15_000),
  durationDays: 30,
  minBetsRequired: 2,
  minActiveDays: 1,
  fundedAccountBalance: cents(50_000),
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

export const whoOf = (tenant: Tenant, userId: string): Who => ({ tenantId: tenant.id, userId: userId as UserId })

/** Buys the tier for a user. */
export const purchase = async (app: App, tenant: Tenant, tierId: TierId, userId: string) =>
  app.run(whoOf(tenant, userId), {
    type: 'PurchaseChallenge',
    offer: await app.offerOf(tenant, tierId),
    startedAt: null,
  })

const report = (externalBetId: string) => ({
  externalBetId: externalBetId as ExternalBetId,
  stake: null,
  odds: null,
  settlementAmount: null,
  isCashOut: false,
  betType: 'single',
  selectionsCount: 1,
  eventAt: null,
})

/** A placement of `stake` minor units at the odds in ten-thousandths. */
export const placing = (id: string, stake: number, at: number) =>
  ({
    type: 'PlaceBet',
    report: { ...report(id), status: 'placed', stake: cents(stake), odds: odds(at) } satisfies PlacementReport,
  }) as const

export const losing = (id: string) =>
  ({ type: 'SettleBet', report: { ...report(id), status: 'settled-lost' } }) as const
export const winning = (id: string, amount: number) =>
  ({
    type: 'SettleBet',
    report: { ...report(id), status: 'settled-won', settlementAmount: cents(amount) } satisfies BetReport,
  }) as const

/** What came of a command: the verdict on a bet, also where it is the one of before, or the kind of any other answer. */
export const resultOf = ({ answer }: Outcome): string =>
  answer.kind === 'bet' ? `${answer.verdict.result}${answer.duplicate ? ' before' : ''}` : answer.kind
