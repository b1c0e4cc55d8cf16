import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UrlProblem } from '../../src/app/tenancy.ts'
import { instant } from '../../src/core/instant.ts'
import { WebhookDeliverer } from '../../src/jobs/deliver-webhooks.ts'
import { guardedAgent } from '../../src/outbound/guarded-agent.ts'
import { urlProblemOf } from '../../src/outbound/url-problem.ts'
import { listDeliveries } from '../../src/store/deliveries.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { purchase, seedTenant, startApp, type TestApp } from '../helpers/app.ts'
import { type Answering, json, Receiver, trickle, yes } from '../helpers/receiver.ts'

// Receivers as they are on a bad day, and what the deliverer makes of each.

/** Every delivery that there is. */
const ALL = { from: instant(0), to: instant(Date.UTC(9999, 0)) }

let running: TestApp
let receiver: Receiver
let deliverers: WebhookDeliverer[] = []
/** Added to the real clock of the deliverers, so that a retry of tomorrow is due now. */
let ahead = 0

beforeAll(async () => {
  running = await startApp()
  // Deliveries know the real time only.
  running.clock.forward(Date.now() - running.clock.now())
  receiver = await Receiver.start()
})
afterAll(async () => {
  receiver.end()
  await running.end()
})
beforeEach(() => {
  receiver.reset()
  ahead = 0
})
afterEach(async () => {
  receiver.answering = yes
  await Promise.all(deliverers.map((deliverer) => deliverer.stop()))
  deliverers = []
  // What one test has left is not delivered in the next.
  await running.pool.query('delete from deliveries')
})

function deliver({ urlProblem = urlProblemOf(true) as UrlProblem, allowPrivate = true } = {}): WebhookDeliverer {
  const deliverer = new WebhookDeliverer(
    {
      ...{ db: running.pool, agent: guardedAgent(allowPrivate), urlProblem, random: () => 0.5 },
      now: () => instant(Date.now() + ahead),
      onError: (error) => expect.fail(String(error)),
    },
    20,
  )
  deliverers.push(deliverer)
  return deliverer
}

async function seeded(path = '/hook') {
  const { tenant, tier } = await seedTenant(running.app)
  const changed = await running.app.changeTenant(tenant.id, { settings: { webhookUrl: receiver.url(path) } })
  if (changed === null) throw new Error('the tenant was just made')
  return { tenant: changed, tier }
}

const deliveriesOf = async ({ id }: Tenant) =>
  (await listDeliveries(running.pool, id, undefined, { limit: 50, cursor: null })).items
const attemptsOf = async (tenant: Tenant) => (await deliveriesOf(tenant))[0]?.attemptLog ?? []
const idsAt = (path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id'])

test.each<[string, Answering, RegExp]>([
  ['hangs', () => {}, /^no answer in time$/],
  ['trickles an answer that never ends', (response) => trickle(response, '{'), /^no answer in time$/],
  ['hangs up without a word', (response) => void response.socket?.destroy(), /./],
  [
    'hangs up within its answer',
    (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half of it')
      setTimeout(() => response.socket?.destroy(), 50)
    },
    /./,
  ],
])('who %s has not taken the event: it comes again, the same', async (_, answering, failure) => {
  receiver.answering = (response, message, nth) => (nth === 1 ? answering : yes)(response, message, nth)
  const { tenant, tier } = await seeded()
  deliver()
  await purchase(running.app, tenant, tier.id, 'anna')
  await expect.poll(async () => (await attemptsOf(tenant)).length).toBe(1)
  const [failed] = await attemptsOf(tenant)
  expect(failed).toMatchObject({ status: null, failure: expect.stringMatching(failure) })
  expect(failed?.durationMs).toBeLessThan(8_000)
  ahead = 6_000
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
  const [first, second] = receiver.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(JSON.parse(first?.body ?? '').eventId).toBe(first?.headers['webhook-id'])
  expect(second?.headers['x-webhook-signature']).toBe(first?.headers['x-webhook-signature'])
})

test('only 2xx is success, and Retry-After puts the next attempt off, in seconds or as a date', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  const answers: Answering[] = [
    (response) => json(response, {}, 404),
    (response) => response.writeHead(503, { 'retry-after': '120' }).end(),
    (response) => response.writeHead(429, { 'retry-after': inAnHour }).end(),
    (response) => response.writeHead(301, { location: receiver.url('/elsewhere') }).end(),
    (response) => response.writeHead(299).end(),
  ]
  receiver.answering = (response, message, nth) => answers[nth - 1]?.(response, message, nth)
  const { tenant, tier } = await seeded()
  deliver()
  await purchase(running.app, tenant, tier.id, 'ben')
  const waits: number[] = []
  for (let made = 1; made <= 4; made += 1) {
    await expect.poll(async () => (await attemptsOf(tenant)).length).toBe(made)
    const [delivery] = await deliveriesOf(tenant)
    waits.push(Math.round(((delivery?.dueAt.getTime() ?? 0) - Date.now() - ahead) / 1000))
    ahead = (delivery?.dueAt.getTime() ?? 0) - Date.now() + 1
  }
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
  expect((await attemptsOf(tenant)).map(({ status }) => status)).toEqual([404, 503, 429, 301, 299])
  // 5 s, 5 min rather than the 2 min asked for, about an hour rather than 30 min, 2 h; a slow machine takes a little off.
  const wanted = [5, 300, 3_300, 7_200]
  for (const [nth, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan((wanted[nth] ?? 0) - 30)
    expect(wait).toBeLessThan((wanted[nth] ?? 0) + 301)
  }
  expect(idsAt('/elsewhere')).toEqual([])
})

test('a dead receiver has eight places and no more, and slows nobody else', async () => {
  const dead = await seeded('/dead')
  const alive = await seeded('/alive')
  let open = 0
  let most = 0
  receiver.answering = (response, message, nth) => {
    if (message.path === '/alive') return yes(response, message, nth)
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    return undefined
  }
  const buyAll = async ({ tenant, tier }: typeof dead, count: number, name: string): Promise<void> => {
    await Promise.all(
      Array.from({ length: count }, (_, nth) => purchase(running.app, tenant, tier.id, `${name}-${nth}`)),
    )
  }
  // More than there are places in all, and all of them due before those of the other one.
  await buyAll(dead, 150, 'dead')
  await buyAll(alive, 20, 'alive')
  deliver()
  await expect.poll(() => new Set(idsAt('/alive')).size).toBe(20)
  // By now a place of the dead one may have been taken anew a few times, five seconds each: never 150 times.
  expect(idsAt('/dead').length).toBeLessThan(60)
  expect(most).toBe(8)
})

test('sixteen dead receivers fill every place; the first that becomes free goes to whoever has none', async () => {
  const dead = await Promise.all(Array.from({ length: 16 }, (_, nth) => seeded(`/dead-${nth}`)))
  const alive = await seeded('/alive')
  const backlog = (tenants: readonly Tenant[], count: number, due: string) =>
    running.pool.query(
      `insert into deliveries (tenant_id, event_id, seq, type, body, due_at)
       select tenant_id, gen_random_uuid(), 0, 'ping', '{}', now() + $3::interval
         from unnest($1::uuid[]) tenant_id, generate_series(1, $2)`,
      [tenants.map(({ id }) => id), count, due],
    )
  await backlog(
    dead.map(({ tenant }) => tenant),
    20,
    '0 s',
  )
  await backlog([alive.tenant], 6, '5 s')
  const open: ServerResponse[] = []
  receiver.answering = (response, message, nth) => {
    if (message.path === '/alive') return yes(response, message, nth)
    open.push(response)
    return undefined
  }
  deliver()
  await expect.poll(() => open.length).toBe(128)
  ahead = 5_000
  open.shift()?.end()
  await expect.poll(() => idsAt('/alive').length).toBe(6)
  expect(receiver.received.slice(128, 134).map(({ path }) => path)).toEqual(Array(6).fill('/alive'))
  receiver.answering = yes
  for (const response of open) response.end()
})

test('a backlog that is worked off has eight places and no more, whichever of them becomes free', async () => {
  const { tenant } = await seeded()
  await running.pool.query(
    `insert into deliveries (tenant_id, event_id, seq, type, body)
     select $1, gen_random_uuid(), 0, 'ping', '{}' from generate_series(1, 200)`,
    [tenant.id],
  )
  const open: ServerResponse[] = []
  let most = 0
  // From eight on each that comes frees one a moment later.
  receiver.answering = (response) => {
    most = Math.max(most, open.push(response))
    if (open.length >= 8) setTimeout(() => open.shift()?.end(), 30)
  }
  deliver()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(30)
  expect(most).toBe(8)
  receiver.answering = yes
  for (const response of open) response.end()
})

describe('what was committed is delivered', () => {
  test('by whoever comes after a process that died before it could', async () => {
    const { tenant, tier } = await seeded()
    await purchase(running.app, tenant, tier.id, 'clara')
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'pending', attempts: 0 }])
    deliver()
    await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
  })

  test('by whoever comes after one that died in the middle, once its lease is over, and the same', async () => {
    const { tenant, tier } = await seeded()
    receiver.answering = () => {}
    deliver()
    await purchase(running.app, tenant, tier.id, 'dora')
    await expect.poll(() => receiver.received.length).toBe(1)
    // The first process is as good as dead: it waits. Nobody else takes its delivery before the lease ends.
    receiver.answering = yes
    ahead = 16_000
    deliver()
    await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('once for two processes, and again when the operator asks for it, under the same id', async () => {
    const { tenant, tier } = await seeded()
    deliver()
    deliver()
    await purchase(running.app, tenant, tier.id, 'emil')
    await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
    expect(receiver.received).toHaveLength(1)
    const [delivery] = await deliveriesOf(tenant)
    await running.app.redeliver(tenant.id, delivery ? { eventId: delivery.eventId } : ALL)
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.eventId]))
  })
})

test('what is asked for once more while the last attempt is on its way does not fail with it', async () => {
  const { tenant, tier } = await seeded()
  await purchase(running.app, tenant, tier.id, 'fritz')
  await running.pool.query('update deliveries set attempts = 9')
  const open: ServerResponse[] = []
  receiver.answering = (response) => void open.push(response)
  deliver()
  await expect.poll(() => open.length).toBe(1)
  await running.app.redeliver(tenant.id, ALL)
  await expect.poll(() => open.length).toBe(2)
  for (const [nth, response] of open.entries()) {
    response.writeHead(500).end()
    await expect.poll(async () => (await attemptsOf(tenant)).length).toBe(nth + 1)
  }
  expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'pending', attempts: 1 }])
  receiver.answering = yes
  ahead = 6_000
  await expect.poll(async () => (await deliveriesOf(tenant))[0]?.status).toBe('delivered')
})

test('while a secret is rotated, whoever has either of the two verifies; a day later the old one is of no use', async () => {
  const { tenant, tier } = await seeded()
  const { rows } = await running.pool.query('select secret from webhook_secrets where tenant_id = $1', [tenant.id])
  const before = rows[0].secret as string
  running.clock.forward(1)
  const after = (await running.app.rotateKey(tenant.id, 'webhook'))?.key ?? ''
  deliver()
  await purchase(running.app, tenant, tier.id, 'during')
  await expect.poll(() => receiver.received.length).toBe(1)
  const verifies = (secret: string, nth: number): boolean => {
    const { body = '', headers } = receiver.received[nth] ?? {}
    const library = new Webhook(`whsec_${Buffer.from(secret, 'ascii').toString('base64')}`)
    try {
      return library.verify(body, headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }
  expect([verifies(before, 0), verifies(after, 0), verifies('0'.repeat(64), 0)]).toEqual([true, true, false])
  await running.pool.query('update webhook_secrets set valid_until = now() where tenant_id = $1 and secret = $2', [
    tenant.id,
    before,
  ])
  await purchase(running.app, tenant, tier.id, 'afterwards')
  await expect.poll(() => receiver.received.length).toBe(2)
  expect([verifies(before, 1), verifies(after, 1)]).toEqual([false, true])
})

describe('an address that may not be called', () => {
  test('any more is not called, and the log says why', async () => {
    const { tenant, tier } = await seeded()
    deliver({ urlProblem: urlProblemOf(false) })
    await purchase(running.app, tenant, tier.id, 'fritz')
    await expect.poll(async () => (await attemptsOf(tenant)).length).toBe(1)
    expect(await attemptsOf(tenant)).toMatchObject([
      { status: null, failure: expect.stringMatching(/^the webhook URL must lead to a public address/) },
    ])
    expect(receiver.received).toEqual([])
  })

  test.each(['localhost', '127.0.0.1', '[::1]'])('is refused at the connection as well: %s', async (host) => {
    const { tenant, tier } = await seeded()
    const url = new URL(receiver.url('/hook'))
    url.hostname = host
    await running.app.changeTenant(tenant.id, { settings: { webhookUrl: url.href } })
    // Nobody has judged the address itself: only what it comes to is looked at.
    deliver({ urlProblem: () => null, allowPrivate: false })
    await purchase(running.app, tenant, tier.id, 'greta')
    await expect.poll(async () => (await attemptsOf(tenant)).length).toBe(1)
    expect((await attemptsOf(tenant))[0]?.failure).toMatch(/public address/)
    expect(receiver.received).toEqual([])
  })
})
