import { expect, test } from 'vitest'
import { eventsOf, lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// What a client's floating point makes of an amount that stands at the bound of what an amount may be, and amounts that say
// nothing. Rules 1.1, 4.8

const used = useService()

test('a return of which subtractions leave a little less than nothing is nothing', async () => {
  await buy(used.tenant, 'anna')
  await place(used.tenant, 'anna', 'anna-b1')
  const returned = 0.3 - 0.1 - 0.2
  expect(returned).toBeLessThan(0)
  expect((await win(used.tenant, 'anna', 'anna-b1', returned)).body).toMatchObject({ status: 'accepted' })
  expect(await progressOf(used.tenant, 'anna')).toMatchObject({ currentBalance: 75, dailyLoss: 25 })
})

test('a stake of a little less than a cent is a cent, and the largest return and a little more the largest', async () => {
  await buy(used.tenant, 'ben')
  const { validationResult } = (await place(used.tenant, 'ben', 'ben-b1', { stakeAmount: 0.03 - 0.02 })).body
  expect(validationResult.reasons).toEqual([{ code: 'min_stake_not_met', unit: 'currency', actual: 0.01, limit: 1 }])
  await place(used.tenant, 'ben', 'ben-b2')
  const most = 1_000_000_000.0000001
  expect(most).toBeGreaterThan(1_000_000_000)
  expect((await win(used.tenant, 'ben', 'ben-b2', most)).body).toMatchObject({ flagReason: 'settlement_mismatch' })
})

test.each([
  ['settlementAmount', -0.00001, 'must have at most 2 decimals'],
  ['settlementAmount', -0.01, 'must be at least 0'],
  ['settlementAmount', 1_000_000_000.01, 'must be at most 1000000000'],
  ['stakeAmount', 1e-7, 'must be at least 0.01'],
  ['stakeAmount', 0.00999, 'must have at most 2 decimals'],
])('%s %d is more than noise away', async (field, amount, says) => {
  const bet = { userId: 'carl', externalBetId: 'carl-b1', status: 'settled-won', settlementAmount: 1, [field]: amount }
  const answer = await used.tenant.api.post('/v1/bets', bet)
  expectWrong(answer, field)
  expect(answer.body.message).toBe(`${field} ${says}`)
})

test('what a loss or a void names as its return is kept and not looked at', async () => {
  const beyond = { settlementAmount: 50.01 }
  await buy(used.tenant, 'dora')
  for (const bet of ['dora-lost', 'dora-void']) await place(used.tenant, 'dora', bet)
  const voiding = { userId: 'dora', externalBetId: 'dora-void', status: 'voided', ...beyond }
  const applied = { status: 'accepted', flagReason: null, duplicate: false }
  expect((await lose(used.tenant, 'dora', 'dora-lost', beyond)).body).toMatchObject(applied)
  expect((await used.tenant.api.post('/v1/bets', voiding)).body).toMatchObject(applied)
  expect(await progressOf(used.tenant, 'dora')).toMatchObject({ currentBalance: 75, reserved: 0, dailyLoss: 25 })
  expect((await eventsOf(used.tenant, 'dora')).slice(2)).toMatchObject([
    { externalBetId: 'dora-lost', ...beyond, profit: -25 },
    { externalBetId: 'dora-void', ...beyond, profit: null },
  ])
})
