import { parseArgs } from 'node:util'
import { hasRedis } from '../../test/helpers/needed-programs.ts'
import { startRedis } from '../../test/helpers/redis.ts'
import { startChild } from '../child.ts'
import { type Service, startDoors } from '../contenders.ts'
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
/** How many processes are measured. What is compiled well and what is not differs between them, and lasts. */
const PROCESSES = 3
/** Until everything is compiled and every player was seen: a bet takes half as much then as in the first seconds. */
const WARM_ROUNDS = 15

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
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
const keyUs = await keyCheckUs(postgres.url, world)
const runs: Run[] = []
for (let i = 1; i <= PROCESSES; i += 1) {
  console.log(`process ${i} of ${PROCESSES}`)
  runs.push(await measure(Number(values.rounds)))
}
report(runs)

/** CPU time of a bet in microseconds: of the service alone, and with the database and Redis. */
interface BetCost {
  readonly serviceUs: number
  readonly allUs: number
}

/** What one process took at each of its doors, in the order of `ways`, in each round. */
type Run = readonly (readonly BetCost[])[]

/** Doors of one process take turns: two processes of the same kind differ by more than the limits cost. */
async function measure(rounds: number): Promise<Run> {
  await using started = new AsyncDisposableStack()
  const doors = await startDoors({ way: 'pipeline', url: postgres.url, poolSize: 10, limits: ways }, profileFlags)
  for (const door of doors) started.use(door)
  const costs: BetCost[][] = doors.map(() => [])
  for (let round = 0; round < WARM_ROUNDS + rounds; round += 1) {
    for (const i of orderOf(round)) {
      const cost = await costOf(doors[i])
      if (round >= WARM_ROUNDS) costs[i]?.push(cost)
    }
  }
  return costs
}

async function costOf(service: Service | undefined): Promise<BetCost> {
  if (service === undefined) throw new Error('a door is missing')
  const before = redisCpuMs()
  const slice = await runSlice(bench, { name: 'limits', job: 'bets', connections: CONNECTIONS, service })
  const redisUs = ((redisCpuMs() - before) * 1000) / slice.requests
  return { serviceUs: slice.serviceCpuUs, allUs: slice.serviceCpuUs + slice.databaseCpuUs + redisUs }
}

/** Each door comes at each place equally often. */
function orderOf(round: number): readonly number[] {
  const turned = ways.map((_, place) => (place + round) % ways.length)
  return Math.floor(round / ways.length) % 2 === 0 ? turned : turned.toReversed()
}

function redisCpuMs(): number {
  return redis === null ? 0 : cpuMsOf(redis.pid())
}

/**
 * Compares round by round, so that what the machine does meanwhile hits both sides, and tells the median of the processes
 * and what each of them said. The key is checked in every slice, so its cost is taken out of what is compared with.
 */
function report(runs: readonly Run[]): void {
  console.log(`\n${CONNECTIONS} connections; the key check takes ${keyUs.toFixed(2)} us of CPU`)
  for (const [of, whose] of [
    ['serviceUs', 'service'],
    ['allUs', 'service, database and Redis'],
  ] as const) {
    const bare = runs.map((run) => bareOf(run, of))
    const noise = shares(runs.map((run, i) => addedBy(run[0], of, bare[i]) - addedBy(run[1], of, bare[i])))
    console.log(
      `\na bet takes ${median(bare.flat()).toFixed(1)} us of ${whose}; two doors without limits differ by ${noise}`,
    )
    for (const [door, way] of ways.entries()) {
      if (way === 'none') continue
      const added = runs.map((run, i) => addedBy(run[door], of, bare[i], keyUs))
      const isMissed = median(added) >= SHARE_MAX
      const where = way === 'memory' ? 'in the process' : 'in Redis'
      console.log(
        `${isMissed ? 'MISSED' : 'reached'} below ${percent(SHARE_MAX)}: limits ${where} and the key check add ${shares(added)}`,
      )
      if (isMissed) process.exitCode = 1
    }
  }
}

/** What a bet takes without limits, in each round: the mean of the two doors. */
function bareOf([one = [], other = []]: Run, of: keyof BetCost): readonly number[] {
  return one.map((cost, round) => (cost[of] + (other[round]?.[of] ?? Number.NaN)) / 2)
}

/** By how much a door takes more than `bare`, of which `us` are its own. */
function addedBy(costs: readonly BetCost[] = [], of: keyof BetCost, bare: readonly number[] = [], us = 0): number {
  return median(costs.map((cost, round) => cost[of] / ((bare[round] ?? Number.NaN) - us) - 1))
}

function shares(each: readonly number[]): string {
  return `${percent(median(each))} (${each.map(percent).join(', ')})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
