import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../src/store/embedded/launcher.ts'
import { startRedis } from '../../test/helpers/redis.ts'
import { hasRedis } from '../../test/helpers/redis-tests.ts'
import { startChild } from '../child.ts'
import { startService } from '../contenders.ts'
import { copyDatabase, urlOf } from '../databases.ts'
import { median } from '../measure/median.ts'
import type { LimitsWay } from '../service/main.ts'
import { type Bench, runSlice } from '../slices.ts'
import { seed } from '../world/seed.ts'
import { keyCheckUs } from './key-check.ts'

// What the limits and the check of the key add to the CPU time of a bet, as slices with and without take turns.

/** How much of the CPU time of a bet they may cost together. */
const SHARE_MAX = 0.1
const CONNECTIONS = 64

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, profile: { type: 'string' } } })
const profileFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]

const dataDir = await mkdtemp(join(tmpdir(), 'challenge-funding-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const redis = hasRedis() ? await startRedis() : null
try {
  const world = await seed(postgres.url)
  const ways: LimitsWay[] = ['none', 'memory', ...(redis === null ? [] : [redis.url as `redis:${string}`])]
  await copyDatabase(
    postgres,
    ways.map((_, i) => `limits_${i}`),
  )
  await using children = new AsyncDisposableStack()
  const load = children.use(await startChild('./load/main.ts'))
  const bench: Bench = { load, databasePid: postgres.pid(), world, warmMs: 300, timedMs: 2000 }
  const contenders = []
  for (const [i, limits] of ways.entries()) {
    const order = { way: 'pipeline', url: urlOf(postgres, `limits_${i}`), poolSize: 10, limits } as const
    const service = await startService(order, profileFlags)
    children.use(service)
    contenders.push({ name: limits, job: 'bets', connections: CONNECTIONS, service, cpuUs: [] as number[] } as const)
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const contender of contenders) contender.cpuUs.push((await runSlice(bench, contender)).serviceCpuUs)
  }
  const keyUs = await keyCheckUs(postgres.url, world)
  report(
    contenders.map(({ name, cpuUs }) => ({ name, us: median(cpuUs) })),
    keyUs,
  )
} finally {
  await redis?.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** The key is checked in every slice, so its cost is counted into what is compared with. */
function report(medians: readonly { readonly name: string; readonly us: number }[], keyUs: number): void {
  const [bare] = medians
  if (bare === undefined) throw new Error('nothing was measured')
  const without = bare.us - keyUs
  console.log(
    `a bet without limits and key check ${without.toFixed(1)} us of CPU; the key check ${keyUs.toFixed(2)} us`,
  )
  for (const { name, us } of medians.slice(1)) {
    const share = (us - without) / without
    const verdict = share < SHARE_MAX ? 'reached' : 'MISSED'
    const where = name === 'memory' ? 'in the process' : 'in Redis'
    console.log(`${verdict} limits ${where} and the key check add ${(share * 100).toFixed(1)} % (below 10 %)`)
    if (share >= SHARE_MAX) process.exitCode = 1
  }
}
