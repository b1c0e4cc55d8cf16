import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createPool } from '../../src/store/database.ts'
import { startChild } from '../child.ts'
import { startServer } from '../databases.ts'
import type { ServiceOrder } from '../service/main.ts'
import { oneTenant } from '../world/one-tenant.ts'
import { seedBets } from './seed-bets.ts'

// How long a statement of a million bets takes, and how much memory the service has at most while it is compared.

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } })
const LINES = Number(values.lines)
const MIB = 1024
/** How long a statement may take that writes the rows. */
const SEEDING_MS = 600_000

await using postgres = await startServer()
const serverKey = await seed(postgres.url)
await using service = await startChild('./service/main.ts')
const order: ServiceOrder = { way: 'pipeline', url: postgres.url, poolSize: 4, limits: ['none'] }
const [port = 0] = await service.ask<readonly number[]>(order)
const before = await peakMiB(service.pid)
const startedAt = performance.now()
const report = await send(port, serverKey)
const seconds = (performance.now() - startedAt) / 1000
console.log(`${LINES} lines in ${seconds.toFixed(1)} s, ${Math.round(LINES / seconds)} a second`)
console.log(`peak memory of the service: ${before} MiB before, ${await peakMiB(service.pid)} MiB after`)
const { matched, missing, extra, stuckOpen, mismatched } = report
console.log({
  matched,
  missing: missing.count,
  extra: extra.count,
  stuckOpen: stuckOpen.count,
  mismatched: mismatched.count,
})

async function seed(url: string): Promise<string> {
  const pool = createPool({ url, prepared: true, answerMs: SEEDING_MS })
  const { tenantId, serverKey } = await oneTenant(pool, url)
  await seedBets(pool, tenantId, LINES)
  await pool.end()
  return serverKey
}

/** All but every thousandth bet, each as settled, and one in ten thousand that the service does not know. */
function* lines(): Generator<string> {
  let text = ''
  for (let n = 1; n <= LINES; n += 1) {
    const known = n % 1000 !== 1
    const id = known ? `bet-${n}` : `unknown-${n}`
    text += `{"externalBetId":"${id}","status":"settled-lost","userId":"player-${n % 1000}","stakeAmount":25,"odds":2,"settlementAmount":0}\n`
    if (text.length > 60_000) {
      yield text
      text = ''
    }
  }
  yield text
}

interface Report {
  readonly matched: number
  readonly missing: { readonly count: number }
  readonly extra: { readonly count: number }
  readonly stuckOpen: { readonly count: number }
  readonly mismatched: { readonly count: number }
}

async function send(port: number, serverKey: string): Promise<Report> {
  const from = new Date().toISOString().slice(0, 10)
  const sent = request({
    port,
    method: 'POST',
    path: `/v1/admin/reconciliation/statements?from=${from}&limit=5`,
    headers: { 'x-api-key': serverKey, 'content-type': 'application/x-ndjson' },
  })
  const answered = new Promise<Report>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', async (response) => {
      const text = Buffer.concat(await Readable.from(response).toArray()).toString()
      if (response.statusCode === 200) resolve(JSON.parse(text))
      else reject(new Error(text))
    })
  })
  await pipeline(Readable.from(lines()), sent)
  return answered
}

/** The most memory that a process has held so far, in MiB. */
async function peakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / MIB)
}
