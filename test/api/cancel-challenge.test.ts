import { expect, test } from 'vitest'
import { cancelChallenge } from '../../src/contract/operations/users.ts'
import { cancel, place, progressOf } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { NO_CONFIRMATIONS, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/users/${userId}/challenge/cancel`

test('a running challenge is given up with its stake, bonus and open bets', async () => {
  await buy(used.tenant, 'quitter')
  await place(used.tenant, 'quitter', 'q1')
  const { status, body } = await cancel(used.tenant, 'quitter')
  expect({ status, ...body }).toMatchObject({
    status: 200,
    cancelled: true,
    message: expect.stringMatching(/forfeited/),
  })
  expect(await progressOf(used.tenant, 'quitter')).toMatchObject({ type: 'none' })
  const [challenge] = (await used.tenant.api.get('/v1/users/quitter/history')).body.challenges
  expect(challenge).toMatchObject({
    status: 'cancelled',
    failureReason: null,
    endedAt: '2026-03-02T12:00:00.000Z',
    finalBalance: 100,
    currentBalance: 0,
    reserved: 0,
    refundableOwnStake: 0,
  })
})

test('a passed challenge can be given up, too', async () => {
  await buyAndPass(used.tenant, 'passed')
  expect((await cancel(used.tenant, 'passed')).body.cancelled).toBe(true)
  const [challenge] = (await used.tenant.api.get('/v1/users/passed/history')).body.challenges
  expect(challenge).toMatchObject({ status: 'cancelled', finalBalance: 150, passedAt: '2026-03-02T12:00:00.000Z' })
})

test('without a challenge there is nothing to cancel', async () => {
  expectError(await cancel(used.tenant, 'stranger'), 404, 'not_found')
  await buy(used.tenant, 'twice')
  await cancel(used.tenant, 'twice')
  expectError(await cancel(used.tenant, 'twice'), 404, 'not_found')
  await buyAndPass(used.tenant, 'funded')
  await used.tenant.api.post('/v1/users/funded/challenge/continue')
  expectError(await cancel(used.tenant, 'funded'), 404, 'not_found')
  expect(await progressOf(used.tenant, 'funded')).toMatchObject({ type: 'funded_account' })
})

test('another tenant cancels nothing of ours', async () => {
  await buy(used.tenant, 'ours')
  expectError(await cancel(await used.service.seed(), 'ours'), 404, 'not_found')
  expect(await progressOf(used.tenant, 'ours')).toMatchObject({ type: 'challenge' })
})

test.each(NO_CONFIRMATIONS)('%j confirms nothing', async (body) => {
  await buy(used.tenant, 'unsure')
  expectError(await used.tenant.api.post(pathOf('unsure'), body), 400, 'confirmation_required')
  expect(await progressOf(used.tenant, 'unsure')).toMatchObject({ type: 'challenge', status: 'active' })
})

testAccess(used, cancelChallenge)
testPath(used, cancelChallenge)
testBody(used, cancelChallenge)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'repeater')
  return { api: tenant.api, path: pathOf('repeater'), body: { confirm: true } }
})
