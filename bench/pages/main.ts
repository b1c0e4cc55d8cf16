import { parseArgs } from 'node:util'
import { sealAll } from '../../src/app/audit/auditing.ts'
import { createPool } from '../../src/store/database.ts'
import { startChild } from '../child.ts'
import { startServer } from '../databases.ts'
import { cpuMsOf, cpuMsOfFamily } from '../measure/cpu.ts'
import { median } from '../measure/median.ts'
import type { ServiceOrder } from '../service/main.ts'
import { oneTenant } from '../world/one-tenant.ts'
import { actModels } from './act-models.ts'
import { type PageAsked, pagesOf } from './asked.ts'
import { openEveryBet, seedRows } from './seed-rows.ts'

// How long every list of the backoffice takes for a page, over HTTP, where each of its tables has so many rows: the first
// page, one in the middle, one near the end, and with every filter. Beside it stands the CPU time of service and database
// together: on a machine that others use it is what the time would be without them, more or less. Ends with 1 where both
// are longer than wanted.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    wanted: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    // Leaves the database there, for whoever looks for the reason.
    keep: { type: 'boolean', default: false },
  },
})
const ROWS = Number(values.rows)
const WANTED_MS = Number(values.wanted)
/** A statement's plan is made for all its values at once from the sixth time on: the first few times tell nothing. */
const WARM = 6
const TIMED = 9
/** How long a statement may take that writes the rows. */
const SEEDING_MS = 600_000
/** Whatever takes so long in all is asked no more: the verdict is clear. */
const PATIENCE_MS = 5_000

await using postgres = await startServer()
await using ending = new AsyncDisposableStack()
const pool = createPool({ url: postgres.url, prepared: true, answerMs: SEEDING_MS })
ending.defer(() => pool.end())
const { tenantId, serverKey } = await oneTenant(pool, postgres.url)
await using service = await startChild('./service/main.ts')
const order: ServiceOrder = { way: 'pipeline', url: postgres.url, poolSize: 4, limits: ['none'] }
const [port] = await service.ask<readonly number[]>(order)
const url = `http://127.0.0.1:${port}`
const models = await actModels(url, serverKey)
await sealAll(pool)
const startedAt = performance.now()
await seedRows(pool, tenantId, ROWS, models)
console.log(`${ROWS} rows a table, seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
const asker = { url, serverKey, cpuMs: () => cpuMsOf(service.pid) + cpuMsOfFamily(postgres.pid()) }
const slow = await measure(asker, await pagesOf(pool, tenantId))
await openEveryBet(pool, tenantId)
const open = (await pagesOf(pool, tenantId)).filter(({ path }) => path.includes('status=placed'))
slow.push(...(await measure(asker, open, ', every bet open')))
if (slow.length > 0) {
  console.log(`over ${WANTED_MS} ms: ${slow.join('; ')}`)
  process.exitCode = 1
}
if (values.keep) {
  console.log(`${postgres.url} stays until Enter`)
  await new Promise((resolve) => process.stdin.once('data', resolve))
}

interface Asker {
  readonly url: string
  readonly serverKey: string
  /** What service and database have used so far. */
  readonly cpuMs: () => number
}

function shown(ms: number): string {
  return ms.toFixed(0).padStart(5)
}

/** Asks for each page, prints how long it takes, and gives the names of those that take too long. */
async function measure({ url, serverKey, cpuMs }: Asker, pages: readonly PageAsked[], note = ''): Promise<string[]> {
  const slow: string[] = []
  for (const { name, path } of pages.filter((page) => page.name.includes(values.only))) {
    const times: number[] = []
    const begunAt = performance.now()
    let cpuBefore = 0
    for (let i = 0; i < WARM + TIMED && (times.length === 0 || performance.now() - begunAt < PATIENCE_MS); i += 1) {
      if (i <= WARM) cpuBefore = cpuMs()
      const startedAt = performance.now()
      const answer = await fetch(url + path, { headers: { 'x-api-key': serverKey } })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`)
      if (i >= WARM) times.push(performance.now() - startedAt)
    }
    const middle = median(times)
    const cpu = (cpuMs() - cpuBefore) / times.length
    const isSlow = Math.min(middle, cpu) > WANTED_MS
    const figures = `${shown(middle)} ms, ${shown(cpu)} ms of CPU, ${shown(Math.max(...times))} ms at most`
    console.log(`${figures}: ${name}${note}${isSlow ? '  <-- too slow' : ''}`)
    if (isSlow) slow.push(`${name}${note}`)
  }
  return slow
}
