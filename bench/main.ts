import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Comparison, compare, type Pace } from './compare.ts'
import { durabilityOf, startServer } from './databases.ts'
import { showMedians, showRows, showTargets } from './report.ts'
import { compareRows } from './rows-report.ts'
import { medianOf, type Slice } from './slices.ts'
import { targetsOf } from './targets.ts'

const usual: Pace = { rounds: 5, warmMs: 500, timedMs: 4000 }
const quick: Pace = { rounds: 3, warmMs: 300, timedMs: 1200 }

/** How many answers may be anything else than an accepted bet. */
const REFUSED_MAX = 0.01

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } } })
const profileFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]

await using postgres = await startServer()
console.log(`${availableParallelism()} cores of ${cpus()[0]?.model}, Node ${process.versions.node}`)
for (const [name, setting] of await durabilityOf(postgres)) console.log(`${name} ${setting}`)
const comparison = await compare(postgres, values.quick ? quick : usual, profileFlags)
process.exitCode = judge(comparison) ? 0 : 1

function sumOf(what: 'accepted' | 'refused', slices: readonly Slice[]): number {
  return slices.reduce((sum, slice) => sum + slice[what], 0)
}

function refusedShareOf(slices: readonly Slice[]): number {
  const refused = sumOf('refused', slices)
  return refused / (refused + sumOf('accepted', slices))
}

/** Prints everything; whether all targets are reached and both sides did the same work. */
function judge({ slices, poolSize, written }: Comparison): boolean {
  const medians = new Map([...slices].map(([name, [, ...counted]]) => [name, medianOf(counted)]))
  const acceptedOf = (...names: readonly string[]): number =>
    sumOf(
      'accepted',
      names.flatMap((name) => slices.get(name) ?? []),
    )
  const rows = compareRows(
    { written: written.pipeline, events: acceptedOf('bets 64', 'bets 256', 'batch 4') },
    { written: written.baseline, events: acceptedOf('baseline 64', 'baseline 256') },
  )
  const targets = targetsOf(medians)
  const refused = Math.max(...[...slices.values()].map(refusedShareOf))
  console.log(`\nMedians of all slices; the baseline's pool has ${poolSize} connections\n`)
  console.log(`${showMedians(medians)}\n\n${showRows(rows)}\n\n${showTargets(targets)}`)
  console.log(`\n${(refused * 100).toFixed(3)} % of the answers were no accepted bets, where it was worst`)
  return refused <= REFUSED_MAX && rows.every(({ agree }) => agree) && !targets.some(({ missed }) => missed)
}
