import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startChild } from '../child.ts'
import { copyDatabase, startServer, urlOf } from '../databases.ts'
import { median } from '../measure/median.ts'
import { seed } from '../world/seed.ts'
import type { BatchesOrder, BatchFigures, PipelineOrder } from './batches.ts'

// What a bet costs service and database in batches of some sizes, in this checkout and in others, which take turns.

const { values, positionals: others } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string', default: '2,16,64' }, rounds: { type: 'string', default: '8' } },
})
const sizes = values.sizes.split(',').map(Number)
const rounds = Number(values.rounds)
const BETS_A_ROUND = 8_000

await using postgres = await startServer()
await using children = new AsyncDisposableStack()
const world = await seed(postgres.url)
const checkouts = [resolve(import.meta.dirname, '../..'), ...others.map((folder) => resolve(folder))]
await copyDatabase(
  postgres,
  checkouts.map((_, i) => `checkout_${i}`),
)
const contenders = await Promise.all(
  checkouts.map(async (checkout, i) => {
    const child = children.use(await startChild('./pipeline/batches.ts'))
    await child.ask({ checkout, url: urlOf(postgres, `checkout_${i}`), world } satisfies PipelineOrder)
    return { checkout, child, figures: new Map<number, BatchFigures[]>(sizes.map((size) => [size, []])) }
  }),
)
for (let round = 0; round <= rounds; round += 1) {
  for (const size of sizes) {
    for (const { child, figures } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      // An even number, so that every bet is settled.
      const batches = 2 * Math.ceil(BETS_A_ROUND / size / 2)
      const measured = await child.ask<BatchFigures>({ size, batches } satisfies BatchesOrder)
      // The first round warms up.
      if (round > 0) figures.get(size)?.push(measured)
    }
  }
}
console.log('microseconds of CPU time for a bet: the median of all rounds, and the least')
for (const size of sizes) {
  for (const { checkout, figures } of contenders) {
    const told = (us: readonly number[]) =>
      `${median(us).toFixed(1).padStart(7)} ${Math.min(...us)
        .toFixed(1)
        .padStart(7)}`
    const of = figures.get(size) ?? []
    const service = told(of.map(({ serviceUs }) => serviceUs))
    const database = told(of.map(({ databaseUs }) => databaseUs))
    console.log(`batches of ${String(size).padEnd(4)} service ${service}   database ${database}   ${checkout}`)
  }
}
