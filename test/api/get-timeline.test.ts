import type { Static } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { getTimeline } from '../../src/contract/operations/backoffice.ts'
import type { TimelineEntry } from '../../src/contract/schemas/office.ts'
import { place } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith, paidOut, pendingPayout, reject } from '../helpers/payouts.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { buy, placement, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPages, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
let tenant: TestTenant
const timeline = (query = '', userId = 'anna') => tenant.api.get(`/v1/admin/users/${userId}/timeline?${query}`)
type Entry = Static<typeof TimelineEntry>
const entriesOf = async (query: string, userId = 'anna'): Promise<readonly Entry[]> =>
  (await timeline(`limit=500&${query}`, userId)).body.entries
const typesOf = async (query: string, userId = 'anna'): Promise<readonly string[]> =>
  (await entriesOf(query, userId)).map(({ type }) => type)

beforeAll(async () => {
  tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  await accountWith(tenant, 'anna', 100)
  await tenant.api.post('/v1/bets', placement('anna', 'too much', { stakeAmount: 400 }))
  await paidOut(tenant, 'anna', 20)
  await reject(tenant, (await pendingPayout(tenant, 'anna', 10)).id)
  await tenant.api.put('/v1/admin/users/anna/self-exclusion', { excluded: true })
})

test('all that happened is told, newest first', async () => {
  expect(await typesOf('only=programs')).toEqual([
    'self_exclusion.set',
    'funded_account.activated',
    'challenge.completed',
    'challenge.passed',
    'challenge.activated',
  ])
  expect(await typesOf('only=payouts')).toEqual([
    'payout.rejected',
    'payout.requested',
    'funded_account.payout',
    'payout.requested',
  ])
  const bets = await typesOf('only=bets')
  expect(bets.length).toBe(7)
  expect(new Set(bets)).toEqual(new Set(['bet']))
  const milestones = await entriesOf('only=milestones')
  expect(new Set(milestones.map(({ kind }) => kind))).toEqual(new Set(['program', 'payout', 'webhook']))
  expect((await entriesOf('')).length).toBe(milestones.length + bets.length)
})

test('an entry says what it was about, and how the operator was told', async () => {
  const [excluded, , , , bought] = await entriesOf('only=programs')
  expect(excluded).toMatchObject({ data: { excluded: true, until: null }, bet: null, webhook: null })
  expect(bought).toMatchObject({
    data: { tierName: 'Starter', ownStake: 20, bonusAmount: 80, targetBalance: 150 },
    webhook: { type: 'challenge.activated' },
  })
  const [rejected, , paid] = await entriesOf('only=payouts')
  expect(rejected).toMatchObject({ data: { grossAmount: 10, reason: 'Not now', number: 2 }, webhook: null })
  expect(paid).toMatchObject({
    data: { grossAmount: 20, userShare: 16, mandatory: false },
    webhook: { type: 'funded_account.payout', status: 'pending' },
  })
})

describe('a webhook', () => {
  test('stands right after its event, with every attempt', async () => {
    const entries = await entriesOf('only=milestones')
    const place = entries.findIndex(({ type, kind }) => type === 'funded_account.payout' && kind === 'payout')
    expect(entries[place - 1]).toMatchObject({
      id: entries[place]?.id,
      kind: 'webhook',
      type: 'funded_account.payout',
      delivery: { status: 'pending', attempts: 0, attemptLog: [], userId: 'anna' },
      webhook: null,
    })
  })

  test('comes alone where only webhooks are asked for', async () => {
    expect(await typesOf('only=webhooks')).toEqual([
      'funded_account.payout',
      'funded_account.activated',
      'challenge.completed',
      'challenge.passed',
      'challenge.activated',
    ])
  })
})

describe('an act', () => {
  test('of a person is told with who did it, after what it did', async () => {
    await buy(tenant, 'carl')
    await employ(used.service, tenant, 'carla@operator.example')
    const admin = await asAdmin(used.service, 'carla@operator.example')
    await admin.put('/v1/admin/users/carl/self-exclusion', { excluded: true })
    const [act, done] = await entriesOf('only=milestones', 'carl')
    expect(done).toMatchObject({ kind: 'program', type: 'self_exclusion.set', act: null })
    expect(act).toMatchObject({
      kind: 'act',
      type: 'player.excluded',
      act: { actor: expect.stringMatching(/^admin:/), userId: 'carl', after: { excluded: true } },
    })
  })

  test('that an event tells of already is not told of the backend, the player or the service', async () => {
    expect(await typesOf('only=acts', 'carl')).toEqual(['player.excluded'])
    await buy(tenant, 'dora')
    expect(await typesOf('only=acts', 'dora')).toEqual([])
  })

  test('that no event tells of is told whoever did it', async () => {
    await buy(tenant, 'eve')
    await place(tenant, 'eve', 'of eve', {})
    const [bet] = await entriesOf('only=bets', 'eve')
    const { flag } = (
      await tenant.api.post('/v1/admin/reconciliation/flags', { betEventId: bet?.id, description: 'Odd' })
    ).body
    await tenant.api.post(`/v1/admin/reconciliation/flags/${flag.id}/resolve`, { note: 'Fine' })
    const delivery = (await entriesOf('only=webhooks', 'eve'))[0]
    await tenant.api.post(`/v1/admin/webhook-deliveries/${delivery?.id}/retry`, {})
    await tenant.api.get('/v1/admin/users/eve/export')
    expect(await typesOf('only=acts', 'eve')).toEqual([
      'player.exported',
      'webhook.redelivered',
      'flag.resolved',
      'flag.opened',
    ])
  })
})

test('a test clock that has moved changes nothing about the order', async () => {
  const sandbox = await used.service.seed({ environment: 'staging' })
  const types = async (): Promise<readonly string[]> =>
    (await sandbox.api.get('/v1/admin/users/anna/timeline')).body.entries.map(({ type }: Entry) => type)
  await employ(used.service, sandbox, 'sandra@operator.example')
  const admin = await asAdmin(used.service, 'sandra@operator.example')
  await buy(sandbox, 'anna')
  await admin.put('/v1/admin/users/anna/self-exclusion', { excluded: true })
  await sandbox.api.post('/v1/sandbox/clock/advance', { byHours: 24 })
  await admin.put('/v1/admin/users/anna/self-exclusion', { excluded: false })
  await place(sandbox, 'anna', 'later', {})
  expect(await types()).toEqual([
    'bet',
    'player.exclusion_lifted',
    'self_exclusion.set',
    'player.excluded',
    'self_exclusion.set',
    'challenge.activated',
  ])
})

test('a bet is shown as it is stored', async () => {
  const { entries } = (await timeline('only=bets&limit=1')).body
  expect(entries[0]).toMatchObject({
    type: 'bet',
    bet: { externalBetId: 'too much', resultStatus: 'rejected', reasonCodes: ['max_stake_exceeded'], stakeAmount: 400 },
  })
})

test('it is that of one player of one tenant', async () => {
  await buy(tenant, 'ben')
  await place(tenant, 'ben', 'of ben', {})
  expect((await entriesOf('', 'ben')).map(({ kind, type }) => `${kind} ${type}`)).toEqual([
    'bet bet',
    'webhook challenge.activated',
    'program challenge.activated',
  ])
  expect((await timeline('', 'nobody')).body).toMatchObject({ entries: [], nextCursor: null })
  expect((await used.tenant.api.get('/v1/admin/users/anna/timeline')).body.entries).toEqual([])
})

test.each(['all', 'BETS', ''])('only=%s is wrong', async (only) => expectWrong(await timeline(`only=${only}`), 'only'))

testAccess(used, getTimeline)
testPath(used, getTimeline)
testPages(timeline, ({ entries }) => entries)
