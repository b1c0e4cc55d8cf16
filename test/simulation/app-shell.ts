import type { Client } from 'pg'
import { createApp } from '../../src/app/create-app.ts'
import type { Who } from '../../src/app/who.ts'
import type { TierId, UserId } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import type { Ruleset, Tier } from '../../src/core/terms.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { freshDatabase } from '../helpers/postgres.ts'
import type { TenantPlan } from './model/model.ts'
import type { Command, Shell } from './shell.ts'
import { StageClock } from './stage-clock.ts'
import { storedAnnouncements, storedFlags, storedLedger } from './stored-books.ts'

/** The real pipeline on a database of its own, ready for one history after the other. */
export async function startPipeline({ lanes = 2, onConnect = (_: Client): void => {} } = {}) {
  const { url, drop } = await freshDatabase()
  const pool = createPool({ url, prepared: true })
  const clock = new StageClock()
  const errors: unknown[] = []
  const connect = async () => {
    const client = await connectPipelined({ url, prepared: true })
    onConnect(client)
    return client
  }
  const sizes = { lanes, batchMax: 256, queueMax: 1000 }
  const { app, stop } = createApp({
    pool,
    connect,
    clock,
    sendMail: async () => {},
    pipeline: sizes,
    onError: (error) => errors.push(error),
  })
  return {
    app,
    pool,
    clock,
    errors,
    end: async () => {
      await stop()
      await pool.end()
      await drop()
    },
  }
}

export type Stack = Awaited<ReturnType<typeof startPipeline>>

/** Commands through the pipeline into PostgreSQL. */
export class AppShell implements Shell {
  readonly #stack: Stack
  readonly #tenants: Map<string, Tenant>
  #now = 0

  private constructor(stack: Stack, tenants: Map<string, Tenant>) {
    this.#stack = stack
    this.#tenants = tenants
  }

  /** Fresh tenants for one history, whose time begins at `startsAt`. */
  static async open(stack: Stack, plans: TenantPlan[], startsAt: number): Promise<AppShell> {
    stack.clock.set(startsAt)
    const tenants = new Map<string, Tenant>()
    for (const { name, monthlyChallengeLimit, payoutReview = 'operator' } of plans) {
      const settings = { payoutReview }
      const wanted = { name, environment: 'staging', currency: 'EUR', settings, plan: { monthlyChallengeLimit } }
      const { tenant } = await stack.app.createTenant({ ...wanted, environment: 'staging' })
      tenants.set(name, tenant)
    }
    const shell = new AppShell(stack, tenants)
    shell.#now = startsAt
    return shell
  }

  async run(tenant: string, user: string, command: Command) {
    return (await this.#stack.app.run(this.#who(tenant, user), command)).answer
  }

  player(tenant: string, user: string) {
    return this.#stack.app.readPlayer(this.#who(tenant, user))
  }

  offerOf(tenant: string, tierId: string) {
    return this.#stack.app.offerOf(this.#tenant(tenant), tierId as TierId)
  }

  saveRuleset(tenant: string, ruleset: Omit<Ruleset, 'version' | 'createdAt'>) {
    return this.#stack.app.saveRuleset(this.#tenant(tenant).id, ruleset)
  }

  saveTier(tenant: string, tier: Omit<Tier, 'version' | 'createdAt'>) {
    return this.#stack.app.saveTier(this.#tenant(tenant).id, tier)
  }

  /** Eager: each tenant's test clock runs what is due. Otherwise time just passes, and the next request finds it due. */
  async moveClock(now: number, eager: boolean): Promise<void> {
    if (eager) for (const { id } of this.#tenants.values()) await this.#stack.app.advanceClock(id, { to: instant(now) })
    else this.#stack.clock.set(this.#stack.clock.now() + now - this.#now)
    this.#now = now
  }

  finish(): Promise<void> {
    return this.moveClock(this.#now, true)
  }

  announcements(tenant: string, user: string) {
    return storedAnnouncements(this.#stack.pool, this.#tenant(tenant).id, user)
  }

  ledger(tenant: string) {
    return storedLedger(this.#stack.pool, this.#tenant(tenant).id)
  }

  flags(tenant: string) {
    return storedFlags(this.#stack.pool, this.#tenant(tenant).id)
  }

  /** The service's own check of its books; 0 when it has nothing to say against them. */
  async mismatches(): Promise<number> {
    let count = 0
    for (const { id } of this.#tenants.values()) count += (await this.#stack.app.verifyLedger(id)).mismatches.length
    return count
  }

  #tenant(name: string): Tenant {
    const tenant = this.#tenants.get(name)
    if (!tenant) throw new Error(`no tenant ${name}`)
    return tenant
  }

  #who = (tenant: string, user: string): Who => ({ tenantId: this.#tenant(tenant).id, userId: user as UserId })
}
