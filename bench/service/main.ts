import type { App } from '../../src/app/app.ts'
import { systemClock } from '../../src/app/clock.ts'
import { createApp } from '../../src/app/create-app.ts'
import { collectYoung } from '../../src/collect-young.ts'
import { configOfProcess } from '../../src/config.ts'
import type { LimitSettings } from '../../src/http/limits/limit-requests.ts'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { RedisCounters } from '../../src/http/limits/redis-counters.ts'
import { SteadyCounters } from '../../src/http/limits/steady-counters.ts'
import { createServer } from '../../src/http/server.ts'
import { untold } from '../../src/http/telemetry.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import { TermsShelf } from '../../src/store/terms.ts'
import { runInTransaction } from '../baseline/run-in-transaction.ts'
import { answerAtOnce } from './answer-at-once.ts'

/** How commands are run: not at all, by the command pipeline, or one transaction a request. */
export type Way = 'ceiling' | 'pipeline' | 'baseline'

export interface ServiceOrder {
  readonly way: Way
  readonly url: string
  /** Connections of the pool: those that the baseline's transactions share. */
  readonly poolSize: number
  /** A door each, all of them to the same application: one with counters in the process unless said otherwise. */
  readonly limits?: readonly LimitsWay[]
}

/** Where requests are counted, if they are. */
export type LimitsWay = 'none' | 'memory' | `redis:${string}`

function limitsOf(limits: LimitsWay): LimitSettings | null {
  if (limits === 'none') return null
  return { counters: limits === 'memory' ? new MemoryCounters(systemClock) : inRedis(limits), clock: systemClock }
}

/** Throws where Redis goes away: what is counted in the process meanwhile is no measurement of it. */
const inRedis = (url: string) =>
  new SteadyCounters(new RedisCounters(url), systemClock, (isAway, error) => {
    if (isAway) throw new Error('Redis went away during the bench', { cause: error })
  })

/** The application with another way to run commands. A bet asks for nobody's approval. */
const withRun = (app: App, run: App['run']): App => ({
  ...app,
  run,
  runAsked: (_tenant, who, request, _correlationId, receipt) => run(who, request, receipt),
})

/** Starts the service, the same but for the way in which it runs commands, and gives the port of each of its doors. */
async function serve({ way, url, poolSize, limits = ['memory'] }: ServiceOrder): Promise<readonly number[]> {
  const options = { url, prepared: true }
  const pool = createPool({ ...options, poolSize })
  const { app, stop } = createApp({
    pool,
    connect: () => connectPipelined(options),
    clock: systemClock,
    sendMail: async () => {},
    pipeline: configOfProcess().pipeline,
    onError: (error) => console.error(error),
  })
  const apps: { readonly [way in Way]: App } = {
    ceiling: withRun(app, answerAtOnce(systemClock)),
    pipeline: app,
    baseline: withRun(app, runInTransaction(pool, systemClock, new TermsShelf())),
  }
  const doors = await Promise.all(limits.map((each) => openDoor(apps[way], each)))
  process.once('disconnect', async () => {
    for (const { server } of doors) await server.close()
    await stop()
    await pool.end()
    // A connection to Redis would keep it alive.
    process.exit()
  })
  return doors.map(({ port }) => port)
}

async function openDoor(app: App, limits: LimitsWay) {
  const server = await createServer({
    app,
    superAdminKey: 'nobody-asks-with-this-key',
    trustProxy: false,
    publicUrl: null,
    limits: limitsOf(limits),
    telemetry: { ...untold, requestFailed: (error) => console.error(error) },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port')
  return { server, port: address.port }
}

collectYoung()
process.once('message', async (order: ServiceOrder) => process.send?.(await serve(order)))
