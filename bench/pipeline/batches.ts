import { join } from 'node:path'
import type { Client } from 'pg'
import type { BetRequest } from '../../src/contract/schemas/bet.ts'
import type { TenantId, UserId } from '../../src/core/ids.ts'
import { Bettor } from '../load/script.ts'
import { cpuUsOfThread } from '../measure/cpu.ts'
import type { World } from '../world/world.ts'

// The pipeline of a checkout, alone in a process of its own: no HTTP, no limits, one lane.

export interface PipelineOrder {
  /** The folder of the checkout. */
  readonly checkout: string
  readonly url: string
  readonly world: World
}

export interface BatchesOrder {
  /** Commands that are handed over at once, of which the pipeline makes a batch. */
  readonly size: number
  readonly batches: number
}

/** For each bet, in microseconds. */
export interface BatchFigures {
  readonly serviceUs: number
  readonly databaseUs: number
}

interface Modules {
  readonly app: typeof import('../../src/app/create-app.ts')
  readonly clock: typeof import('../../src/app/clock.ts')
  readonly database: typeof import('../../src/store/database.ts')
  readonly reading: typeof import('../../src/contract/read/bet-report.ts')
}

async function modulesOf(checkout: string): Promise<Modules> {
  const [app, clock, database, reading, young] = await Promise.all(
    ['app/create-app.ts', 'app/clock.ts', 'store/database.ts', 'contract/read/bet-report.ts', 'collect-young.ts'].map(
      (file) => import(join(checkout, 'src', file)),
    ),
  )
  young.collectYoung()
  return { app, clock, database, reading }
}

const BATCH_MAX = 500

async function start({ checkout, url, world }: PipelineOrder) {
  const { app, clock, database, reading } = await modulesOf(checkout)
  const options = { url, prepared: true }
  const pool = database.createPool(options)
  const lanes: Client[] = []
  const connect = async () => {
    const lane = await database.connectPipelined(options)
    lanes.push(lane)
    return lane
  }
  const running = app.createApp({
    pool,
    connect,
    clock: clock.systemClock,
    sendMail: async () => {},
    pipeline: { lanes: 1, batchMax: BATCH_MAX, queueMax: BATCH_MAX },
    onError: (error) => console.error(error),
  })
  const { rows } = await pool.query<{ tenant_id: TenantId }>('select tenant_id from tenants')
  process.once('disconnect', () => process.exit())
  const bettors = Array.from({ length: BATCH_MAX }, (_, i) => new Bettor(world, `${process.pid}-${i}`))
  const betOf = async (i: number): Promise<void> => {
    const bettor = bettors[i]
    const tenantId = rows[i % rows.length]?.tenant_id
    if (bettor === undefined || tenantId === undefined) throw new RangeError(`nobody bets as number ${i}`)
    const bet = (bettor.hasOpenBet ? bettor.settlement() : bettor.placement()) as BetRequest
    const { answer } = await running.app.run({ tenantId, userId: bet.userId as UserId }, reading.readBet(bet))
    if (answer.kind !== 'bet' || answer.verdict.result !== 'accepted') throw new Error('a bet was not accepted')
  }
  return async ({ size, batches }: BatchesOrder): Promise<BatchFigures> => {
    const databaseCpuUs = () => lanes.reduce((sum, lane) => sum + cpuUsOfThread(processOf(lane)), 0)
    const [before, serviceBefore] = [databaseCpuUs(), process.cpuUsage()]
    for (let batch = 0; batch < batches; batch += 1) {
      await Promise.all(Array.from({ length: size }, (_, i) => betOf(i)))
    }
    const { user, system } = process.cpuUsage(serviceBefore)
    const bets = size * batches
    return { serviceUs: (user + system) / bets, databaseUs: (databaseCpuUs() - before) / bets }
  }
}

/** The server's process behind a connection, which its declared type leaves out. */
const processOf = (client: Client): number => (client as Client & { readonly processID: number }).processID

process.once('message', async (order: PipelineOrder) => {
  const run = await start(order)
  process.on('message', async (next: BatchesOrder) => process.send?.(await run(next)))
  process.send?.({})
})
