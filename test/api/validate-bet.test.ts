import { beforeAll, expect, test } from 'vitest'
import { validateBet } from '../../src/contract/operations/bets.ts'
import { eventsOf, place, progressOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrongPlacement } from '../helpers/wrong-values.ts'

const PATH = '/v1/bets/validate'
const used = useService()

const question = (userId: string, more: object = {}) => ({
  userId,
  externalBetId: 'b1',
  stakeAmount: 25,
  odds: 2,
  ...more,
})
const ask = (userId: string, more: object = {}) => used.tenant.api.post(PATH, question(userId, more))

test('a bet within the limits would be accepted, and asking changes nothing', async () => {
  await buy(used.tenant, 'asker')
  const before = await progressOf(used.tenant, 'asker')
  expect(await ask('asker')).toMatchObject({
    status: 200,
    body: { validationResult: { status: 'accepted', reasonCodes: [], reasons: [] } },
  })
  expect((await ask('asker', { stakeAmount: 26 })).body.validationResult.status).toBe('rejected')
  const { correlationId: _, ...after } = await progressOf(used.tenant, 'asker')
  expect(before).toMatchObject(after)
  expect(await eventsOf(used.tenant, 'asker')).toEqual([])
  // Nor does it take the key of a placement that comes later.
  expect((await place(used.tenant, 'asker', 'b1')).body).toMatchObject({ status: 'accepted', duplicate: false })
})

test('every limit that the bet breaks is told with its numbers, in the order of the codes', async () => {
  await buy(used.tenant, 'daring')
  const { body } = await ask('daring', { stakeAmount: 25.01, odds: 1.49994, selectionsCount: 6, isCashOut: true })
  expect(body.validationResult).toEqual({
    status: 'rejected',
    reasonCodes: [
      'max_stake_exceeded',
      'min_odds_not_met',
      'max_selections_exceeded',
      'cashout_not_allowed_during_challenge',
    ],
    reasons: [
      { code: 'max_stake_exceeded', unit: 'currency', actual: 25.01, limit: 25 },
      { code: 'min_odds_not_met', unit: 'odds', actual: 1.4999, limit: 1.5 },
      { code: 'max_selections_exceeded', unit: 'count', actual: 6, limit: 5 },
      expect.objectContaining({ code: 'cashout_not_allowed_during_challenge' }),
    ],
  })
})

test('the largest bet that can be asked about is judged, too', async () => {
  const tenant = await used.service.seed()
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, {
    maxPayoutMultiplier: 1_000_000,
    maxOdds: null,
  })
  await buy(tenant, 'dreamer')
  const largest = question('dreamer', { stakeAmount: 1_000_000_000, odds: 1_000_000 })
  const { validationResult } = (await tenant.api.post(PATH, largest)).body
  expect(validationResult.reasonCodes).toEqual(['max_stake_exceeded', 'max_payout_exceeded'])
  expect(validationResult.reasons[1]).toMatchObject({ unit: 'currency', limit: 100_000_000 })
})

test('the answer is that of the placement', async () => {
  await buy(used.tenant, 'twice')
  for (const more of [{ stakeAmount: 0.99 }, { odds: 10.00005 }, { odds: 10.00004 }, { stakeAmount: 25 }]) {
    const asked = await ask('twice', more)
    const placed = await place(used.tenant, 'twice', `b-${JSON.stringify(more)}`, more)
    expect(asked.body.validationResult).toEqual(placed.body.validationResult)
  }
})

test('without a running program there is nothing to ask about', async () => {
  expectError(await ask('stranger'), 404, 'not_found')
  await buyAndPass(used.tenant, 'chooser')
  expectError(await ask('chooser'), 404, 'not_found')
  expect(await progressOf(used.tenant, 'stranger')).toMatchObject({ type: 'none' })
})

test('a funded account is asked by its own limits', async () => {
  await buyAndPass(used.tenant, 'funded')
  await used.tenant.api.post('/v1/users/funded/challenge/continue')
  expect((await ask('funded', { stakeAmount: 125, isCashOut: true })).body.validationResult.status).toBe('accepted')
  expect((await ask('funded', { stakeAmount: 125.01 })).body.validationResult.reasonCodes).toEqual([
    'max_stake_exceeded',
  ])
})

test('the players of another tenant are strangers', async () => {
  await buy(used.tenant, 'ours')
  const other = await used.service.seed()
  expectError(await other.api.post(PATH, question('ours')), 404, 'not_found')
})

beforeAll(() => buy(used.tenant, 'wrong'))
test.each(casesOf({ ...wrongPlacement, status: [null, 'settled-won', 'settled-lost', 'voided', 'PLACED', '', 7] }))(
  'a wrong %s is named: %j',
  async (field, value) => {
    expectWrong(await ask('wrong', { [field]: value }), field)
  },
)

test('every wrong field is named', async () => {
  expectWrong(await used.tenant.api.post(PATH, {}), 'userId', 'externalBetId')
  expectWrong(await used.tenant.api.post(PATH), 'body')
  expectWrong(await ask('wrong', { selections: [{}, { odds: '2' }] }), 'selections.1.odds')
  expectWrong(await ask('wrong', { selections: Array(1001).fill({}) }), 'selections')
})

testAccess(used, validateBet)
testBody(used, validateBet)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'asker')
  return { api: tenant.api, path: PATH, body: question('asker') }
})
