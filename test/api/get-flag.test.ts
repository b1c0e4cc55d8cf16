import { describe, expect, test } from 'vitest'
import { getFlag } from '../../src/contract/operations/explaining.ts'
import { advance, cancel, flagsOf, lose, place, voidBet, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { flag, hugeBet, idIn } from '../helpers/rulings.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const show = ({ api }: TestTenant, id: string, query = '') => api.get(`/v1/admin/reconciliation/flags/${id}?${query}`)

/** A challenge of 100.00 that has failed with the last of three lost bets; gives the placement of that one. */
async function failed(): Promise<{ readonly tenant: TestTenant; readonly last: string; readonly programId: string }> {
  const tenant = await used.service.seed()
  const { challenge } = (await buy(tenant, 'bettor')).body
  let last = ''
  for (const bet of ['b1', 'b2', 'b3']) {
    last = idIn(await place(tenant, 'bettor', bet, { stakeAmount: 20, odds: 2 }))
    await advance(tenant, `2026-03-0${Number(bet[1]) + 2}T09:00:00Z`)
  }
  for (const bet of ['b1', 'b2', 'b3']) {
    await lose(tenant, 'bettor', bet)
    if (bet !== 'b3') await advance(tenant, `2026-03-0${Number(bet[1]) + 5}T09:00:00Z`)
  }
  return { tenant, last, programId: challenge.id }
}

describe('a flag on a program that is over', () => {
  test('says what would have become of it, had the flagged event come in time', async () => {
    const { tenant, programId } = await failed()
    await voidBet(tenant, 'bettor', 'b3')
    const [opened] = await flagsOf(tenant)
    expect(opened.type).toBe('program_closed')
    const { status, body } = await show(tenant, opened.id.toUpperCase())
    expect(status).toBe(200)
    expect(body.flag).toEqual(opened)
    expect(body.otherwise).toEqual({
      programType: 'challenge',
      programId,
      supposed: { outcome: 'voided', settlementAmount: null },
      actual: { status: 'failed', reason: 'max_drawdown_exceeded', at: '2026-03-07T09:00:00.000Z', balance: 40 },
      status: 'active',
      reason: null,
      at: null,
      balance: 60,
      differs: true,
    })
    await advance(tenant, '2026-04-10T09:00:00Z')
    expect((await show(tenant, opened.id)).body.otherwise).toMatchObject({
      status: 'failed',
      reason: 'expired',
      at: '2026-04-01T12:00:00.000Z',
      balance: 60,
      differs: true,
    })
  })

  test('of a contradiction takes the amount of the flagged settlement', async () => {
    const { tenant } = await failed()
    await win(tenant, 'bettor', 'b3', 35)
    const [{ id }] = await flagsOf(tenant)
    expect((await show(tenant, id)).body.otherwise).toMatchObject({
      supposed: { outcome: 'won', settlementAmount: 35 },
      status: 'active',
      balance: 75,
    })
  })

  test('can be asked about another outcome', async () => {
    const { tenant, last } = await failed()
    const { id } = (await flag(tenant, { betEventId: last, description: 'The leg was won' })).body.flag
    expect((await show(tenant, id)).body.otherwise).toBeNull()
    const fates = []
    for (const query of ['outcome=won', 'outcome=won&settlementAmount=30.5', 'outcome=voided', 'outcome=lost']) {
      const { otherwise } = (await show(tenant, id, query)).body
      fates.push([otherwise.supposed.settlementAmount, otherwise.status, otherwise.balance, otherwise.differs])
    }
    expect(fates).toEqual([
      [null, 'active', 80, true],
      [30.5, 'active', 70.5, true],
      [null, 'active', 60, true],
      [null, 'failed', 40, false],
    ])
  })
})

test('a bet that would return more than any amount is supposed to return the largest', async () => {
  const { tenant } = await hugeBet(used.service, 'huge')
  const { betEventId } = (await lose(tenant, 'huge', 'huge-huge')).body
  await cancel(tenant, 'huge')
  const opened = (await flag(tenant, { betEventId, description: 'It was won' })).body.flag
  const { status, body } = await show(tenant, opened.id, 'outcome=won')
  expect([status, body.otherwise.balance]).toEqual([200, 1_000_000_080])
})

test('a flag on a program that runs says nothing of the kind', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'bettor')
  await place(tenant, 'bettor', 'b1', { stakeAmount: 10 })
  await lose(tenant, 'bettor', 'b1')
  await win(tenant, 'bettor', 'b1', 20)
  const [opened] = await flagsOf(tenant)
  expect((await show(tenant, opened.id)).body).toMatchObject({ flag: opened, otherwise: null })
})

test('a flag that is not there, or not ours, is not found', async () => {
  const { tenant, last } = await failed()
  const { id } = (await flag(tenant, { betEventId: last, description: 'Odd' })).body.flag
  expectError(await show(used.tenant, NO_ID), 404, 'not_found')
  expectError(await show(used.tenant, id), 404, 'not_found')
})

test.each([
  ['outcome', 'outcome=void'],
  ['outcome', 'outcome='],
  ['settlementAmount', 'outcome=won&settlementAmount=1.005'],
  ['settlementAmount', 'outcome=lost&settlementAmount=10'],
  ['settlementAmount', 'settlementAmount=10'],
])('a wrong %s is named: %s', async (field, query) => expectWrong(await show(used.tenant, NO_ID, query), field))

testAccess(used, getFlag)
testPath(used, getFlag)
