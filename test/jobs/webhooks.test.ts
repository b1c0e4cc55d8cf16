import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { instant } from '../../src/core/instant.ts'
import { retryDelayMs, WebhookDeliverer } from '../../src/jobs/deliver-webhooks.ts'
import { guardedAgent } from '../../src/outbound/guarded-agent.ts'
import { urlProblemOf } from '../../src/outbound/url-problem.ts'
import { listDeliveries } from '../../src/store/deliveries.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { purchase, seedTenant, startApp, type TestApp } from '../helpers/app.ts'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let running: TestApp
let receiver: Server
let received: Received[]
let answer: (response: ServerResponse, count: number) => void
let deliverer: WebhookDeliverer
/** Added to the real clock of the deliverer, so that a retry of tomorrow is due now. */
let ahead = 0

beforeAll(async () => {
  running = await startApp()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(response, received.length)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await running.end()
})

let told: string[]
const toldOf = (userId: string) => told.filter((line) => line.startsWith(userId))

beforeEach(() => {
  received = []
  told = []
  ahead = 0
  answer = (response) => response.writeHead(204).end()
  deliverer = new WebhookDeliverer(
    {
      db: running.pool,
      agent: guardedAgent(true),
      urlProblem: urlProblemOf(true),
      now: () => instant(Date.now() + ahead),
      random: () => 0.5,
      onError: (error) => expect.fail(String(error)),
      onAttempt: ({ userId }, result) => told.push(`${userId}: ${result}`),
    },
    20,
  )
})
afterEach(() => deliverer.stop())

async function tenantWithWebhook() {
  const { tenant, tier } = await seedTenant(running.app)
  const { port } = receiver.address() as AddressInfo
  await running.app.changeTenant(tenant.id, { settings: { webhookUrl: `http://127.0.0.1:${port}/hook` } })
  const { rows } = await running.pool.query('select secret from webhook_secrets where tenant_id = $1', [tenant.id])
  return { tenant, tier, secret: rows[0].secret as string }
}

const deliveriesOf = async ({ id }: Tenant) =>
  (await listDeliveries(running.pool, id, undefined, { limit: 50, cursor: null })).items

test('a purchase is told once, signed so that the public library verifies it', async () => {
  const { tenant, tier, secret } = await tenantWithWebhook()
  await purchase(running.app, tenant, tier.id, 'anna')
  await expect.poll(() => received.length).toBe(1)
  const [message] = received
  const envelope = JSON.parse(message?.body ?? '')
  expect(envelope).toMatchObject({
    eventType: 'challenge.activated',
    userId: 'anna',
    data: { ownStake: 20, startingBalance: 100 },
  })
  const library = new Webhook(Buffer.from(secret).toString('base64'))
  expect(() => library.verify(message?.body ?? '', message?.headers as Record<string, string>)).not.toThrow()
  expect(message?.headers).toMatchObject({ 'webhook-id': envelope.eventId, 'x-webhook-sequence': '1' })
  expect(message?.headers['x-webhook-signature']).toMatch(/^[0-9a-f]{64}$/)
  await expect.poll(async () => (await deliveriesOf(tenant)).map(({ status }) => status)).toEqual(['delivered'])
})

test('while a secret is being rotated both sign, and once the old one has ended it signs no more', async () => {
  const { tenant, tier, secret } = await tenantWithWebhook()
  const signatures = () => received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
  await running.pool.query(
    'update webhook_secrets set valid_until = now() + interval $$1 hour$$ where tenant_id = $1',
    [tenant.id],
  )
  await running.pool.query(
    'insert into webhook_secrets (tenant_id, secret, created_at) values ($1, $2, now() + interval $$1 second$$)',
    [tenant.id, secret.split('').reverse().join('')],
  )
  await purchase(running.app, tenant, tier.id, 'during')
  await expect.poll(signatures).toEqual([2])
  await running.pool.query(
    'update webhook_secrets set valid_until = now() - interval $$1 second$$ where valid_until is not null',
  )
  await purchase(running.app, tenant, tier.id, 'after')
  await expect.poll(signatures).toEqual([2, 1])
})

test('a receiver that fails is tried again on the schedule, and each attempt is kept', async () => {
  const { tenant, tier } = await tenantWithWebhook()
  answer = (response, count) =>
    count === 1 ? response.writeHead(500).end('broken') : response.writeHead(200).end('ok')
  await purchase(running.app, tenant, tier.id, 'ben')
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.attempts).toBe(1)
  expect(received).toHaveLength(1)
  ahead = 6_000
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
  expect((await deliveriesOf(tenant))[0]?.attemptLog).toMatchObject([
    { status: 500, answer: 'broken' },
    { status: 200, answer: 'ok' },
  ])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await expect.poll(() => toldOf('ben')).toEqual(['ben: pending', 'ben: delivered'])
})

test('after ten attempts the delivery has failed, and a redirect is never followed', async () => {
  const { tenant, tier } = await tenantWithWebhook()
  answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
  await purchase(running.app, tenant, tier.id, 'clara')
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await expect.poll(async () => (await deliveriesOf(tenant))[0]?.attempts).toBe(attempt)
    ahead += 30 * 3_600_000
  }
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('failed')
  expect(received).toHaveLength(10)
  await expect
    .poll(() => toldOf('clara'))
    .toEqual([...Array.from({ length: 9 }, () => 'clara: pending'), 'clara: failed'])
})

test('of an answer of ten megabytes only the first bytes are read', async () => {
  const { tenant, tier } = await tenantWithWebhook()
  answer = (response) => response.writeHead(200).end('x'.repeat(10_000_000))
  await purchase(running.app, tenant, tier.id, 'dora')
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
  expect((await deliveriesOf(tenant))[0]?.attemptLog[0]?.answer).toHaveLength(1024)
})

test('the schedule keeps within its jitter, and Retry-After makes it later', () => {
  const none = { retryAfterMs: null }
  expect(retryDelayMs(1, none, () => 0)).toBe(4_500)
  expect(retryDelayMs(1, none, () => 1)).toBe(5_500)
  expect(retryDelayMs(2, none, () => 0.5)).toBe(300_000)
  expect(retryDelayMs(1, { retryAfterMs: 60_000 }, () => 0.5)).toBe(60_000)
})
