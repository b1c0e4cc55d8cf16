import { expect, test } from 'vitest'
import { refundStake } from '../../src/contract/operations/users.ts'
import { cancel, place, progressOf } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { NO_CONFIRMATIONS, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/users/${userId}/challenge/refund-stake`
const refund = ({ api }: TestTenant, userId: string, key = `refund of ${userId}`) =>
  api.post(pathOf(userId), { confirm: true }, { 'x-idempotency-key': key })

test('a passed challenge is left with the own stake; the bonus is void', async () => {
  await buyAndPass(used.tenant, 'leaver')
  const { status, body } = await refund(used.tenant, 'leaver')
  expect(status).toBe(200)
  expect(body).toMatchObject({ ownStake: 20, bonusAmount: 80, message: expect.any(String) })
  expect(await progressOf(used.tenant, 'leaver')).toMatchObject({ type: 'none' })
  const [challenge] = (await used.tenant.api.get('/v1/users/leaver/history')).body.challenges
  expect(challenge).toMatchObject({
    status: 'refunded',
    failureReason: null,
    finalBalance: 150,
    currentBalance: 0,
    refundableOwnStake: 0,
  })
})

test('no other choice than a pending one is refunded', async () => {
  expectError(await refund(used.tenant, 'stranger'), 404, 'no_pending_choice')
  await buy(used.tenant, 'running')
  expectError(await refund(used.tenant, 'running'), 404, 'no_pending_choice')
  await buyAndPass(used.tenant, 'twice')
  await refund(used.tenant, 'twice')
  expectError(await refund(used.tenant, 'twice', 'another key'), 404, 'no_pending_choice')
  await buyAndPass(used.tenant, 'cancelled')
  await cancel(used.tenant, 'cancelled')
  expectError(await refund(used.tenant, 'cancelled'), 404, 'no_pending_choice')
  await buyAndPass(used.tenant, 'funded')
  await used.tenant.api.post('/v1/users/funded/challenge/continue')
  expectError(await refund(used.tenant, 'funded'), 404, 'no_pending_choice')
})

test('another tenant refunds nothing of ours', async () => {
  await buyAndPass(used.tenant, 'ours')
  expectError(await refund(await used.service.seed(), 'ours'), 404, 'no_pending_choice')
  expect(await progressOf(used.tenant, 'ours')).toMatchObject({ type: 'challenge_passed' })
})

test('without an idempotency key nothing is refunded', async () => {
  await buyAndPass(used.tenant, 'keyless')
  expectError(await used.tenant.api.post(pathOf('keyless'), { confirm: true }), 400, 'missing_idempotency_key')
  expect(await progressOf(used.tenant, 'keyless')).toMatchObject({ type: 'challenge_passed', refundableOwnStake: 20 })
})

test.each(NO_CONFIRMATIONS)('%j confirms nothing, and leaves the key free', async (body) => {
  const userId = `unsure ${JSON.stringify(body)}`.replace(/\W/g, '-')
  await buyAndPass(used.tenant, userId)
  const key = { 'x-idempotency-key': userId }
  expectError(await used.tenant.api.post(pathOf(userId), body, key), 400, 'confirmation_required')
  expect(await progressOf(used.tenant, userId)).toMatchObject({ type: 'challenge_passed' })
  expect((await used.tenant.api.post(pathOf(userId), { confirm: true }, key)).status).toBe(200)
})

test('twenty copies at once are refunded once', async () => {
  await buyAndPass(used.tenant, 'impatient')
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(used.tenant, 'impatient')))
  const codes = answers.map(({ status, body }) => (status === 200 ? 'refunded' : body.error))
  expect(codes).toContain('refunded')
  expect(new Set(codes.filter((code) => code !== 'refunded' && code !== 'idempotency_in_progress'))).toEqual(new Set())
  const replayed = await refund(used.tenant, 'impatient')
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  // Who is paid out is gone: what was still open changes nothing.
  expectError(await place(used.tenant, 'impatient', 'late'), 404, 'not_found')
})

testAccess(used, refundStake)
testPath(used, refundStake)
testBody(used, refundStake)
testReplay(
  200,
  async () => {
    const tenant = await used.service.seed()
    await buyAndPass(tenant, 'repeater')
    return { api: tenant.api, path: pathOf('repeater'), body: { confirm: true } }
  },
  true,
)
