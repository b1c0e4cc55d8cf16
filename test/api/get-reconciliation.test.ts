import { beforeAll, describe, expect, test } from 'vitest'
import { getReconciliation } from '../../src/contract/operations/operator.ts'
import { lose, place, voidBet, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { correct } from '../helpers/rulings.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testPages, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const ask = (query = '', userId = 'bettor') => used.tenant.api.get(`/v1/reconciliation/${userId}?${query}`)
const betsOf = async (query: string): Promise<string[]> =>
  (await ask(query)).body.betEvents.map(({ externalBetId }: { externalBetId: string }) => externalBetId)

beforeAll(async () => {
  await buy(used.tenant, 'bettor', { timestamp: '2026-02-25T00:00:00Z' })
  for (const [bet, eventTimestamp] of [
    ['b1', '2026-02-27T23:59:59.999Z'],
    ['b2', '2026-02-28T00:00:00Z'],
    ['b3', '2026-02-28T23:59:59.999Z'],
    ['b4', '2026-03-01T00:00:00Z'],
    // Arrives last though it happened first.
    ['b0', '2026-02-26T10:00:00+01:00'],
  ] as const) {
    await place(used.tenant, 'bettor', bet, { stakeAmount: 5, eventTimestamp })
  }
})

describe('the range', () => {
  test.each([
    ['', ['b0', 'b4', 'b3', 'b2', 'b1']],
    ['from=2026-02-28', ['b4', 'b3', 'b2']],
    ['to=2026-02-28', ['b0', 'b3', 'b2', 'b1']],
    ['from=2026-02-28&to=2026-02-28', ['b3', 'b2']],
    ['from=2026-02-28T00:00:00Z&to=2026-02-28T23:59:59.999Z', ['b3', 'b2']],
    ['from=2026-02-28T00:00:00.001Z&to=2026-03-01T00:00:00Z', ['b4', 'b3']],
    ['from=2026-02-28T01:00:00%2B01:00&to=2026-02-28T00:00:00Z', ['b2']],
    ['from=2026-03-02', []],
    ['from=0001-01-01&to=9999-12-31', ['b0', 'b4', 'b3', 'b2', 'b1']],
  ])('%s', async (query, bets) => {
    expect(await betsOf(query)).toEqual(bets)
    expect((await ask(query)).body.totals).toMatchObject({ betEvents: bets.length, staked: 5 * bets.length })
  })

  test('is answered as moments, a day as all of it', async () => {
    expect((await ask('from=2026-02-28&to=2026-02-28')).body).toMatchObject({
      userId: 'bettor',
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-02-28T23:59:59.999Z',
    })
    expect((await ask()).body).toMatchObject({ from: null, to: null })
  })

  test.each(['from=2026-03-01&to=2026-02-28', 'from=2026-02-28T00:00:00.001Z&to=2026-02-28T00:00:00Z'])(
    'that ends before it begins is named: %s',
    async (query) => expectWrong(await ask(query), 'to'),
  )

  test.each(['from', 'to'])('%s that is no date is named', async (field) => {
    const noDates = [
      '0000-01-01',
      '0001-01-01T00:00:00%2B00:01',
      '9999-12-31T23:59:59-00:01',
      '',
      'yesterday',
      '2026-02-30',
      '2026-2-3',
      '1772452800',
      '2026-02-28T00:00:00',
      '2026-02-28%00',
    ]
    for (const value of noDates) expectWrong(await ask(`${field}=${value}`), field)
    expectWrong(await ask(`${field}=2026-02-28&${field}=2026-03-01`), field)
  })
})

test('every event is there with its numbers, and the sums are those of the range', async () => {
  const { challenge } = (await buy(used.tenant, 'summer')).body
  await place(used.tenant, 'summer', 's1', { stakeAmount: 10 })
  await win(used.tenant, 'summer', 's1', 19.5)
  await place(used.tenant, 'summer', 's2', { stakeAmount: 20 })
  await lose(used.tenant, 'summer', 's2')
  await place(used.tenant, 'summer', 's3', { stakeAmount: 5, betTypeIdentifier: 'treble', selectionsCount: 3 })
  await voidBet(used.tenant, 'summer', 's3')
  await place(used.tenant, 'summer', 's4', { stakeAmount: 99 })
  await lose(used.tenant, 'summer', 's4')
  const { body } = await ask('', 'summer')
  expect(body.totals).toEqual({
    betEvents: 8,
    accepted: 6,
    rejected: 1,
    flagged: 1,
    staked: 35,
    returned: 19.5,
    profit: -10.5,
  })
  const common = { userId: 'summer', programType: 'challenge', programId: challenge.id, selectionsCount: 1 }
  expect(body.betEvents.reverse()).toMatchObject([
    { ...common, externalBetId: 's1', status: 'placed', stakeAmount: 10, odds: 2, profit: null, balanceAfter: 100 },
    { ...common, status: 'settled-won', settlementAmount: 19.5, profit: 9.5, balanceAfter: 109.5 },
    { ...common, externalBetId: 's2', status: 'placed', balanceAfter: 109.5 },
    { ...common, status: 'settled-lost', settlementAmount: null, profit: -20, balanceAfter: 89.5 },
    { ...common, externalBetId: 's3', status: 'placed', betTypeIdentifier: 'treble', selectionsCount: 3 },
    { ...common, status: 'voided', profit: null, balanceAfter: 89.5 },
    { ...common, resultStatus: 'rejected', reasonCodes: ['max_stake_exceeded'], stakeAmount: 99 },
    { resultStatus: 'flagged', flagReason: 'no_accepted_placement', balanceAfter: null },
  ])
  expect((await ask('limit=1', 'summer')).body).toMatchObject({ betEvents: [{}], totals: body.totals })
})

test('what a void or a correction takes back is in the sums no more: they come to what the bets have moved', async () => {
  await buy(used.tenant, 'autumn')
  const sums = async () => {
    const { totals } = (await ask('', 'autumn')).body
    const { currentBalance } = (await used.tenant.api.get('/v1/users/autumn/progress')).body
    expect(currentBalance).toBe(100 + totals.profit)
    return totals
  }
  const { betEventId } = (await place(used.tenant, 'autumn', 'a1', { stakeAmount: 10 })).body
  await win(used.tenant, 'autumn', 'a1', 19.5)
  expect(await sums()).toMatchObject({ staked: 10, returned: 19.5, profit: 9.5 })
  await voidBet(used.tenant, 'autumn', 'a1')
  expect(await sums()).toMatchObject({ betEvents: 3, accepted: 3, staked: 10, returned: 0, profit: 0 })
  await correct(used.tenant, betEventId, { outcome: 'lost' })
  expect(await sums()).toMatchObject({ returned: 0, profit: -10 })
  await correct(used.tenant, betEventId, { outcome: 'won', settlementAmount: 12 })
  expect(await sums()).toMatchObject({ returned: 12, profit: 2 })
  await correct(used.tenant, betEventId, { outcome: 'voided' })
  expect(await sums()).toMatchObject({ returned: 0, profit: 0 })
  await place(used.tenant, 'autumn', 'a2', { stakeAmount: 5 })
  await lose(used.tenant, 'autumn', 'a2')
  expect(await sums()).toMatchObject({ staked: 15, returned: 0, profit: -5 })
  await voidBet(used.tenant, 'autumn', 'a2')
  await place(used.tenant, 'autumn', 'a3', { stakeAmount: 1 })
  await voidBet(used.tenant, 'autumn', 'a3')
  expect(await sums()).toMatchObject({ betEvents: 11, staked: 16, returned: 0, profit: 0 })
})

test('a player who was never seen, or is another tenant’s, has no events', async () => {
  const nothing = { betEvents: [], totals: { betEvents: 0, staked: 0, returned: 0, profit: 0 }, nextCursor: null }
  expect(await ask('', 'stranger')).toMatchObject({ status: 200, body: nothing })
  const other = await used.service.seed()
  expect(await other.api.get('/v1/reconciliation/bettor')).toMatchObject({ status: 200, body: nothing })
})

testAccess(used, getReconciliation)
testPath(used, getReconciliation)
testPages(ask, ({ betEvents }) => betEvents)
