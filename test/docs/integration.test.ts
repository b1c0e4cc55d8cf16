import { expect, test } from 'vitest'
import type { TenantId, TierId } from '../../src/core/ids.ts'
import { makeDemoTenant } from '../../src/demo-tenant.ts'
import { welcome } from '../../src/welcome.ts'
import type { Answer } from '../helpers/client.ts'
import { type DocumentedCall, runLines, shellUnder } from '../helpers/documented-calls.ts'
import { StreamReader } from '../helpers/stream-reader.ts'
import { useService } from '../helpers/use-service.ts'

// What README.md and docs/integration.md give an operator's engineer to copy, line by line, on a tenant that is new.

const used = useService()

/** What the stream says first. */
async function firstOf(address: string): Promise<Answer> {
  const reader = await StreamReader.open(address)
  const { data } = await reader.nth('progress')
  reader.close()
  return { status: reader.response.status, headers: reader.response.headers, body: data }
}

/** The tenant that `npm start` makes for whoever tries it by hand, and its reader with the lines of the document. */
async function reader() {
  const { service } = used
  const { serverKey } = await makeDemoTenant(service.app.app, 'Trial')
  const idOf = (name: string) => (last?: Answer) => last?.body[name].id
  const values = {
    BASE: () => service.url,
    KEY: () => serverKey,
    TIER: (last?: Answer) => last?.body.challengeTiers[0].id,
    CHALLENGE: idOf('ruleset'),
    FUNDED: idOf('ruleset'),
    TRIAL: idOf('challengeTier'),
    PAYOUT: idOf('payout'),
    TOKEN: (last?: Answer) => last?.body.token,
    DAY: (last?: Answer) => last?.body.now.slice(0, 10),
    BET: (last?: Answer) => last?.body.betEvents[0].id,
  }
  return async (...chapters: readonly string[]): Promise<readonly DocumentedCall[]> => {
    const lines = chapters.map((chapter) => shellUnder('docs/integration.md', chapter)).join('')
    return runLines(service, lines, values, firstOf)
  }
}

const statusesOf = (calls: readonly DocumentedCall[]): readonly string[] =>
  calls.map(({ asked, answer }) => `${asked.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '<id>')} ${answer.status}`)

const theHour = [
  'GET /v1/challenge-tiers 200',
  'POST /v1/challenges/purchase 201',
  'POST /v1/bets/validate 200',
  'POST /v1/bets 200',
  'POST /v1/bets 200',
  'GET /v1/users/carla/progress 200',
  'POST /v1/admin/rulesets 201',
  'POST /v1/admin/rulesets 201',
  'POST /v1/admin/challenge-tiers 201',
  'POST /v1/challenges/purchase 201',
  'POST /v1/bets/batch 200',
  'GET /v1/users/dora/progress 200',
  'POST /v1/users/dora/challenge/continue 200',
  'POST /v1/bets/batch 200',
  'GET /v1/users/dora/withdrawable 200',
  'POST /v1/users/dora/withdraw 202',
  'POST /v1/admin/payouts/<id>/confirm 200',
  'POST /v1/challenges/purchase 201',
  'POST /v1/bets/batch 200',
  'POST /v1/users/emil/challenge/refund-stake 200',
  'GET /v1/admin/events 200',
  'PATCH /v1/admin/settings 200',
  'POST /v1/sse/token 200',
  'GET /v1/events 200',
  'GET /v1/sandbox/clock 200',
  'POST /v1/sandbox/clock/advance 200',
  'GET /v1/users/carla/history 200',
  'POST /v1/sandbox/reset/carla 200',
  'POST /v1/sandbox/reset/dora 200',
  'POST /v1/sandbox/reset/emil 200',
]

const theChapters = [
  'POST /v1/challenges/purchase 201',
  'PUT /v1/admin/integration-mode 200',
  'POST /v1/bets 202',
  'GET /v1/admin/bet-events 200',
  'PUT /v1/admin/integration-mode 200',
  'POST /v1/admin/adapter-mapping/test 200',
  'PUT /v1/admin/adapter-mapping 200',
  'POST /v1/bets 200',
  'DELETE /v1/admin/adapter-mapping 200',
  'GET /v1/sandbox/clock 200',
  'POST /v1/admin/reconciliation/statements 200',
  'GET /v1/reconciliation/finn 200',
  'GET /v1/admin/bet-events 200',
  'POST /v1/admin/bet-events/<id>/settle 200',
  'POST /v1/admin/bet-events/<id>/correct 200',
  'GET /v1/admin/reconciliation/flags 200',
  'PUT /v1/admin/users/finn/self-exclusion 200',
  'GET /v1/admin/users/finn/export 200',
  'POST /v1/users/finn/challenge/cancel 200',
  'DELETE /v1/admin/users/finn 200',
]

test('docs/integration.md, from the first line to the last', async () => {
  const read = await reader()
  const calls = await read('The first hour', 'Bets', 'Every day')
  expect(statusesOf(calls)).toEqual([...theHour, ...theChapters])
  const bodyOf = (asked: string) => calls.findLast((call) => call.asked.startsWith(asked))?.answer.body
  const { validationResult } = bodyOf('POST /v1/bets/validate')
  expect(validationResult.reasons).toMatchObject([{ code: 'max_stake_exceeded', limit: 10 }])
  expect(bodyOf('GET /v1/users/carla/progress')).toMatchObject({ currentBalance: 111, totalBetsAccepted: 1 })
  expect(bodyOf('GET /v1/users/dora/progress').type).toBe('challenge_passed')
  expect(bodyOf('GET /v1/users/dora/withdrawable')).toMatchObject({ withdrawableGross: 50, withdrawableNow: 40 })
  expect(bodyOf('POST /v1/admin/payouts').payout).toMatchObject({ status: 'executed', totalPaid: 60 })
  const told: readonly { eventType: string }[] = bodyOf('GET /v1/admin/events').events
  expect(told.map(({ eventType }) => eventType)).toEqual([
    ...['challenge.activated', 'challenge.activated', 'challenge.passed', 'challenge.completed'],
    ...['funded_account.activated', 'funded_account.payout'],
    ...['challenge.activated', 'challenge.passed', 'challenge.stake_refunded', 'challenge.bonus_voided'],
  ])
  expect(bodyOf('GET /v1/events')).toMatchObject({ type: 'challenge', currentBalance: 111 })
  expect(bodyOf('GET /v1/users/carla/history').challenges).toMatchObject([{ status: 'failed' }])
  expect(bodyOf('POST /v1/admin/adapter-mapping/test').bet).toMatchObject({ stakeAmount: 5, status: 'placed' })
  expect(bodyOf('POST /v1/admin/reconciliation/statements')).toMatchObject({
    matched: 1,
    stuckOpen: { count: 1, items: [{ externalBetId: 'finn-1' }] },
    badLines: { count: 0 },
  })
  expect(bodyOf('POST /v1/admin/bet-events').betEvent.status).toBe('voided')
})

test('the first hour once more: the same players, orders and bets, a month later', async () => {
  const read = await reader()
  await read('The first hour')
  const calls = await read('The first hour')
  expect(statusesOf(calls)).toEqual(theHour)
  const replayed = calls.filter(({ answer }) => answer.body.duplicate || answer.headers.has('idempotency-replayed'))
  expect(replayed).toEqual([])
})

test('what there is to try elsewhere has other players, so that it does not stand in the way', () => {
  const playersIn = (text: string) => new Set([...text.matchAll(/"userId\\?": ?\\?"(\w+)/g)].map(([, name]) => name))
  const hour = playersIn(shellUnder('docs/integration.md', 'The first hour'))
  const tenant = { tenantId: '' as TenantId, serverKey: '', publicKey: '', tierId: '' as TierId }
  const people = { admin: '', trialAdmin: '', superAdmin: '', password: '' }
  const printed = playersIn(welcome('', null, { tenant, people, webhookSecret: '' }))
  const readme = playersIn(shellUnder('README.md', 'A bet in four calls'))
  expect([hour.size, printed.size, readme.size]).toEqual([3, 1, 1])
  expect(hour.union(printed).union(readme).size).toBe(5)
})

test('a bet in four calls of README.md', async () => {
  const { service } = used
  const tenant = await service.seed()
  const lines = shellUnder('README.md', 'A bet in four calls').replace('<id of a tier>', tenant.tierId)
  const values = { BASE: () => service.url, KEY: () => tenant.serverKey }
  const calls = await runLines(service, lines, values, firstOf)
  expect(calls.map(({ answer }) => answer.status)).toEqual([200, 201, 200, 200])
  expect(calls.at(-1)?.answer.body.status).toBe('accepted')
})

test('what it says of duplicates, of what is flagged, and of who plays no challenge', async () => {
  const { api, tierId } = await used.service.seed()
  await api.post('/v1/challenges/purchase', { userId: 'anna', challengeTierId: tierId })
  const bet = { userId: 'anna', externalBetId: 'bet-1', status: 'placed', stakeAmount: 10, odds: 2 }
  const { body: first } = await api.post('/v1/bets', bet)
  const { status, body: again } = await api.post('/v1/bets', { ...bet, stakeAmount: 5 })
  expect([status, again.duplicate, again.betEventId]).toEqual([200, true, first.betEventId])
  expect((await api.get('/v1/users/anna/progress')).body.reserved).toBe(10)
  const never = { userId: 'anna', externalBetId: 'never', status: 'settled-lost' }
  expect((await api.post('/v1/bets', never)).body).toMatchObject({
    status: 'flagged',
    flagReason: 'no_accepted_placement',
  })
  const flags = async () => (await api.get('/v1/admin/reconciliation/flags?status=open')).body.flags
  expect(await flags()).toEqual([])
  await api.post('/v1/bets', { ...bet, status: 'settled-lost' })
  const won = await api.post('/v1/bets', { ...bet, status: 'settled-won', settlementAmount: 20 })
  expect(won.body).toMatchObject({ status: 'flagged', flagReason: 'conflicting_settlement' })
  expect(await flags()).toHaveLength(1)
  expect((await api.get('/v1/users/anna/progress')).body.currentBalance).toBe(90)
  const another = await api.post('/v1/bets', { ...bet, status: 'voided', userId: 'boris' })
  expect(another.body).toMatchObject({ status: 'flagged', flagReason: 'settlement_mismatch' })
  expect((await api.post('/v1/bets', { ...bet, userId: 'boris' })).body).toMatchObject({ duplicate: true })
  expect((await api.post('/v1/bets', { ...bet, userId: 'boris', externalBetId: 'his' })).status).toBe(404)
})

test('what it says of production: what comes along, and what does not', async () => {
  const { service } = used
  const tenant = await service.seed()
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/webhooks' })
  const promoted = await service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/promote`)
  expect(promoted.status).toBe(201)
  const { serverKey, publicKey, webhookSecret } = promoted.body
  expect([serverKey, publicKey, webhookSecret].every((key) => typeof key === 'string')).toBe(true)
  const api = service.anybody.with({ 'x-api-key': serverKey })
  expect((await api.get('/v1/challenge-tiers')).body.challengeTiers[0].id).toBe(tenant.tierId)
  expect((await api.get('/v1/admin/settings')).body).toMatchObject({ webhookUrl: null, approvalUrl: null })
  const own = await service.anybody.with({ 'x-api-key': publicKey }).post('/v1/sse/token', { userId: 'anna' })
  expect(own.status).toBe(403)
  const advanced = await api.post('/v1/sandbox/clock/advance', { byHours: 1 })
  expect([advanced.status, advanced.body.message]).toEqual([403, 'Only a staging tenant has a test clock'])
})
