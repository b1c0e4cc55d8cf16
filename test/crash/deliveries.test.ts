import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Received, Receiver } from '../helpers/receiver.ts'
import { processesOf, ServiceProcess } from '../helpers/service-process.ts'

// Telling the operator, with the service as it is shipped: what was committed is told, whatever happens to the process.

let dataDir: string
let receiver: Receiver
let started: ServiceProcess[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'deliveries-'))
  receiver = await Receiver.start()
  started = []
})
afterEach(async () => {
  for (const service of started) service.destroy()
  await expect.poll(() => processesOf(dataDir), { timeout: 20_000 }).toEqual([])
  receiver.end()
  await rm(dataDir, { recursive: true })
})

interface Demo {
  readonly serverKey: string
  readonly tierId: string
}

async function start(env: { readonly [name: string]: string }) {
  const service = await ServiceProcess.start({ dataDir, env })
  started.push(service)
  const { serverKey, tierId }: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const ask = async (method: string, path: string, body: object) => {
    const headers = { 'x-api-key': serverKey, 'content-type': 'application/json' }
    const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as { fields?: readonly { field: string }[] } }
  }
  const tellReceiver = () => ask('PATCH', '/v1/admin/settings', { webhookUrl: receiver.url('/hook') })
  const buy = (userId: string) => ask('POST', '/v1/challenges/purchase', { userId, challengeTierId: tierId })
  return { service, tellReceiver, buy }
}

const idOf = ({ headers }: Received): string => String(headers['webhook-id'])

const IN_DEVELOPMENT = { ALLOW_PRIVATE_OUTBOUND: 'true' }

test('what was committed before a kill -9 is told after the restart, and again what was being told, under its id', async () => {
  const first = await start(IN_DEVELOPMENT)
  expect((await first.tellReceiver()).status).toBe(200)
  // The receiver takes what comes and never says so.
  receiver.answering = () => {}
  const userIds = Array.from({ length: 12 }, (_, nth) => `user-${nth}`)
  const bought = await Promise.all(userIds.map(first.buy))
  expect(bought.map(({ status }) => status)).toEqual(userIds.map(() => 201))
  // A tenant has eight places: some are on their way, others are still to come.
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  first.service.kill('SIGKILL')
  await first.service.exited

  const before = receiver.received.map(idOf)
  receiver.reset()
  await start(IN_DEVELOPMENT)
  const told = () => new Map(receiver.received.map((message) => [idOf(message), JSON.parse(message.body).userId]))
  await expect.poll(() => told().size, { timeout: 60_000 }).toBe(12)
  expect(new Set(told().values())).toEqual(new Set(userIds))
  expect(before.filter((id) => !told().has(id))).toEqual([])
}, 120_000)

test('as it is shipped it calls no private address, and refuses to be told one', async () => {
  const { tellReceiver } = await start({})
  const { status, body } = await tellReceiver()
  expect([status, body.fields?.map(({ field }) => field)]).toEqual([400, ['webhookUrl']])
}, 120_000)
