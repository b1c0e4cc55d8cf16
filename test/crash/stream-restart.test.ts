import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventSource } from 'eventsource'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf, ServiceProcess } from '../helpers/service-process.ts'
import { streamPath } from '../helpers/stream-reader.ts'

// The public package reads a stream of the service as npm starts it, while the service ends and begins again.

const BETS = 8

let dataDir: string
let source: EventSource | null = null
const started: ServiceProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stream-'))
})
afterEach(async () => {
  source?.close()
  for (const service of started.splice(0)) service.destroy()
  await expect.poll(() => processesOf(dataDir), { timeout: 20_000 }).toEqual([])
  await rm(dataDir, { recursive: true })
})

async function start(port = '0'): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ dataDir, port })
  started.push(service)
  return service
}

/** Asks as the backend of the demo tenant. */
async function asBackend(url: string) {
  const { serverKey, tierId } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': serverKey, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return (await response.json()) as { token: string }
  }
  return {
    buy: () => post('/v1/challenges/purchase', { userId: 'anna', challengeTierId: tierId }),
    token: async () => (await post('/v1/sse/token', { userId: 'anna' })).token,
    bet: async (name: string) => {
      for (let i = 0; i < BETS; i += 1) {
        await post('/v1/bets', {
          userId: 'anna',
          externalBetId: `${name}-${i}`,
          status: 'placed',
          stakeAmount: 1,
          odds: 2,
        })
      }
    },
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'an EventSource reads through %s and a restart, and neither misses nor repeats an event',
  async (signal) => {
    const service = await start()
    const { port } = new URL(service.url)
    const backend = await asBackend(service.url)
    await backend.buy()
    source = new EventSource(`http://127.0.0.1:${port}${streamPath(await backend.token(), 'anna')}`)
    const bets: { readonly id: number; readonly name: string }[] = []
    let snapshots = 0
    source.addEventListener('bet', ({ lastEventId, data }) => {
      bets.push({ id: Number(lastEventId), name: JSON.parse(data).externalBetId })
    })
    source.addEventListener('progress', () => {
      snapshots += 1
    })
    await expect.poll(() => snapshots).toBeGreaterThan(0)
    await backend.bet('before')
    if (signal === 'SIGTERM') await expect.poll(() => bets.length).toBe(BETS)
    service.kill(signal)
    await service.exited

    const next = await start(port)
    // The client comes back three seconds after it lost the service: these come before it.
    await (await asBackend(next.url)).bet('between')
    await expect.poll(() => bets.length, { timeout: 30_000 }).toBe(2 * BETS)
    await (await asBackend(next.url)).bet('after')
    await expect.poll(() => bets.length, { timeout: 30_000 }).toBe(3 * BETS)
    const names = ['before', 'between', 'after'].flatMap((when) =>
      Array.from({ length: BETS }, (_, i) => `${when}-${i}`),
    )
    expect(bets.map(({ name }) => name)).toEqual(names)
    const ids = bets.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(3 * BETS)
    // With an open stream, a stop is as quick as ever.
    next.kill('SIGTERM')
    expect(await next.exited).toEqual([0, null])
  },
  120_000,
)
