import { parseArgs } from 'node:util'
import { hasRedis } from '../../test/helpers/needed-programs.ts'
import { startRedis } from '../../test/helpers/redis.ts'
import { startChild } from '../child.ts'
import { startDoors } from '../contenders.ts'
import { startServer } from '../databases.ts'
import { median } from '../measure/median.ts'
import type { LimitsWay } from '../service/main.ts'
import { type Bench, runSlice } from '../slices.ts'
import { seed } from '../world/seed.ts'
import { keyCheckUs } from './key-check.ts'

// What the limits and the check of the key add to the CPU time of a bet, as slices with and without take turns.

/** How much of the CPU time of a bet they may cost together. */
const SHARE_MAX = 0.1
const CONNECTIONS = 64

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, profile: { type: 'string' } } })
const profileFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]

await using postgres = await startServer()
await using children = new AsyncDisposableStack()
const redis = hasRedis() ? await startRedis() : null
children.defer(async () => redis?.end())
const world = await seed(postgres.url)
const ways: LimitsWay[] = ['none', 'memory', ...(redis === null ? [] : [redis.url as `redis:${string}`])]
const load = children.use(await startChild('./load/main.ts'))
const bench: Bench = { load, databasePid: postgres.pid(), world, warmMs: 200, timedMs: 1200 }
// Doors of one process: two of the same kind differ by more than the limits cost.
const doors = await startDoors({ way: 'pipeline', url: postgres.url, poolSize: 10, limits: ways }, profileFlags)
for (const door of doors) children.use(door)
const contenders = ways.map((name, i) => ({ name, service: doors[i], cpuUs: [] as number[] }))
const rounds = Number(values.rounds)
for (let round = 0; round <= rounds; round += 1) {
  for (const { service, cpuUs } of round % 2 === 0 ? contenders : contenders.toReversed()) {
    if (service === undefined) throw new Error('a door is missing')
    const slice = await runSlice(bench, { name: 'limits', job: 'bets', connections: CONNECTIONS, service })
    // The first round warms up.
    if (round > 0) cpuUs.push(slice.serviceCpuUs)
  }
}
report(contenders, await keyCheckUs(postgres.url, world))

interface Measured {
  readonly name: LimitsWay
  /** Of each round, in microseconds a bet. */
  readonly cpuUs: readonly number[]
}

/**
 * Compares round by round, so that what the machine does meanwhile hits both sides. The key is checked in every slice, so
 * its cost is taken out of what is compared with.
 */
function report([bare, ...limited]: readonly Measured[], keyUs: number): void {
  if (bare === undefined) throw new Error('nothing was measured')
  const without = bare.cpuUs.map((us) => us - keyUs)
  console.log(
    `a bet without limits and key check ${median(without).toFixed(1)} us of CPU; the key check ${keyUs.toFixed(2)} us`,
  )
  for (const { name, cpuUs } of limited) {
    const share = median(cpuUs.map((us, round) => us / (without[round] ?? Number.NaN) - 1))
    const verdict = share < SHARE_MAX ? 'reached' : 'MISSED'
    const where = name === 'memory' ? 'in the process' : 'in Redis'
    console.log(`${verdict} limits ${where} and the key check add ${(share * 100).toFixed(1)} % (below 10 %)`)
    if (share >= SHARE_MAX) process.exitCode = 1
  }
}
