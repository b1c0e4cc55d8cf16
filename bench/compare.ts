import { startChild } from './child.ts'
import { CONNECTIONS, contendersOf, startService } from './contenders.ts'
import { copyDatabase, type DatabaseServer, urlOf } from './databases.ts'
import { median } from './measure/median.ts'
import { type RowsWritten, rowsWritten } from './measure/rows.ts'
import { type Bench, runSlice, type Slice } from './slices.ts'
import { seed } from './world/seed.ts'

/** How long to measure. Times in milliseconds. */
export interface Pace {
  /** That count: one more goes before them. */
  readonly rounds: number
  readonly warmMs: number
  readonly timedMs: number
}

export interface Comparison {
  /** By the contender's name and its connections: `bets 64`. The first slice warmed compilers and caches. */
  readonly slices: ReadonlyMap<string, readonly Slice[]>
  readonly poolSize: number
  readonly written: { readonly pipeline: Written; readonly baseline: Written }
}

type Written = ReadonlyMap<string, RowsWritten>

const POOL_SIZES = [10, 20, 40] as const

/**
 * Seeds a database, gives the pipeline and the baseline a copy each, and lets all contenders take turns: a round has one
 * slice of each, so that the noise of the machine hits them alike.
 */
export async function compare(
  postgres: DatabaseServer,
  { rounds, warmMs, timedMs }: Pace,
  profileFlags: readonly string[],
): Promise<Comparison> {
  await using children = new AsyncDisposableStack()
  const world = await seed(postgres.url)
  await copyDatabase(postgres, ['pipeline', 'baseline', 'pool_sizes'])
  const load = children.use(await startChild('./load/main.ts'))
  const bench: Bench = { load, databasePid: postgres.pid(), world, warmMs, timedMs }
  const poolSize = await bestPoolSize(bench, urlOf(postgres, 'pool_sizes'))
  const url = urlOf(postgres, 'pipeline')
  const services = {
    ceiling: children.use(await startService({ way: 'ceiling', url, poolSize: 10 })),
    pipeline: children.use(await startService({ way: 'pipeline', url, poolSize: 10 }, profileFlags)),
    baseline: children.use(await startService({ way: 'baseline', url: urlOf(postgres, 'baseline'), poolSize })),
  }
  const slices = new Map<string, Slice[]>()
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    for (const contender of contendersOf(services)) {
      const name = `${contender.name} ${contender.connections}`
      slices.set(name, [...(slices.get(name) ?? []), await runSlice(bench, contender)])
    }
  }
  for (const service of Object.values(services)) await service.end()
  const written = { pipeline: await rowsWritten(url), baseline: await rowsWritten(urlOf(postgres, 'baseline')) }
  return { slices, poolSize, written }
}

/** The size at which the baseline answers most, over both numbers of connections. */
async function bestPoolSize(bench: Bench, url: string): Promise<number> {
  const rates: { readonly poolSize: number; readonly rate: number }[] = []
  for (const poolSize of POOL_SIZES) {
    await using service = await startService({ way: 'baseline', url, poolSize })
    const slices: Slice[] = []
    for (const connections of CONNECTIONS) {
      slices.push(await runSlice(bench, { name: 'pool', job: 'bets', connections, service }))
    }
    const rate = median(slices.map(({ requestsPerSecond }) => requestsPerSecond))
    rates.push({ poolSize, rate })
    console.log(`baseline with a pool of ${poolSize}: ${rate.toFixed(0)} requests/s`)
  }
  return rates.reduce((best, each) => (each.rate > best.rate ? each : best)).poolSize
}
