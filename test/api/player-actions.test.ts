import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../helpers/client.ts'
import { userToken } from '../helpers/people.ts'
import { buy, buyAndPass, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// What a player may do from the widget: with the public key and a token of their own.

let service: TestService
let staging: TestTenant
let production: TestTenant
let asAnna: ApiClient
let asAnnaInProduction: ApiClient
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  staging = await service.seed()
  production = await service.seed({ environment: 'production' })
  asAnna = staging.publicApi.and(await userToken(staging, 'anna'))
  asAnnaInProduction = production.publicApi.and(await userToken(production, 'anna'))
})
afterAll(() => service.end())

const purchase = (player: ApiClient, { tierId }: TestTenant, more: object = {}) =>
  player.post('/v1/challenges/purchase', { userId: 'anna', challengeTierId: tierId, ...more })
const refundOf = (player: ApiClient, key: string) =>
  player.post('/v1/users/anna/challenge/refund-stake', { confirm: true }, { 'x-idempotency-key': key })
const approvalRequired = { status: 403, body: { error: 'approval_required' } }
const forbidden = { status: 403, body: { error: 'forbidden' } }

test('in a sandbox a player buys, looks and cancels without anybody’s approval', async () => {
  expect((await purchase(asAnna, staging)).status).toBe(201)
  expect((await asAnna.get('/v1/users/anna/progress')).body.type).toBe('challenge')
  expect((await asAnna.get('/v1/users/anna/ruleset')).status).toBe(200)
  expect((await asAnna.get('/v1/users/anna/history')).status).toBe(200)
  expect((await asAnna.post('/v1/users/anna/challenge/cancel', { confirm: true })).status).toBe(200)
})

test('a player buys for nobody else, and nothing is bought', async () => {
  expect(await purchase(asAnna, staging, { userId: 'boris' })).toMatchObject(forbidden)
  expect((await staging.api.get('/v1/users/boris/progress')).body.type).toBe('none')
})

test('a player cannot say that a challenge began before now', async () => {
  expect(await purchase(asAnna, staging, { timestamp: '2026-03-02T11:00:00Z' })).toMatchObject(forbidden)
})

test.each(['an%6Ea', 'anna'])('a player is who they are, however the path spells it: %s', async (spelled) => {
  expect((await asAnna.get(`/v1/users/${spelled}/progress`)).status).toBe(200)
})

test.each(['boris', 'Anna', 'anna%20', 'anna%2F..%2Fboris', 'anna%00', ':userId'])(
  'a player is nobody else: %s',
  async (other) => {
    expect(await asAnna.get(`/v1/users/${other}/progress`)).toMatchObject(forbidden)
  },
)

test('in production a purchase needs somebody who can approve it', async () => {
  expect(await purchase(asAnnaInProduction, production)).toMatchObject(approvalRequired)
  expect((await production.api.get('/v1/users/anna/progress')).body.type).toBe('none')
  expect((await buy(production, 'anna')).status).toBe(201)
})

test('in production so does giving up a challenge', async () => {
  await buy(production, 'anna')
  const cancel = (api: ApiClient, body: object) => api.post('/v1/users/anna/challenge/cancel', body)
  expect(await cancel(asAnnaInProduction, {})).toMatchObject({ status: 400, body: { error: 'confirmation_required' } })
  expect(await cancel(asAnnaInProduction, { confirm: true })).toMatchObject(approvalRequired)
  expect((await cancel(production.api, { confirm: true })).status).toBe(200)
})

test('in production so does a refund, and the key of the refused one is free for the backend', async () => {
  await buyAndPass(production, 'anna')
  expect(await refundOf(asAnnaInProduction, 'refund-1')).toMatchObject(approvalRequired)
  expect((await refundOf(production.api, 'refund-1')).status).toBe(200)
})

test('to continue moves no money and asks nobody', async () => {
  await buyAndPass(production, 'anna')
  expect((await asAnnaInProduction.post('/v1/users/anna/challenge/continue')).status).toBe(200)
})

test('the server key needs no token and heeds none', async () => {
  const both = staging.api.and(await userToken(staging, 'boris'))
  expect((await both.get('/v1/users/anna/progress')).status).toBe(200)
  expect((await both.post('/v1/sse/token', { userId: 'anna' })).status).toBe(200)
})
