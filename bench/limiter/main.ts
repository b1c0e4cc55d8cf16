import { parseArgs } from 'node:util'
import { hasRedis } from '../../test/helpers/needed-programs.ts'
import { startRedis } from '../../test/helpers/redis.ts'
import { startChild } from '../child.ts'
import { startDoors } from '../contenders.ts'
import { startServer } from '../databases.ts'
import { cpuMsOf } from '../measure/cpu.ts'
import { median } from '../measure/median.ts'
import type { LimitsWay } from '../service/main.ts'
import { type Bench, runSlice } from '../slices.ts'
import { seed } from '../world/seed.ts'
import { keyCheckUs } from './key-check.ts'

// What the limits and the check of the key add to the CPU time of a bet, as slices with and without take turns.

/** How much of the CPU time of a bet they may cost together. */
const SHARE_MAX = 0.1

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    profile: { type: 'string' },
  },
})
const CONNECTIONS = Number(values.connections)
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
const contenders = ways.map((name, i) => ({ name, service: doors[i], bets: [] as BetCost[] }))
const rounds = Number(values.rounds)
for (let round = 0; round <= rounds; round += 1) {
  for (const { service, bets } of round % 2 === 0 ? contenders : contenders.toReversed()) {
    if (service === undefined) throw new Error('a door is missing')
    const redisMs = redisCpuMs()
    const slice = await runSlice(bench, { name: 'limits', job: 'bets', connections: CONNECTIONS, service })
    const redisUs = ((redisCpuMs() - redisMs) * 1000) / slice.requests
    // The first round warms up.
    if (round > 0)
      bets.push({ serviceUs: slice.serviceCpuUs, allUs: slice.serviceCpuUs + slice.databaseCpuUs + redisUs })
  }
}
report(contenders, await keyCheckUs(postgres.url, world))

function redisCpuMs(): number {
  return redis === null ? 0 : cpuMsOf(redis.pid())
}

/** CPU time of a bet in microseconds: of the service alone, and with the database and Redis. */
interface BetCost {
  readonly serviceUs: number
  readonly allUs: number
}

interface Measured {
  readonly name: LimitsWay
  /** Of each round. */
  readonly bets: readonly BetCost[]
}

/**
 * Compares round by round, so that what the machine does meanwhile hits both sides. The key is checked in every slice, so
 * its cost is taken out of what is compared with.
 */
function report([bare, ...limited]: readonly Measured[], keyUs: number): void {
  if (bare === undefined) throw new Error('nothing was measured')
  console.log(`${CONNECTIONS} connections; the key check takes ${keyUs.toFixed(2)} us of CPU`)
  for (const { name, bets } of limited) {
    const where = name === 'memory' ? 'in the process' : 'in Redis'
    for (const [of, whose] of [
      ['serviceUs', 'service'],
      ['allUs', 'service, database and Redis'],
    ] as const) {
      const without = bare.bets.map((bet) => bet[of] - keyUs)
      const share = median(bets.map((bet, round) => bet[of] / (without[round] ?? Number.NaN) - 1))
      const verdict = share < SHARE_MAX ? 'reached' : 'MISSED'
      const percent = `${(share * 100).toFixed(1).padStart(5)} % (below 10 %)`
      console.log(
        `${verdict} limits ${where} and the key check add ${percent} to ${median(without).toFixed(1)} us of ${whose}`,
      )
      if (share >= SHARE_MAX) process.exitCode = 1
    }
  }
}
