import { describe, expect, test } from 'vitest'
import { settleBetEvent } from '../../src/contract/operations/reconciliation.ts'
import { advance, cancel, eventsOf, flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { hugeBet, idIn, openBet, openBetsOf, repeatsTheErased, settle } from '../helpers/rulings.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

describe('a bet that is settled by hand', () => {
  test('as won returns stake x odds, and is recorded with the actor', async () => {
    const id = await openBet(used.tenant, 'winner', { betTypeIdentifier: 'double', selectionsCount: 2 })
    const { status, body } = await settle(used.tenant, id, { outcome: 'won' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      validationResult: { status: 'accepted', reasonCodes: [], reasons: [] },
      duplicate: false,
    })
    expect(body.betEvent).toEqual({
      id: expect.any(String),
      externalBetId: 'winner-1',
      userId: 'winner',
      status: 'settled-won',
      resultStatus: 'accepted',
      reasonCodes: [],
      flagReason: null,
      stakeAmount: 10,
      odds: null,
      settlementAmount: 30,
      profit: 20,
      betTypeIdentifier: 'double',
      selectionsCount: 2,
      isCashOut: false,
      programType: 'challenge',
      programId: expect.any(String),
      balanceAfter: 120,
      eventTimestamp: '2026-03-02T12:00:00.000Z',
      recordedAt: '2026-03-02T12:00:00.000Z',
      actor: 'server_key',
      correctionNote: null,
    })
    expect((await eventsOf(used.tenant, 'winner'))[1]).toEqual(body.betEvent)
    expect(await progressOf(used.tenant, 'winner')).toMatchObject({ currentBalance: 120, reserved: 0 })
  })

  test('rounds stake x odds half up to the cent', async () => {
    const id = await openBet(used.tenant, 'rounded', { stakeAmount: 3.33, odds: 1.5 })
    expect((await settle(used.tenant, id, { outcome: 'won' })).body.betEvent.settlementAmount).toBe(5)
  })

  test('as won for more than any amount, it has to be said how much it returns', async () => {
    const { tenant, id } = await hugeBet(used.service, 'huge')
    expectWrong(await settle(tenant, id, { outcome: 'won' }), 'settlementAmount')
    expect(await progressOf(tenant, 'huge')).toMatchObject({ reserved: 1_000_000_000 })
    const { body } = await settle(tenant, id, { outcome: 'won', settlementAmount: 1_000_000_000 })
    expect(body.betEvent).toMatchObject({ settlementAmount: 1_000_000_000, profit: 0 })
  })

  test('as somebody did who was erased since is not found', async () => {
    const id = await repeatsTheErased(used.tenant, 'shared')
    expectError(await settle(used.tenant, id, { outcome: 'lost' }), 404, 'not_found')
  })

  test('as won returns the amount that is given', async () => {
    const id = await openBet(used.tenant, 'given')
    const { body } = await settle(used.tenant, id, { outcome: 'won', settlementAmount: 12.5 })
    expect(body.betEvent).toMatchObject({ settlementAmount: 12.5, profit: 2.5, balanceAfter: 102.5 })
  })

  test.each([
    ['without an amount', {}],
    ['with an amount of 0', { settlementAmount: 0 }],
  ])('as lost returns nothing: %s', async (what, more) => {
    const userId = what.replaceAll(' ', '-')
    const id = await openBet(used.tenant, userId)
    const { body } = await settle(used.tenant, id.toUpperCase(), { outcome: 'lost', ...more })
    expect(body.betEvent).toMatchObject({ status: 'settled-lost', settlementAmount: null, profit: -10 })
    expect(await progressOf(used.tenant, userId)).toMatchObject({ currentBalance: 90, dailyLoss: 10 })
  })

  test('sets off what a settlement of the feed does: drawdown ends the challenge', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'loser')
    const first = idIn(await place(tenant, 'loser', 'l1'))
    const second = idIn(await place(tenant, 'loser', 'l2', { stakeAmount: 25 }))
    const third = idIn(await place(tenant, 'loser', 'l3', { stakeAmount: 25 }))
    for (const id of [first, second, third]) await settle(tenant, id, { outcome: 'lost' })
    expect((await progressOf(tenant, 'loser')).type).toBe('none')
  })

  test('by the id of a bet that is still queued waits for its decision', async () => {
    const tenant = await used.service.seed({ integrationMode: 'async' })
    await buy(tenant, 'queued')
    for (const bet of ['b1', 'b2', 'b3']) {
      const { betEventId } = (await place(tenant, 'queued', bet, { stakeAmount: 5 })).body
      expect(await settle(tenant, betEventId, { outcome: 'lost' })).toMatchObject({ status: 200 })
    }
    expect(await progressOf(tenant, 'queued')).toMatchObject({ currentBalance: 85, reserved: 0 })
    expect((await settle(tenant, NO_ID, { outcome: 'lost' })).status).toBe(404)
  })

  test('leaves the list of open placements', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'listed')
    expect(await openBetsOf(tenant)).toEqual(['listed-1'])
    await settle(tenant, id, { outcome: 'lost' })
    expect(await openBetsOf(tenant)).toEqual([])
  })

  test('is recorded with the admin who did it', async () => {
    await employ(used.service, used.tenant, 'helper@operator.example', { role: 'operator_support' })
    const helper = await asAdmin(used.service, 'helper@operator.example')
    const id = await openBet(used.tenant, 'helped')
    const { status, body } = await helper.post(`/v1/admin/bet-events/${id}/settle`, { outcome: 'lost' })
    expect(status).toBe(200)
    expect(body.betEvent.actor).toMatch(/^admin:[0-9a-f-]{36}$/)
  })
})

describe('one that is settled already', () => {
  test('the same way: the settlement that counted is answered, and nothing moves', async () => {
    const id = await openBet(used.tenant, 'twice')
    const fed = idIn(await win(used.tenant, 'twice', 'twice-1', 30))
    const { status, body } = await settle(used.tenant, id, { outcome: 'won', settlementAmount: 12 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ duplicate: true, betEvent: { id: fed, settlementAmount: 30, actor: null } })
    expect(await eventsOf(used.tenant, 'twice')).toHaveLength(2)
  })

  test('by hand, and the feed says the same later: a duplicate', async () => {
    const id = await openBet(used.tenant, 'ahead')
    const { betEvent } = (await settle(used.tenant, id, { outcome: 'won' })).body
    const late = await win(used.tenant, 'ahead', 'ahead-1', 30)
    expect(late.body).toMatchObject({ betEventId: betEvent.id, duplicate: true, status: 'accepted' })
  })

  test.each([
    ['the other way', 'won', (userId: string) => lose(used.tenant, userId, `${userId}-1`)],
    ['as void', 'lost', (userId: string) => voidBet(used.tenant, userId, `${userId}-1`)],
  ])('%s: flagged as a contradiction, and nothing moves', async (what, outcome, before) => {
    const userId = what.replaceAll(' ', '-')
    const id = await openBet(used.tenant, userId)
    await before(userId)
    const { currentBalance } = await progressOf(used.tenant, userId)
    const { status, body } = await settle(used.tenant, id, { outcome })
    expect(status).toBe(200)
    expect(body.validationResult.status).toBe('accepted')
    expect(body.betEvent).toMatchObject({
      resultStatus: 'flagged',
      flagReason: 'conflicting_settlement',
      profit: null,
      actor: 'server_key',
      correctionNote: null,
    })
    const flags = (await flagsOf(used.tenant)).filter(({ betEventId }) => betEventId === body.betEvent.id)
    expect(flags).toMatchObject([{ type: 'conflicting_settlement', status: 'open', externalBetId: `${userId}-1` }])
    expect((await progressOf(used.tenant, userId)).currentBalance).toBe(currentBalance)
  })
})

describe('one that cannot be settled so', () => {
  test('for more than stake x odds: flagged, and it stays open', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'greedy')
    const { body } = await settle(tenant, id, { outcome: 'won', settlementAmount: 30.01 })
    expect(body.betEvent).toMatchObject({ resultStatus: 'flagged', flagReason: 'settlement_mismatch' })
    expect(await openBetsOf(tenant)).toEqual(['greedy-1'])
    expect((await settle(tenant, id, { outcome: 'won' })).body.betEvent.resultStatus).toBe('accepted')
  })

  test('because its program has ended: recorded without effect, and no longer on the list', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'late')
    await cancel(tenant, 'late')
    expect(await openBetsOf(tenant)).toEqual(['late-1'])
    const { body } = await settle(tenant, id, { outcome: 'lost' })
    expect(body.betEvent).toMatchObject({ resultStatus: 'flagged', flagReason: 'program_closed', balanceAfter: null })
    expect(await flagsOf(tenant)).toEqual([])
    expect(await openBetsOf(tenant)).toEqual([])
  })

  test('because it was never accepted: recorded as having no accepted placement', async () => {
    await buy(used.tenant, 'refused')
    const id = idIn(await place(used.tenant, 'refused', 'refused-1', { stakeAmount: 26 }))
    const { body } = await settle(used.tenant, id, { outcome: 'lost' })
    expect(body.betEvent).toMatchObject({ resultStatus: 'flagged', flagReason: 'no_accepted_placement' })
  })

  test('because the id is of no placement, of nothing, or of another tenant: not found', async () => {
    const other = await used.service.seed()
    const theirs = await openBet(other, 'theirs')
    await openBet(used.tenant, 'mine')
    const settlement = idIn(await lose(used.tenant, 'mine', 'mine-1'))
    for (const id of [NO_ID, theirs, settlement]) {
      expectError(await settle(used.tenant, id, { outcome: 'won' }), 404, 'not_found')
    }
    expect(await openBetsOf(other)).toEqual(['theirs-1'])
  })
})

test('days later the loss counts on the day of the settlement', async () => {
  const tenant = await used.service.seed()
  const id = await openBet(tenant, 'days')
  await advance(tenant, '2026-03-05T09:00:00Z')
  const { body } = await settle(tenant, id, { outcome: 'lost' })
  expect(body.betEvent.eventTimestamp).toBe('2026-03-05T09:00:00.000Z')
  expect((await progressOf(tenant, 'days')).dailyLoss).toBe(10)
})

test.each([
  ['outcome', {}],
  ['outcome', { outcome: 'voided' }],
  ['outcome', { outcome: 'settled-won' }],
  ['outcome', { outcome: ['won'] }],
  ['settlementAmount', { outcome: 'won', settlementAmount: -0.01 }],
  ['settlementAmount', { outcome: 'won', settlementAmount: 1.005 }],
  ['settlementAmount', { outcome: 'won', settlementAmount: '10' }],
  ['settlementAmount', { outcome: 'won', settlementAmount: null }],
  ['settlementAmount', { outcome: 'won', settlementAmount: 1_000_000_000.01 }],
  ['settlementAmount', { outcome: 'lost', settlementAmount: 0.01 }],
  ['body', null],
  ['body', []],
])('a wrong %s is named, and changes nothing: %j', async (field, body) => {
  const userId = `wrong-${JSON.stringify(body)}`
  const id = await openBet(used.tenant, userId)
  expectWrong(await settle(used.tenant, id, body), field)
  expect(await eventsOf(used.tenant, userId)).toHaveLength(1)
})

testAccess(used, settleBetEvent)
testPath(used, settleBetEvent)
testBody(used, settleBetEvent)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  const id = await openBet(tenant, 'again')
  return { api: tenant.api, path: `/v1/admin/bet-events/${id}/settle`, body: { outcome: 'won' } }
})
