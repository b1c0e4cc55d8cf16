import { once } from 'node:events'
import { connect } from 'node:net'
import { createServer, type EdgeSettings } from '../../src/http/server.ts'
import { untold } from '../../src/http/telemetry.ts'
import { AnswerCheck } from './answer-check.ts'
import { startApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Answer, ApiClient, bodyIf } from './client.ts'
import { noLimits } from './open-counters.ts'
import { SUPER_ADMIN_KEY } from './service-process.ts'

/** The service on a port and a database of its own. */
export interface TestService {
  readonly app: TestApp
  readonly url: string
  /** Carries no key. */
  readonly anybody: ApiClient
  readonly superAdmin: ApiClient
  /** What was answered with internal_error; a test that expects none finds it empty. */
  readonly bugs: unknown[]
  readonly seed: (tenant?: object) => Promise<TestTenant>
  /** Breaks every connection to it, as a network does. The clients of the tests know of it then, and open new ones. */
  readonly cut: () => Promise<void>
  readonly end: () => Promise<void>
}

/** A staging tenant with one tier on sale, made over HTTP. */
export interface TestTenant {
  readonly id: string
  /** Carries the server key. */
  readonly api: ApiClient
  readonly publicApi: ApiClient
  readonly serverKey: string
  readonly publicKey: string
  readonly tierId: string
  readonly challengeRulesetId: string
  readonly fundedRulesetId: string
}

export interface TestServiceOptions extends TestAppOptions {
  /** What this edge has that others have not: usually there are no limits. */
  readonly edge?: (app: TestApp) => Partial<EdgeSettings>
}

/** Starts the service; its clock stands until a test moves it. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const app = await startApp(options)
  const bugs: unknown[] = []
  const onError = (error: unknown): void => {
    bugs.push(error)
  }
  const server = await createServer({
    app: app.app,
    superAdminKey: SUPER_ADMIN_KEY,
    trustProxy: false,
    publicUrl: null,
    telemetry: { ...untold, requestFailed: onError },
    limits: noLimits,
    ...options.edge?.(app),
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const check = await AnswerCheck.of(url)
  const anybody = new ApiClient(url, {}, check)
  const superAdmin = anybody.with({ 'x-super-admin-key': SUPER_ADMIN_KEY })
  const end = async (): Promise<void> => {
    await server.close()
    await app.end()
  }
  const cut = async (): Promise<void> => {
    server.server.closeAllConnections()
    await newConnection(url)
  }
  return { app, url, anybody, superAdmin, bugs, cut, end, seed: (tenant) => seed(superAdmin, tenant) }
}

/**
 * Resolves when a connection was made anew. Whatever was told to this process before has been heard by then: a client that
 * still took its broken connection for a good one would send its next request into nowhere.
 */
async function newConnection(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const connection = connect({ host, port: Number(port) })
  await once(connection, 'connect')
  connection.destroy()
}

/** 20.00 + 80.00 to 150.00 in 30 days, 2 bets on 1 day; at most 25 % a bet, odds 1.5 to 10. */
async function seed(superAdmin: ApiClient, more: object = {}): Promise<TestTenant> {
  const wanted = { name: 'Test', environment: 'staging', ...more }
  const made = bodyIf(await superAdmin.post('/v1/super-admin/tenants', wanted), 201)
  const api = superAdmin.with({ 'x-api-key': made.serverKey })
  const ruleset = async (phase: string): Promise<string> =>
    bodyIf(await api.post('/v1/admin/rulesets', { name: phase, phase, ...limits }), 201).ruleset.id
  const challengeRulesetId = await ruleset('challenge')
  const fundedRulesetId = await ruleset('funded')
  const tier = await api.post('/v1/admin/challenge-tiers', { ...starter, challengeRulesetId, fundedRulesetId })
  return {
    id: made.tenant.id,
    api,
    publicApi: superAdmin.with({ 'x-api-key': made.publicKey }),
    serverKey: made.serverKey,
    publicKey: made.publicKey,
    tierId: bodyIf(tier, 201).challengeTier.id,
    challengeRulesetId,
    fundedRulesetId,
  }
}

const limits = {
  minOdds: 1.5,
  maxOdds: 10,
  maxStakePercent: 25,
  maxAccumulatorSelections: 5,
  dailyDrawdownPercent: 50,
  totalDrawdownPercent: 60,
}

export const starter = {
  name: 'Starter',
  ownStake: 20,
  bonusAmount: 80,
  targetBalance: 150,
  durationDays: 30,
  minBetsRequired: 2,
  minActiveDays: 1,
  fundedAccountBalance: 500,
  profitSplitPercent: 80,
}

/** Buys the tier of the tenant for a user. */
export const buy = ({ api, tierId }: TestTenant, userId: string, more: object = {}): Promise<Answer> =>
  api.post('/v1/challenges/purchase', { userId, challengeTierId: tierId, ...more })

/** So many challenges that a user of a sandbox has bought and given up, one a day: its clock moves on by as many days. */
export async function giveUpChallenges(tenant: TestTenant, userId: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await buy(tenant, userId)
    await tenant.api.post(`/v1/users/${userId}/challenge/cancel`, { confirm: true })
    await tenant.api.post('/v1/sandbox/clock/advance', { byHours: 24 })
  }
}

/** A placement of 25.00 at 2.00. */
export const placement = (userId: string, externalBetId: string, more: object = {}) => ({
  userId,
  externalBetId,
  status: 'placed',
  stakeAmount: 25,
  odds: 2,
  ...more,
})

/** Buys the tier and passes the challenge: two bets of 25.00 won at 2.00, whose ids begin with `bets`. */
export async function buyAndPass(tenant: TestTenant, userId: string, bets = userId): Promise<string> {
  const { challenge } = bodyIf(await buy(tenant, userId), 201)
  for (const externalBetId of [`${bets}-1`, `${bets}-2`]) {
    await tenant.api.post('/v1/bets', placement(userId, externalBetId))
    await tenant.api.post('/v1/bets', { userId, externalBetId, status: 'settled-won', settlementAmount: 50 })
  }
  return challenge.id
}
