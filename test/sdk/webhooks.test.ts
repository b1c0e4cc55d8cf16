import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { SignatureError, type Signed, verifyApproval, verifyWebhook } from '../../packages/sdk/src/webhooks.ts'
import { Approval } from '../../src/contract/schemas/approval.ts'
import { instant } from '../../src/core/instant.ts'
import { askOperator } from '../../src/jobs/ask-operator.ts'
import { WebhookDeliverer } from '../../src/jobs/deliver-webhooks.ts'
import { guardedAgent } from '../../src/outbound/guarded-agent.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'
import { SUPER_ADMIN_KEY } from '../helpers/service-process.ts'

// A receiver as an operator has one, on its own port: what the service really sends is what is verified.

interface Message {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Message[] = []
let receiver: Server
let service: TestService
let tenant: TestTenant
let secret: string
let deliverer: WebhookDeliverer
const agent = guardedAgent(true)
const now = () => instant(Date.now())

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body })
      response.end('{"approved": true}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  service = await startService({
    askApproval: (asked, request) => askOperator(service.app.pool, agent, now, () => null)(asked, request),
  })
  // Deliveries know the real time only, and an old secret ends a day after the clock of the service.
  service.app.clock.forward(Date.now() - service.app.clock.now())
  tenant = await service.seed()
  deliverer = new WebhookDeliverer(
    { db: service.app.pool, agent, urlProblem: () => null, now, random: () => 0.5, onError: () => {} },
    20,
  )
  const superAdmin = { superAdminKey: SUPER_ADMIN_KEY }
  const installation = createClient({ baseUrl: service.url, credentials: superAdmin })
  service.app.clock.forward(1)
  secret = (await installation.rotateKey({ id: tenant.id, kind: 'webhook' })).key
  const client = createClient({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } })
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await client.changeSettings({ webhookUrl: `${base}/webhooks`, approvalUrl: `${base}/approvals` })
  await client.purchaseChallenge({ userId: 'änna', challengeTierId: tenant.tierId })
  const paths = () => received.map(({ path }) => path).toSorted()
  await vi.waitFor(() => expect(paths()).toEqual(['/approvals', '/webhooks']), { timeout: 20_000 })
})
afterAll(async () => {
  await deliverer.stop()
  await service.end()
  receiver.closeAllConnections()
  receiver.close()
})

function signedAt(path: string, more: Partial<Signed> = {}): Signed {
  const message = received.find((one) => one.path === path)
  if (message === undefined) throw new Error(`nothing came to ${path}`)
  return { secret, headers: message.headers, body: message.body, ...more }
}

const webhook = (more: Partial<Signed> = {}): Signed => signedAt('/webhooks', more)
const standard = (more: Partial<Signed> = {}): Signed => webhook({ scheme: 'standard', ...more })
const bodyOnly = (more: Partial<Signed> = {}): Signed => webhook({ scheme: 'body', ...more })

describe.each([
  ['standard', standard],
  ['body', bodyOnly],
] as const)('the scheme %s', (_, signed) => {
  test('lets through what the service sent', async () => {
    expect(await verifyWebhook(signed())).toMatchObject({ eventType: 'challenge.activated', userId: 'änna' })
  })

  test('takes the headers and the body in every shape in which servers have them', async () => {
    const { headers, body } = signed()
    const entries = Object.entries(headers).map(([name, value]): [string, string] => [
      name.toUpperCase(),
      String(value),
    ])
    const bytes = new TextEncoder().encode(String(body))
    for (const shape of [new Headers(entries), Object.fromEntries(entries)]) {
      expect(await verifyWebhook(signed({ headers: shape, body: bytes }))).toMatchObject({ userId: 'änna' })
      expect(await verifyWebhook(signed({ headers: shape, body: bytes.buffer }))).toMatchObject({ userId: 'änna' })
    }
  })

  test('lets nothing through that was changed on the way, by a single byte', async () => {
    const { body } = signed()
    const changed = String(body).replace('"ownStake":20', '"ownStake":21')
    expect(changed).not.toBe(body)
    await expect(verifyWebhook(signed({ body: changed }))).rejects.toThrow(SignatureError)
    await expect(verifyWebhook(signed({ body: `${body} ` }))).rejects.toThrow(SignatureError)
  })

  test('lets nothing through under another secret, and finds the right one of two', async () => {
    const wrong = 'f'.repeat(64)
    await expect(verifyWebhook(signed({ secret: wrong }))).rejects.toThrow(SignatureError)
    expect(await verifyWebhook(signed({ secret: [wrong, secret] }))).toMatchObject({ userId: 'änna' })
    await expect(verifyWebhook(signed({ secret: '' }))).rejects.toThrow(TypeError)
  })

  test('lets nothing through without its headers, or with signatures that are none', async () => {
    await expect(verifyWebhook(signed({ headers: {} }))).rejects.toThrow(SignatureError)
    for (const wrong of ['', 'v1,', 'v1,AAAA', 'v2,xyz', '00', 'g'.repeat(64), 'é']) {
      const headers = {
        ...signed().headers,
        'webhook-signature': wrong,
        'x-webhook-signature': wrong,
      } as Signed['headers']
      await expect(verifyWebhook(signed({ headers }))).rejects.toThrow(SignatureError)
    }
  })

  test('says that a parsed body cannot be verified', async () => {
    const parsed = JSON.parse(String(signed().body))
    await expect(verifyWebhook(signed({ body: parsed }))).rejects.toThrow(TypeError)
  })
})

test('what is older or newer than the tolerance is refused, unless only the body is signed', async () => {
  // Counted from when it was sent, which may be a while ago.
  const sentAt = Number((standard().headers as IncomingHttpHeaders)['webhook-timestamp']) * 1000
  const later = sentAt + 301_000
  await expect(verifyWebhook(standard({ now: later }))).rejects.toThrow('webhook-timestamp')
  await expect(verifyWebhook(standard({ now: sentAt - 301_000 }))).rejects.toThrow('webhook-timestamp')
  expect(await verifyWebhook(standard({ now: later, toleranceSeconds: 600 }))).toMatchObject({ userId: 'änna' })
  // What a missing setting comes to.
  await expect(verifyWebhook(standard({ now: later, toleranceSeconds: Number.NaN }))).rejects.toThrow(SignatureError)
  expect(await verifyWebhook(bodyOnly({ now: later }))).toMatchObject({ userId: 'änna' })
})

test('the time and the id are signed along', async () => {
  const headers = standard().headers as IncomingHttpHeaders
  const moved = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }
  const renamed = { ...headers, 'webhook-id': 'another' }
  for (const forged of [moved, renamed]) {
    await expect(verifyWebhook(standard({ headers: forged }))).rejects.toThrow(SignatureError)
  }
})

test('while a secret is rotated, whoever still has the old one is served, too', async () => {
  const superAdmin = { superAdminKey: SUPER_ADMIN_KEY }
  const installation = createClient({ baseUrl: service.url, credentials: superAdmin })
  await installation.rotateKey({ id: tenant.id, kind: 'webhook' })
  const before = received.length
  await tenant.api.post('/v1/admin/webhook-deliveries/ping')
  await expect.poll(() => received.length).toBeGreaterThan(before)
  const { headers, body } = received[before] ?? { headers: {}, body: '' }
  expect(await verifyWebhook({ secret, headers, body })).toMatchObject({ eventType: 'ping' })
})

test('an approval call is verified the same way, and is no webhook', async () => {
  expect(await verifyApproval(signedAt('/approvals'))).toMatchObject({
    type: 'purchase',
    action: 'purchase',
    userId: 'änna',
    amount: 20,
    tierId: tenant.tierId,
  })
  expect(Check(Approval, JSON.parse(String(signedAt('/approvals').body)))).toBe(true)
  await expect(verifyWebhook(signedAt('/approvals'))).rejects.toThrow(SignatureError)
  await expect(verifyApproval(webhook())).rejects.toThrow(SignatureError)
  await expect(verifyApproval(signedAt('/approvals', { secret: 'f'.repeat(64) }))).rejects.toThrow(SignatureError)
})
