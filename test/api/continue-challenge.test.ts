import { expect, test } from 'vitest'
import { continueChallenge } from '../../src/contract/operations/users.ts'
import { cancel, place, progressOf, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/users/${userId}/challenge/continue`
const go = ({ api }: TestTenant, userId: string) => api.post(pathOf(userId))

test('a passed challenge is completed and opens a funded account', async () => {
  const challengeId = await buyAndPass(used.tenant, 'stayer')
  const { status, body } = await go(used.tenant, 'stayer')
  expect(status).toBe(200)
  expect(body.message).toEqual(expect.any(String))
  expect(await progressOf(used.tenant, 'stayer')).toMatchObject({
    type: 'funded_account',
    fundedAccountId: body.fundedAccountId,
    challengeId,
    status: 'active',
    currentBalance: 500,
    fundedAmount: 500,
    ownStake: 20,
    nonWithdrawableBonus: 80,
    refundableOwnStake: 20,
  })
  const [challenge] = (await used.tenant.api.get('/v1/users/stayer/history')).body.challenges
  expect(challenge).toMatchObject({
    id: challengeId,
    status: 'completed',
    finalBalance: 150,
    currentBalance: 0,
    endedAt: '2026-03-02T12:00:00.000Z',
  })
})

test('bets on the funded account are reserved and settled in its own ledger', async () => {
  await buyAndPass(used.tenant, 'bettor')
  await go(used.tenant, 'bettor')
  expect((await place(used.tenant, 'bettor', 'f1', { stakeAmount: 125 })).body.status).toBe('accepted')
  expect(await progressOf(used.tenant, 'bettor')).toMatchObject({ currentBalance: 500, reserved: 125, available: 375 })
  await win(used.tenant, 'bettor', 'f1', 250)
  expect(await progressOf(used.tenant, 'bettor')).toMatchObject({
    currentBalance: 625,
    rawProfit: 125,
    earnedProfit: 100,
    totalBetsAccepted: 1,
  })
})

test('without a pending choice there is nothing to continue', async () => {
  expectError(await go(used.tenant, 'stranger'), 404, 'no_pending_choice')
  await buy(used.tenant, 'running')
  expectError(await go(used.tenant, 'running'), 404, 'no_pending_choice')
  await buyAndPass(used.tenant, 'twice')
  await go(used.tenant, 'twice')
  expectError(await go(used.tenant, 'twice'), 404, 'no_pending_choice')
  await buyAndPass(used.tenant, 'cancelled')
  await cancel(used.tenant, 'cancelled')
  expectError(await go(used.tenant, 'cancelled'), 404, 'no_pending_choice')
})

test('another tenant continues nothing of ours', async () => {
  await buyAndPass(used.tenant, 'ours')
  expectError(await go(await used.service.seed(), 'ours'), 404, 'no_pending_choice')
  expect(await progressOf(used.tenant, 'ours')).toMatchObject({ type: 'challenge_passed' })
})

test('a body is not needed; one that is sent must be JSON', async () => {
  await buyAndPass(used.tenant, 'wordy')
  const { api } = used.tenant
  const json = { 'content-type': 'application/json' }
  expectWrong(await api.send('POST', pathOf('wordy'), '{', json), 'body')
  expectWrong(await api.send('POST', pathOf('wordy'), 'yes', { 'content-type': 'text/plain' }), 'Content-Type')
  expectError(await api.post(pathOf('wordy'), 'x'.repeat(1024 * 1024)), 413, 'payload_too_large')
  expect(await progressOf(used.tenant, 'wordy')).toMatchObject({ type: 'challenge_passed' })
  expect((await api.send('POST', pathOf('wordy'), '', json)).status).toBe(200)
})

testAccess(used, continueChallenge)
testPath(used, continueChallenge)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buyAndPass(tenant, 'repeater')
  return { api: tenant.api, path: pathOf('repeater') }
})
