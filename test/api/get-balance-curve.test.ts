import { beforeAll, expect, test } from 'vitest'
import { getBalanceCurve } from '../../src/contract/operations/backoffice.ts'
import { lose, place } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { accountWith, paidOut } from '../helpers/payouts.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const curve = (userId: string, query = '') => used.tenant.api.get(`/v1/admin/users/${userId}/balance-curve${query}`)
const balances = (points: readonly { balance: number }[]) => points.map(({ balance }) => balance)

let challengeId: string
beforeAll(async () => {
  challengeId = (await buy(used.tenant, 'anna')).body.challenge.id
  await place(used.tenant, 'anna', 'a1', { stakeAmount: 10 })
  await lose(used.tenant, 'anna', 'a1')
})

test('a challenge goes from its start, between target and floor', async () => {
  const { status, body } = await curve('anna')
  expect(status).toBe(200)
  expect(body).toMatchObject({ programId: challengeId, startingBalance: 100, targetBalance: 150, floor: 40 })
  expect(balances(body.points)).toEqual([100, 100, 90])
  const { correlationId: _, ...shown } = body
  expect((await curve('anna', `?programId=${challengeId.toUpperCase()}`)).body).toMatchObject(shown)
})

test('a payout shows in the curve of a funded account, which has no target', async () => {
  await accountWith(used.tenant, 'ben', 100)
  await paidOut(used.tenant, 'ben', 40)
  const { body } = await curve('ben')
  expect(body).toMatchObject({ startingBalance: 500, targetBalance: null, floor: 200 })
  expect(balances(body.points)).toEqual([500, 500, 600, 560])
})

test('an earlier program has its curve', async () => {
  const { body: history } = await used.tenant.api.get('/v1/users/ben/history')
  const { status, body } = await curve('ben', `?programId=${history.challenges[0].id}`)
  expect(status).toBe(200)
  expect(balances(body.points).slice(0, 2)).toEqual([100, 100])
  expect(body).toMatchObject({ targetBalance: null, floor: null })
})

test('a long program is thinned out, its ends kept', async () => {
  const bets = Array.from({ length: 300 }, (_, index) => [
    { userId: 'carl', externalBetId: `c${index}`, status: 'placed', stakeAmount: 1, odds: 2 },
    { userId: 'carl', externalBetId: `c${index}`, status: 'settled-won', settlementAmount: 1.01 },
  ]).flat()
  await buy(used.tenant, 'carl')
  for (let start = 0; start < bets.length; start += 500) {
    await used.tenant.api.post('/v1/bets/batch', { bets: bets.slice(start, start + 500) })
  }
  const { points } = (await curve('carl')).body
  expect(points.length).toBeGreaterThan(250)
  expect(points.length).toBeLessThanOrEqual(602)
  expect(points[0].balance).toBe(100)
  expect(points.at(-1).balance).toBe(103)
})

test('who has no program has no curve', async () => {
  expect((await curve('nobody')).body).toMatchObject({ programId: null, points: [], floor: null })
})

test('a program of somebody else is not found', async () => {
  expectError(await curve('ben', `?programId=${challengeId}`), 404, 'not_found')
  expectError(await curve('anna', `?programId=${NO_ID}`), 404, 'not_found')
  const { api } = await used.service.seed()
  const foreign = await api.get(`/v1/admin/users/anna/balance-curve?programId=${challengeId}`)
  expectError(foreign, 404, 'not_found')
})

test.each(['7', '', `${NO_ID}0`])('programId=%s is wrong', async (id) =>
  expectWrong(await curve('anna', `?programId=${id}`), 'programId'),
)

testAccess(used, getBalanceCurve)
testPath(used, getBalanceCurve)
