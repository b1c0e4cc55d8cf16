import { describe, expect, test } from 'vitest'
import { refundFundedStake } from '../../src/contract/operations/payouts.ts'
import { lose, place, progressOf, win } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, confirm, openAccount, paidOut, payoutsOf, pendingPayout, reject } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const refundable = { fundedStakeRefundable: true }

const refund = (
  { api }: TestTenant,
  userId: string,
  body: unknown = { confirm: true },
  key = `refund of ${userId}`,
): Promise<Answer> => api.post(`/v1/users/${userId}/funded/refund-stake`, body, { 'x-idempotency-key': key })

describe('a refund', () => {
  test('pays the own stake back and leaves the profit', async () => {
    const fundedAccountId = await accountWith(used.tenant, 'leaver', 33.33, refundable)
    const { status, body } = await refund(used.tenant, 'leaver')
    expect(status).toBe(200)
    expect(body).toEqual({
      ownStake: 20,
      bonusAmount: 80,
      profitForfeited: 33.33,
      message: expect.stringContaining('paid back'),
      correlationId: body.correlationId,
    })
    expect(await progressOf(used.tenant, 'leaver')).toMatchObject({ type: 'none' })
    const history = await used.tenant.api.get('/v1/users/leaver/history')
    expect(history.body.fundedAccounts).toMatchObject([
      {
        id: fundedAccountId,
        status: 'refunded',
        endReason: 'stake_refunded',
        finalBalance: 533.33,
        currentBalance: 0,
        refundableOwnStake: 0,
      },
    ])
    expect((await buy(used.tenant, 'leaver')).status).toBe(201)
  })

  test('has no profit to forfeit where there is none', async () => {
    await openAccount(used.tenant, 'behind', refundable)
    await place(used.tenant, 'behind', 'behind-lost')
    await lose(used.tenant, 'behind', 'behind-lost')
    expect((await refund(used.tenant, 'behind')).body).toMatchObject({ ownStake: 20, profitForfeited: 0 })
  })

  test('is possible after a payout that was rejected', async () => {
    await accountWith(used.tenant, 'rejected', 100, refundable)
    await reject(used.tenant, (await pendingPayout(used.tenant, 'rejected', 50)).id)
    expect((await refund(used.tenant, 'rejected')).body).toMatchObject({ ownStake: 20, profitForfeited: 100 })
  })

  test('takes effect once', async () => {
    await openAccount(used.tenant, 'once', refundable)
    expect((await refund(used.tenant, 'once', { confirm: true }, 'first')).status).toBe(200)
    expectError(await refund(used.tenant, 'once', { confirm: true }, 'second'), 404, 'not_found')
  })
})

describe('a refund is refused', () => {
  test('where the tier does not allow it', async () => {
    await accountWith(used.tenant, 'bound', 100)
    expectError(await refund(used.tenant, 'bound'), 409, 'stake_not_refundable')
    expect(await progressOf(used.tenant, 'bound')).toMatchObject({ stakeRefundable: false, currentBalance: 600 })
  })

  test('once the own stake has been returned', async () => {
    await accountWith(used.tenant, 'paid', 100, refundable)
    await paidOut(used.tenant, 'paid', 50)
    expectError(await refund(used.tenant, 'paid'), 409, 'stake_not_refundable')
  })

  test('while a payout awaits the operator', async () => {
    await accountWith(used.tenant, 'waiting', 100, refundable)
    const { id } = await pendingPayout(used.tenant, 'waiting', 50)
    const refused = await refund(used.tenant, 'waiting')
    expectError(refused, 400, 'payout_pending')
    expect(refused.body.reasons).toEqual(['payout_pending'])
    expect((await confirm(used.tenant, id)).body.payout.status).toBe('executed')
  })

  test('while a bet is open', async () => {
    await openAccount(used.tenant, 'betting', refundable)
    await place(used.tenant, 'betting', 'betting-open')
    const refused = await refund(used.tenant, 'betting')
    expectError(refused, 409, 'open_bets')
    expect(refused.body.message).toBe('This waits for every open bet to settle')
    await win(used.tenant, 'betting', 'betting-open', 50)
    const settled = await refund(used.tenant, 'betting', { confirm: true }, 'another key')
    expect(settled.body).toMatchObject({ profitForfeited: 25 })
  })

  test('without a funded account', async () => {
    expectError(await refund(used.tenant, 'stranger'), 404, 'not_found')
    await buy(used.tenant, 'challenger')
    expectError(await refund(used.tenant, 'challenger'), 404, 'not_found')
    await buyAndPass(used.tenant, 'chooser')
    expectError(await refund(used.tenant, 'chooser'), 404, 'not_found')
    await openAccount(used.tenant, 'ours', refundable)
    expectError(await refund(await used.service.seed(), 'ours'), 404, 'not_found')
    expect(await payoutsOf(used.tenant, 'ours')).toEqual([])
  })
})

const unsure = [undefined, null, {}, [true], { confirm: false }, { confirm: 'true' }, { confirm: 1 }, 'yes']
test.each(unsure.map((body, i) => ({ body, userId: `unsure-${i}` })))(
  'nothing is refunded on $body, and it takes no key',
  async ({ body, userId }) => {
    await openAccount(used.tenant, userId, refundable)
    const key = { 'x-idempotency-key': userId }
    const refused = await used.tenant.api.post(`/v1/users/${userId}/funded/refund-stake`, body, key)
    expectError(refused, 400, 'confirmation_required')
    expect((await refund(used.tenant, userId, { confirm: true }, userId)).status).toBe(200)
  },
)

test('an idempotency key is needed', async () => {
  const answer = await used.tenant.api.post(`/v1/users/${NO_ID}/funded/refund-stake`, { confirm: true })
  expectError(answer, 400, 'missing_idempotency_key')
})

testAccess(used, refundFundedStake)
testPath(used, refundFundedStake)
testBody(used, refundFundedStake)
testReplay(
  200,
  async () => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'again', refundable)
    return { api: tenant.api, path: '/v1/users/again/funded/refund-stake', body: { confirm: true } }
  },
  true,
)
