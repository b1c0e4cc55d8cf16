import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Child, startChild } from '../child.ts'
import { durabilityOf, startServer } from '../databases.ts'
import type { Order } from '../load/main.ts'
import type { SliceFigures } from '../load/tally.ts'
import { seed } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import type { ReadersFigures, ReadersOrder } from './readers.ts'
import { peakMbOf, startWholeService, type WholeService } from './service.ts'

// Thousands of open streams on one service while bets run on the very players that are followed. The readers and the
// load are processes of their own; the service is the whole of it, as npm starts it.

const PEAK_MB_MAX = 400
const P99_MS_MAX = 250
/** Streams that are opened together. */
const AT_ONCE = 250

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
})
const streams = Number(values.streams)
const profileFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]

await using postgres = await startServer()
console.log(`${availableParallelism()} cores of ${cpus()[0]?.model}, Node ${process.versions.node}`)
for (const [name, setting] of await durabilityOf(postgres)) console.log(`${name} ${setting}`)
const all = await seed(postgres.url)
const world = { ...all, playersPerTenant: Math.ceil(streams / all.serverKeys.length) }
await using children = new AsyncDisposableStack()
const load = children.use(await startChild('./load/main.ts'))
const readers = children.use(await startChild('./stream/readers.ts'))
const service = await startWholeService(postgres.url, postgres.dataDir, profileFlags)
children.defer(service.end)
const bareMb = peakMbOf(service.pid)
await openAll(service, readers, await pathsOf(service, world))
const openMb = peakMbOf(service.pid)
const order: Order = {
  port: service.port,
  job: 'bets',
  connections: Number(values.connections),
  warmMs: 1_000,
  timedMs: Number(values.seconds) * 1_000,
  world,
}
const bets = await load.ask<SliceFigures>(order)
const seen = await settled(readers)
report(bets, seen, { bareMb, openMb, peakMb: peakMbOf(service.pid) }, await storedBets())

/** The address of a stream for each player, with a token that the backend made. */
async function pathsOf({ port }: WholeService, { serverKeys, playersPerTenant }: World): Promise<readonly string[]> {
  const paths: string[] = []
  for (const key of serverKeys) {
    for (let first = 0; first < playersPerTenant; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, playersPerTenant - first)
      paths.push(
        ...(await Promise.all(Array.from({ length: count }, (_, i) => pathOf(port, key, `player-${first + i}`)))),
      )
    }
  }
  return paths.slice(0, streams)
}

async function pathOf(port: number, key: string, userId: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/sse/token`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ userId }),
  })
  const { token } = (await response.json()) as { token: string }
  return `/v1/events?token=${token}&userId=${userId}`
}

async function openAll({ port }: WholeService, readers: Child, paths: readonly string[]): Promise<void> {
  const startedAt = performance.now()
  for (let first = 0; first < paths.length; first += AT_ONCE) {
    const open = paths.slice(first, first + AT_ONCE)
    await ask(readers, { open, port })
    for (;;) {
      const { begun, ended } = await ask(readers, { tell: true })
      if (ended > 0) throw new Error(`${ended} streams were refused or cut`)
      if (begun === first + open.length) break
      await wait(10)
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${paths.length} streams opened in ${seconds.toFixed(1)} s`)
}

function ask(readers: Child, order: ReadersOrder): Promise<ReadersFigures> {
  return readers.ask<ReadersFigures>(order)
}

/** What the readers have seen once nothing more comes. */
async function settled(readers: Child): Promise<ReadersFigures> {
  for (let before = -1; ; ) {
    const figures = await ask(readers, { tell: true })
    if (figures.bets === before) return figures
    before = figures.bets
    await wait(1_000)
  }
}

async function storedBets(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from events where external_bet_id is not null',
  )
  await client.end()
  return Number(rows[0]?.count)
}

function report(
  bets: SliceFigures,
  seen: ReadersFigures,
  memory: { readonly bareMb: number; readonly openMb: number; readonly peakMb: number },
  stored: number,
): void {
  const { bareMb, openMb, peakMb } = memory
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  console.log(
    `${bets.requestsPerSecond.toFixed(0)} bets/s over ${values.connections} connections, p50 ${bets.p50.toFixed(1)} ms, p99 ${bets.p99.toFixed(1)} ms`,
  )
  console.log(
    `${stored} bet events stored, ${seen.bets} told, ${seen.outOfOrder} out of order, ${seen.ended} streams cut`,
  )
  console.log(`from the decision to the reader: p50 ${seen.p50} ms, p99 ${seen.p99} ms, at most ${seen.max} ms`)
  console.log(
    `resident memory of the service at most ${peakMb.toFixed(0)} MB; after its start ${bareMb.toFixed(0)}, with all streams open ${openMb.toFixed(0)}`,
  )
  const targets = [
    [`${streams} streams within ${PEAK_MB_MAX} MB`, peakMb <= PEAK_MB_MAX],
    [`p99 under ${P99_MS_MAX} ms`, seen.p99 < P99_MS_MAX],
    ['every event told once and in order', seen.bets === stored && seen.outOfOrder === 0 && seen.ended === 0],
  ] as const
  for (const [what, reached] of targets) {
    console.log(`${reached ? 'reached' : 'MISSED'} ${what}`)
    if (!reached) process.exitCode = 1
  }
}
