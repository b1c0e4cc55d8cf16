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
/** Until everything is compiled and every player was seen: a bet takes half as much then as in the first seconds. */
const WARM_ROUNDS = 15

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '45' },
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
// Two doors without limits: what they differ by is what the others' shares are good to.
const ways: LimitsWay[] = ['none', 'none', 'memory', ...(redis === null ? [] : [redis.url as `redis:${string}`])]
const load = children.use(await startChild('./load/main.ts'))
const bench: Bench = { load, databasePid: postgres.pid(), world, warmMs: 100, timedMs: 400 }
// Doors of one process: two of the same kind differ by more than the limits cost.
const doors = await startDoors({ way: 'pipeline', url: postgres.url, poolSize: 10, limits: ways }, profileFlags)
for (const door of doors) children.use(door)
const contenders = ways.map((name, i) => ({ name, service: doors[i], bets: [] as BetCost[] }))
const rounds = Number(values.rounds)
for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
  for (const { service, bets } of orderOf(round)) {
    if (service === undefined) throw new Error('a door is missing')
    const redisMs = redisCpuMs()
    const slice = await runSlice(bench, { name: 'limits', job: 'bets', connections: CONNECTIONS, service })
    const redisUs = ((redisCpuMs() - redisMs) * 1000) / slice.requests
    if (round >= 0)
      bets.push({ serviceUs: slice.serviceCpuUs, allUs: slice.serviceCpuUs + slice.databaseCpuUs + redisUs })
  }
}
report(contenders, await keyCheckUs(postgres.url, world))

/** Each door comes first, and behind each other door, equally often. */
function orderOf(round: number): typeof contenders {
  const first = (round + WARM_ROUNDS) % contenders.length
  const turned = [...contenders.slice(first), ...contenders.slice(0, first)]
  return round % 2 === 0 ? turned : turned.toReversed()
}

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
function report([bare, otherBare, ...limited]: readonly Measured[], keyUs: number): void {
  if (bare === undefined || otherBare === undefined) throw new Error('nothing was measured')
  const costsOf = ({ bets }: Measured, of: keyof BetCost): readonly number[] => bets.map((bet) => bet[of])
  console.log(`${CONNECTIONS} connections; the key check takes ${keyUs.toFixed(2)} us of CPU`)
  for (const [of, whose] of [
    ['serviceUs', 'service'],
    ['allUs', 'service, database and Redis'],
  ] as const) {
    const [some, others] = [costsOf(bare, of), costsOf(otherBare, of)]
    const without = some.map((us, round) => (us + (others[round] ?? Number.NaN)) / 2)
    const addedBy = (costs: readonly number[], us: number) =>
      median(costs.map((cost, round) => cost / ((without[round] ?? Number.NaN) - us) - 1))
    const noise = percent(Math.abs(addedBy(some, 0) - addedBy(others, 0)))
    console.log(`a bet takes ${median(without).toFixed(1)} us of ${whose}; two doors without limits differ by ${noise}`)
    for (const measured of limited) {
      const share = addedBy(costsOf(measured, of), keyUs)
      const where = measured.name === 'memory' ? 'in the process' : 'in Redis'
      const verdict = share < SHARE_MAX ? 'reached' : 'MISSED'
      console.log(`${verdict} limits ${where} and the key check add ${percent(share)} (below ${percent(SHARE_MAX)})`)
      if (share >= SHARE_MAX) process.exitCode = 1
    }
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
