import { expect, test } from 'vitest'
import { getPayoutDecision } from '../../src/contract/operations/explaining.ts'
import { payoutRefusals } from '../../src/core/funded/payout.ts'
import { place } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { accountWith, openAccount, payoutsOf, pendingPayout, withdraw } from '../helpers/payouts.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const explain = (userId: string, query = '', { api } = used.tenant) =>
  api.get(`/v1/admin/users/${userId}/payout-decision?${query}`)

test('a request that would be taken passes every condition, and nothing comes of asking', async () => {
  await accountWith(used.tenant, 'rich', 100)
  const { status, body } = await explain('rich', 'grossAmount=60.5')
  expect(status).toBe(200)
  const { conditions, ...rest } = body
  expect(rest).toEqual({
    userId: 'rich',
    fundedAccountId: expect.any(String),
    decision: 'accepted',
    reasons: [],
    grossAmount: 60.5,
    userShare: 48.4,
    largestGrossAmount: 100,
    decidedAt: '2026-03-02T12:00:00.000Z',
    currency: 'EUR',
    correlationId: expect.any(String),
  })
  expect(conditions.map(({ code }: { code: string }) => code)).toEqual(payoutRefusals)
  expect(conditions.every(({ outcome }: { outcome: string }) => outcome !== 'failed')).toBe(true)
  expect(conditions[8]).toEqual({
    code: 'insufficient_withdrawable_balance',
    outcome: 'passed',
    unit: 'currency',
    actual: 60.5,
    comparison: '<=',
    limit: 100,
  })
  expect(conditions[2]).toMatchObject({ code: 'max_payouts_reached', outcome: 'off', actual: 0, limit: null })
  expect(await payoutsOf(used.tenant, 'rich')).toEqual([])
})

test('without an amount it is about all that there is', async () => {
  await accountWith(used.tenant, 'all', 100)
  expect((await explain('all')).body).toMatchObject({ decision: 'accepted', grossAmount: 100, userShare: 80 })
})

test.each([
  ['too-much', 100, 'grossAmount=100.01'],
  ['nothing', 100, 'grossAmount=0'],
  ['no-profit', 0, 'grossAmount=10'],
])('a refusal has the reasons that a withdraw is refused with: %s', async (userId, profit, query) => {
  if (profit > 0) await accountWith(used.tenant, userId, profit)
  else await openAccount(used.tenant, userId)
  const { body } = await explain(userId, query)
  const refusal = await withdraw(used.tenant, userId, Number(query.split('=')[1]))
  expect(body.decision).toBe('refused')
  expect(body.reasons).toEqual(refusal.body.reasons)
  const failed = body.conditions.filter(({ outcome }: { outcome: string }) => outcome === 'failed')
  expect(failed.map(({ code }: { code: string }) => code)).toEqual(refusal.body.reasons)
})

test('a pending payout is a reason with its numbers', async () => {
  await accountWith(used.tenant, 'waiting', 100)
  await pendingPayout(used.tenant, 'waiting', 50)
  const { body } = await explain('waiting', 'grossAmount=10')
  expect(body.reasons).toEqual(['payout_pending'])
  expect(body.conditions[0]).toMatchObject({ outcome: 'failed', unit: 'count', actual: 1, limit: 0, comparison: '<=' })
})

test('without a running funded account there is nothing to explain', async () => {
  await buy(used.tenant, 'challenger')
  await place(used.tenant, 'challenger', 'c1')
  expectError(await explain('challenger'), 404, 'not_found')
  expectError(await explain('nobody'), 404, 'not_found')
  await accountWith(used.tenant, 'ours', 100)
  expectError(await explain('ours', '', await used.service.seed()), 404, 'not_found')
})

test.each(['', '-1', '1.005', '1e3', 'all', '1000000000.01', '10&grossAmount=20'])(
  'grossAmount=%s is wrong',
  async (amount) => expectWrong(await explain('rich', `grossAmount=${amount}`), 'grossAmount'),
)

testAccess(used, getPayoutDecision)
testPath(used, getPayoutDecision)
