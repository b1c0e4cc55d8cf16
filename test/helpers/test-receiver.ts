import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant } from '../../src/core/instant.ts'
import { WebhookDeliverer } from '../../src/jobs/deliver-webhooks.ts'
import { guardedAgent } from '../../src/outbound/guarded-agent.ts'
import { urlProblemOf } from '../../src/outbound/url-problem.ts'
import { startAskingService, webhookSecretOf } from './approvals.ts'
import type { Answer } from './client.ts'
import { DocumentedReceiver, type Language } from './documented-receiver.ts'
import { expectError } from './expect-error.ts'
import { withTier } from './payouts.ts'
import { buy, type TestService, type TestTenant } from './service.ts'

/** A tenant of a service that really delivers and asks, and the receiver of the document as its operator. */
class TellingWorld {
  readonly service: TestService
  readonly tenant: TestTenant
  readonly receiver: DocumentedReceiver
  readonly secret: string
  readonly #deliverer: WebhookDeliverer

  private constructor(
    service: TestService,
    tenant: TestTenant,
    receiver: DocumentedReceiver,
    secret: string,
    deliverer: WebhookDeliverer,
  ) {
    this.service = service
    this.tenant = tenant
    this.receiver = receiver
    this.secret = secret
    this.#deliverer = deliverer
  }

  static async start(language: Language): Promise<TellingWorld> {
    const service = await startAskingService()
    // What is delivered goes by the real time, and so does the end of an old secret.
    service.app.clock.forward(Date.now() - service.app.clock.now())
    const tenant = await service.seed()
    const secret = await webhookSecretOf(service, tenant)
    const receiver = await DocumentedReceiver.start(language, secret)
    const urls = { webhookUrl: `${receiver.url}/webhooks`, approvalUrl: `${receiver.url}/approvals` }
    await tenant.api.patch('/v1/admin/settings', urls)
    const deliverer = new WebhookDeliverer(
      {
        ...{ db: service.app.pool, agent: guardedAgent(true), urlProblem: urlProblemOf(true), random: () => 0.5 },
        now: () => instant(Date.now()),
        onError: (error) => expect.fail(String(error)),
      },
      20,
    )
    return new TellingWorld(service, tenant, receiver, secret, deliverer)
  }

  async stop(): Promise<void> {
    await this.#deliverer.stop()
    await this.receiver.stop()
    await this.service.end()
  }

  /** How often the receiver has worked on something. */
  told(line: string): number {
    return this.receiver.lines.filter((one) => one === line).length
  }

  async statuses(): Promise<string[]> {
    const { body } = await this.tenant.api.get('/v1/admin/webhook-deliveries')
    return body.deliveries.map(({ status }: { status: string }) => status)
  }
}

/** The receiver that docs/webhooks.md shows, word for word, against what the service really sends. */
export function testReceiver(language: Language): void {
  let world: TellingWorld
  beforeAll(async () => {
    world = await TellingWorld.start(language)
  })
  afterAll(() => world.stop())

  test('approves a purchase and is told of it', () => approvesAndIsTold(world))
  test('declines what is beyond its rules', () => declines(world))
  test('works on each event once, however often it comes', () => worksOnEachEventOnce(world))
  test('refuses what the service did not sign, or not now', () => refusesForgeries(world))
  test('is told and asked as before while the secret is rotated', () => survivesARotation(world))
}

/** A purchase is approved, happens, and is told. */
async function approvesAndIsTold(world: TellingWorld): Promise<void> {
  expect((await buy(world.tenant, 'änna')).status).toBe(201)
  await expect.poll(() => world.receiver.lines).toContain('challenge.activated änna')
  await expect.poll(() => world.statuses()).toEqual(['delivered'])
}

/** Beyond what the operator approves nothing happens, and nothing is told. */
async function declines(world: TellingWorld): Promise<void> {
  const dear = await withTier(world.tenant, { ownStake: 100.01 })
  expectError(await buy(dear, 'boris'), 402, 'purchase_declined')
  expect((await buy(await withTier(world.tenant, { ownStake: 100 }), 'clara')).status).toBe(201)
  await expect.poll(() => world.told('challenge.activated clara')).toBe(1)
  expect(world.told('challenge.activated boris')).toBe(0)
}

/** An event that is delivered again is taken, and worked on once. */
async function worksOnEachEventOnce(world: TellingWorld): Promise<void> {
  await buy(world.tenant, 'dora')
  await expect.poll(() => world.told('challenge.activated dora')).toBe(1)
  await expect.poll(async () => new Set(await world.statuses())).toEqual(new Set(['delivered']))
  const { deliveries } = (await world.tenant.api.get('/v1/admin/webhook-deliveries')).body
  const { id } = deliveries.find(({ userId }: { userId: string }) => userId === 'dora')
  await world.tenant.api.post(`/v1/admin/webhook-deliveries/${id}/retry`)
  await expect.poll(async () => new Set(await world.statuses())).toEqual(new Set(['delivered']))
  expect(world.told('challenge.activated dora')).toBe(1)
}

/** What the service did not sign, or not now, is refused at both doors. */
async function refusesForgeries(world: TellingWorld): Promise<void> {
  const event = { eventId: 'forged', eventType: 'forged', userId: 'x', timestamp: '', data: {} }
  const body = JSON.stringify({ ...event, amount: 1 })
  // Of the moment at which it is sent: a slow machine takes a while for them all.
  const now = () => Math.floor(Date.now() / 1000)
  const sign = (secret: string, sentAt: string | number, id = 'm1') => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(sentAt),
    'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${sentAt}.${body}`).digest('base64')}`,
  })
  const send = async (headers: Record<string, string>, path = '/webhooks', sent = body): Promise<number> =>
    (await fetch(`${world.receiver.url}${path}`, { method: 'POST', headers, body: sent })).status
  const { secret } = world
  for (const path of ['/webhooks', '/approvals']) {
    expect(await send({}, path)).toBe(401)
    expect(await send(sign('f'.repeat(64), now()), path)).toBe(401)
    expect(await send(sign(secret, now() - 301), path)).toBe(401)
    expect(await send(sign(secret, now() + 330), path)).toBe(401)
    expect(await send(sign(secret, 'soon'), path)).toBe(401)
    expect(await send(sign(secret, now(), 'm2'), path)).toBe(401)
    expect(await send(sign(secret, now()), path, `${body} `)).toBe(401)
    const signed = sign(secret, now())
    for (const signature of ['', 'v1,', 'v1', 'AAAA', 'v1,ÿ', `v2${signed['webhook-signature'].slice(2)}`]) {
      expect(await send({ ...signed, 'webhook-signature': signature }, path)).toBe(401)
    }
  }
  expect(world.told('forged x')).toBe(0)
  expect(await send(sign(secret, now()))).toBe(200)
  expect(await send(sign(secret, now()), '/approvals')).toBe(200)
}

/** While the secret is being rotated, whoever still has the old one is told and asked as before. */
async function survivesARotation(world: TellingWorld): Promise<void> {
  const path = `/v1/super-admin/tenants/${world.tenant.id}/keys/webhook/rotate`
  world.service.app.clock.forward(1)
  const rotated: Answer = await world.service.superAdmin.post(path)
  expect(rotated.body.key).not.toBe(world.secret)
  expect((await buy(world.tenant, 'emil')).status).toBe(201)
  await expect.poll(() => world.told('challenge.activated emil')).toBe(1)
}
