import { expect, test } from 'vitest'
import type { Answer } from '../helpers/client.ts'
import { runLines, shellUnder } from '../helpers/documented-calls.ts'
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

test('the first day of docs/integration.md', async () => {
  const { service } = used
  const tenant = await service.seed()
  const values = {
    BASE: () => service.url,
    KEY: () => tenant.serverKey,
    TIER: (last?: Answer) => last?.body.challengeTiers[0].id,
    TOKEN: (last?: Answer) => last?.body.token,
  }
  const calls = await runLines(service, shellUnder('docs/integration.md', 'The first day'), values, firstOf)
  expect(calls.map(({ asked, answer }) => `${asked} ${answer.status}`)).toEqual([
    'GET /v1/challenge-tiers 200',
    'POST /v1/challenges/purchase 201',
    'POST /v1/bets/validate 200',
    'POST /v1/bets 200',
    'POST /v1/bets 200',
    'GET /v1/users/anna/progress 200',
    'POST /v1/bets/batch 200',
    'PUT /v1/admin/integration-mode 200',
    'POST /v1/bets 202',
    'GET /v1/admin/bet-events 200',
    'PUT /v1/admin/integration-mode 200',
    'PATCH /v1/admin/settings 200',
    'POST /v1/sse/token 200',
    'GET /v1/events 200',
    'POST /v1/sandbox/clock/advance 200',
    'GET /v1/users/anna/history 200',
    'POST /v1/sandbox/reset/anna 200',
  ])
  const bodyOf = (asked: string) => calls.findLast((call) => call.asked === asked)?.answer.body
  expect(bodyOf('GET /v1/users/anna/progress')).toMatchObject({ currentBalance: 111, totalBetsAccepted: 1 })
  expect(bodyOf('POST /v1/bets/batch').summary).toMatchObject({ accepted: 2, failed: 0 })
  expect(bodyOf('GET /v1/events')).toMatchObject({ type: 'challenge', currentBalance: 106 })
  expect(bodyOf('GET /v1/users/anna/history').challenges).toMatchObject([{ status: 'failed' }])
  expect(bodyOf('POST /v1/sandbox/reset/anna').removed.challenges).toBe(1)
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
