import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../src/contract/operations/audit.ts'
import { actionsOf, auditOf } from '../helpers/audit.ts'
import { advance, cancel, place, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith, pendingPayout, reject } from '../helpers/payouts.ts'
import { asAdmin, employ, userToken } from '../helpers/people.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { optional, orDay, wrong } from '../helpers/wrong-values.ts'

const PATH = '/v1/audit/events'
const used = useService()
const list = (query = '') => used.tenant.api.get(`${PATH}?${query}`)

let payoutId: string
beforeAll(async () => {
  await accountWith(used.tenant, 'anna', 100)
  payoutId = (await pendingPayout(used.tenant, 'anna', 20)).id
  await reject(used.tenant, payoutId)
})

describe('the acts of a tenant', () => {
  test('are there as soon as they are answered, the newest first, in their places in the chain', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    const { events } = body
    expect(events[0]).toMatchObject({
      action: 'payout.rejected',
      target: `payout:${payoutId}`,
      actor: 'server_key',
      userId: 'anna',
      before: { status: 'pending' },
      after: { status: 'rejected', grossAmount: 2000, userShare: 1600 },
      ip: '127.0.0.1',
    })
    const seqs = events.map(({ seq }: { seq: number }) => seq)
    expect(seqs).toEqual(seqs.map((_: number, i: number) => seqs.length - i))
    for (const [i, { prevHash }] of events.entries()) expect(prevHash).toBe(events[i + 1]?.hash ?? '0'.repeat(64))
  })

  test('carry the correlation id of their request', async () => {
    const { api } = used.tenant
    await api.patch('/v1/admin/settings', { maxBackfillHours: 100 }, { 'x-correlation-id': 'the-request' })
    expect((await list()).body.events[0]).toMatchObject({
      action: 'settings.changed',
      correlationId: 'the-request',
      before: { maxBackfillHours: 168 },
      after: { maxBackfillHours: 100 },
    })
  })

  test('are told by the real clock, of a sandbox whose test clock has gone ahead, too', async () => {
    const tenant = await used.service.seed()
    await advance(tenant, '2026-03-09T12:00:00Z')
    await tenant.api.put('/v1/admin/users/ben/self-exclusion', { excluded: true })
    await tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 100 })
    const now = new Date(used.service.app.clock.now()).toISOString()
    expect((await auditOf(tenant)).slice(0, 2)).toMatchObject([
      { action: 'settings.changed', at: now },
      { action: 'player.excluded', at: now },
    ])
  })

  test('tell of decisions about money, and not of each bet', async () => {
    const tenant = await used.service.seed()
    await buyAndPass(tenant, 'ben')
    await tenant.api.post('/v1/users/ben/challenge/continue')
    await place(tenant, 'ben', 'b3')
    await win(tenant, 'ben', 'b3')
    expect(await actionsOf(tenant, 'target=ben')).toEqual([
      'challenge.purchased',
      'challenge.passed',
      'challenge.continued',
      'funded_account.activated',
    ])
    expect((await auditOf(tenant, 'target=ben')).map(({ actor }) => actor)).toEqual([
      'server_key',
      'server_key',
      'system',
      'server_key',
    ])
  })

  test('say who acted: a person by their id, a player without an address', async () => {
    const tenant = await used.service.seed()
    await employ(used.service, tenant, 'clerk@audit.example')
    const clerk = await asAdmin(used.service, 'clerk@audit.example')
    await clerk.patch('/v1/admin/settings', { payoutReview: 'automatic' })
    await tenant.publicApi.and(await userToken(tenant, 'carl')).post('/v1/challenges/purchase', {
      userId: 'carl',
      challengeTierId: tenant.tierId,
    })
    const [bought, changed, loggedIn, created] = await auditOf(tenant)
    expect(bought).toMatchObject({ action: 'challenge.purchased', actor: 'player', ip: null, userId: 'carl' })
    expect(changed).toMatchObject({ action: 'settings.changed', actor: created.target, ip: '127.0.0.1' })
    expect(loggedIn).toMatchObject({ action: 'admin.logged_in', actor: created.target, target: created.target })
    expect(created).toMatchObject({ action: 'admin.created', actor: 'super_admin', after: { role: 'operator_admin' } })
    expect(created.target).toMatch(/^admin:[0-9a-f-]{36}$/)
  })

  test('name no secret', async () => {
    const tenant = await used.service.seed()
    const webhookUrl = 'https://hooks.example/T0KEN?key=s3cret'
    await tenant.api.patch('/v1/admin/settings', { webhookUrl })
    const rotated = await used.service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/keys/server/rotate`)
    await employ(used.service, tenant, 'secret@audit.example')
    const text = JSON.stringify(await auditOf(tenant))
    for (const secret of ['T0KEN', 's3cret', rotated.body.key, tenant.serverKey, 'correct horse', 'secret@']) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain('https://hooks.example')
  })

  test('are those of the own tenant', async () => {
    const other = await used.service.seed()
    expect(JSON.stringify(await auditOf(other))).not.toContain(payoutId)
    const seqs = (await auditOf(other)).map(({ seq }) => seq)
    expect(Math.min(...seqs)).toBe(1)
  })

  test('keep what a refusal did not do to themselves', async () => {
    const tenant = await used.service.seed()
    const before = (await auditOf(tenant)).length
    await cancel(tenant, 'nobody')
    await buy({ ...tenant, tierId: tenant.id }, 'nobody')
    await tenant.api.patch('/v1/admin/settings', { payoutReview: 'nobody' })
    expect(await auditOf(tenant)).toHaveLength(before)
  })
})

describe('filters', () => {
  const each = async (query: string, holds: (event: Record<string, unknown>) => boolean) => {
    const events = await auditOf(used.tenant, query)
    expect(events).not.toEqual([])
    expect(events.filter((event) => !holds(event))).toEqual([])
  }
  test('by actor', () => each('actor=system', ({ actor }) => actor === 'system'))
  test('by action', () => each('action=payout.requested', ({ action }) => action === 'payout.requested'))
  test('by target, whole', () => each(`target=payout:${payoutId}`, ({ target }) => target === `payout:${payoutId}`))
  test('by the id of a target', () => each(`target=${payoutId}`, ({ target }) => target === `payout:${payoutId}`))
  test('by player', () => each('target=anna', ({ userId }) => userId === 'anna'))
  test('by time', async () => {
    used.service.app.clock.forward(3_600_000)
    await used.tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 50 })
    const now = new Date(used.service.app.clock.now()).toISOString()
    expect(await actionsOf(used.tenant, `from=${now}`)).toEqual(['settings.changed'])
    const before = new Date(used.service.app.clock.now() - 1).toISOString()
    expect(await actionsOf(used.tenant, `to=${before}&action=ruleset.created`)).toHaveLength(2)
    expect(await actionsOf(used.tenant, `from=${now}&action=ruleset.created`)).toEqual([])
  })
  test('by day, all of it', async () => {
    const today = new Date(used.service.app.clock.now()).toISOString().slice(0, 10)
    const yesterday = new Date(used.service.app.clock.now() - 86_400_000).toISOString().slice(0, 10)
    const all = (await auditOf(used.tenant)).length
    expect(all).toBeGreaterThan(0)
    expect(await auditOf(used.tenant, `from=${today}&to=${today}`)).toHaveLength(all)
    expect(await auditOf(used.tenant, `to=${yesterday}`)).toEqual([])
  })
  test.each(['actor=nobody', 'action=none', 'target=none', 'target=anna&action=ruleset.created'])(
    '%s finds nothing',
    async (query) => expect(await auditOf(used.tenant, query)).toEqual([]),
  )
})

test.each(orDay(optional(wrong.moment)).filter((value): value is string => typeof value === 'string'))(
  '%j is no moment and no day',
  async (value) => {
    expectWrong(await list(`from=${encodeURIComponent(value)}`), 'from')
    expectWrong(await list(`to=${encodeURIComponent(value)}`), 'to')
  },
)

test('a range that ends before it begins is named', async () => {
  expectWrong(await list('from=2026-03-02&to=2026-03-01'), 'to')
})

test.each(['actor', 'action', 'target'])('an empty %s is wrong', async (field) => {
  expectWrong(await list(`${field}=`), field)
  expectWrong(await list(`${field}=${'x'.repeat(201)}`), field)
  for (const text of ['%00', 'a%0Ab', '%C2%85']) expectWrong(await list(`${field}=${text}`), field)
})

testAccess(used, listAuditEvents)
testPages(list, ({ events }) => events)

/** A tenant whose acts are made by many at once. */
test('acts that are done at the same moment stand in one chain', async () => {
  const tenant: TestTenant = await used.service.seed()
  const users = Array.from({ length: 20 }, (_, i) => `player-${i}`)
  await Promise.all(users.flatMap((user) => [buy(tenant, user), auditOf(tenant)]))
  const events = await auditOf(tenant, 'action=challenge.purchased')
  expect(events).toHaveLength(20)
  expect((await tenant.api.get('/v1/audit/verify')).body).toMatchObject({ valid: true, firstBroken: null })
})
