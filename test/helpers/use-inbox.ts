import { afterEach, beforeEach, expect } from 'vitest'
import { createApp, type RunningApp } from '../../src/app/create-app.ts'
import { silent } from '../../src/app/pipeline/telemetry.ts'
import type { Queued } from '../../src/app/running.ts'
import type { TierId } from '../../src/core/ids.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { losing, placing, purchase, seedTenant, startApp, type TestApp, whoOf } from './app.ts'
import { DatabaseLine } from './database-line.ts'

interface World {
  readonly running: TestApp
  /** What stands between the application and its database. */
  readonly line: DatabaseLine
  readonly tenant: Tenant
  readonly tierId: TierId
  /** Why queued bets could not be decided. */
  readonly failures: unknown[]
  readonly others: { readonly app: RunningApp; readonly end: () => Promise<void> }[]
}

async function open(): Promise<World> {
  const line = new DatabaseLine()
  const failures: unknown[] = []
  const running = await startApp({
    via: line.to,
    telemetry: { ...silent, queuedBetFailed: (error) => void failures.push(error) },
  })
  const { tenant: made, tier } = await seedTenant(running.app)
  const tenant = await running.app.changeTenant(made.id, { settings: { integrationMode: 'async' } })
  if (tenant === null) throw new Error('the tenant was just made')
  return { running, line, tenant, tierId: tier.id, failures, others: [] }
}

export const idOf = (queued: Queued): string => (queued.kind === 'queued' ? queued.betEventId : queued.code)

const onlyOf = (ids: readonly string[], users: readonly string[], user: string): readonly string[] =>
  ids.filter((_, i) => users[Math.floor(i / 2) % users.length] === user)

/** A tenant in async mode, and the application with its inbox, anew for each test of a file. */
export function useInbox() {
  let world: World | undefined
  const current = (): World => {
    if (world === undefined) throw new Error('the application starts before each test')
    return world
  }
  beforeEach(async () => {
    world = await open()
  })
  afterEach(async () => {
    await endReplicas()
    await current().running.end()
    await current().line.cut()
  })

  /** Another process of the service on the same database. */
  function anotherReplica(queueMax = 1000, url = current().running.url, lanes = 2): RunningApp {
    const pool = createPool({ url, prepared: true })
    const app = createApp({
      pool,
      connect: () => connectPipelined({ url, prepared: true }),
      clock: current().running.clock,
      sendMail: async () => {},
      pipeline: { lanes, batchMax: 256, queueMax },
      onError: () => {},
    })
    const end = async (): Promise<void> => {
      await app.stop()
      await pool.end()
    }
    current().others.push({ app, end })
    return app
  }

  async function endReplicas(): Promise<void> {
    for (const { end } of current().others.splice(0)) await end()
  }

  /** Every bet is placed and lost, in this order; gives the ids that were answered. */
  async function queueRounds(to: RunningApp, users: readonly string[], rounds: number): Promise<readonly string[]> {
    const queued: Promise<Queued>[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const user of users) {
        for (const request of [placing(`${user}-${round}`, 100, 20_000), losing(`${user}-${round}`)]) {
          queued.push(to.app.queueBet(whoOf(current().tenant, user), request))
        }
      }
    }
    return (await Promise.all(queued)).map(idOf)
  }

  async function newPlayers(prefix: string, count: number): Promise<readonly string[]> {
    const { running, tenant, tierId } = current()
    const users = Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
    await Promise.all(users.map((user) => purchase(running.app, tenant, tierId, user)))
    return users
  }

  /** The ids of the bet events of some users, in the order in which they were decided. */
  async function decidedOf(users: readonly string[]): Promise<readonly string[]> {
    const { rows } = await current().running.pool.query<{ event_id: string }>(
      `select event_id from events join players p using (tenant_id, player_id)
        where external_bet_id is not null and type <> 'FlagOpened' and p.user_id = any($1) order by events.seq`,
      [users],
    )
    return rows.map(({ event_id }) => event_id)
  }

  async function expectAllOnce(ids: readonly string[], users: readonly string[]): Promise<void> {
    const { running, tenant, failures } = current()
    expect(new Set(ids).size).toBe(ids.length)
    for (const user of users) expect(await decidedOf([user])).toEqual(onlyOf(ids, users, user))
    expect(await running.app.flags({ tenantId: tenant.id }, { limit: 10, cursor: null })).toMatchObject({ items: [] })
    expect(failures).toEqual([])
    expect((await running.app.verifyLedger(tenant.id)).valid).toBe(true)
  }

  return {
    get running() {
      return current().running
    },
    get line() {
      return current().line
    },
    get tenant() {
      return current().tenant
    },
    get tierId() {
      return current().tierId
    },
    get failures(): readonly unknown[] {
      return current().failures
    },
    ...{ anotherReplica, endReplicas, queueRounds, newPlayers, decidedOf, expectAllOnce },
  }
}
