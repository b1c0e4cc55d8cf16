import { describe, expect, test } from 'vitest'
import { correctBetEvent } from '../../src/contract/operations/reconciliation.ts'
import { advance, cancel, eventsOf, flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { gain, openAccount, payoutsOf } from '../helpers/payouts.ts'
import { correct, flag, hugeBet, idIn, openBet, resolve, settle } from '../helpers/rulings.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

describe('a correction', () => {
  test('of a lost bet to won: recorded with the actor and the note, the loss of the day is gone', async () => {
    const id = await openBet(used.tenant, 'lost-won')
    await lose(used.tenant, 'lost-won', 'lost-won-1')
    const { status, body } = await correct(used.tenant, id.toUpperCase(), { outcome: 'won', note: 'Leg 2\nwas won' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ validationResult: { status: 'accepted', reasonCodes: [] }, duplicate: false })
    expect(body.betEvent).toEqual({
      id: expect.any(String),
      externalBetId: 'lost-won-1',
      userId: 'lost-won',
      status: 'settled-won',
      resultStatus: 'accepted',
      reasonCodes: [],
      flagReason: null,
      stakeAmount: 10,
      odds: null,
      settlementAmount: 30,
      profit: 20,
      betTypeIdentifier: 'single',
      selectionsCount: 1,
      isCashOut: false,
      programType: 'challenge',
      programId: expect.any(String),
      balanceAfter: 120,
      eventTimestamp: '2026-03-02T12:00:00.000Z',
      recordedAt: '2026-03-02T12:00:00.000Z',
      actor: 'server_key',
      correctionNote: 'Leg 2\nwas won',
    })
    expect((await eventsOf(used.tenant, 'lost-won')).at(-1)).toEqual(body.betEvent)
    expect(await progressOf(used.tenant, 'lost-won')).toMatchObject({ currentBalance: 120, reserved: 0, dailyLoss: 0 })
  })

  test.each([
    ['won to lost', 'lost', {}, 90, 10, -10],
    ['won to less', 'won', { settlementAmount: 8.5 }, 98.5, 1.5, -1.5],
    ['won to void', 'voided', {}, 100, 0, null],
    ['won to void with 0', 'voided', { settlementAmount: 0 }, 100, 0, null],
  ])('of %s', async (what, outcome, more, currentBalance, dailyLoss, profit) => {
    const userId = what.replaceAll(' ', '-')
    const id = await openBet(used.tenant, userId)
    await win(used.tenant, userId, `${userId}-1`, 30)
    const { body } = await correct(used.tenant, id, { outcome, ...more })
    expect(body.betEvent).toMatchObject({ profit, balanceAfter: currentBalance })
    expect(await progressOf(used.tenant, userId)).toMatchObject({ currentBalance, dailyLoss })
  })

  test('of a void, and of a correction', async () => {
    const id = await openBet(used.tenant, 'again')
    await voidBet(used.tenant, 'again', 'again-1')
    expect((await correct(used.tenant, id, { outcome: 'won' })).body.betEvent.balanceAfter).toBe(120)
    expect((await correct(used.tenant, id, { outcome: 'lost' })).body.betEvent.balanceAfter).toBe(90)
  })

  test('counts its loss on the day of the first settlement', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'yesterday')
    await win(tenant, 'yesterday', 'yesterday-1', 30)
    await advance(tenant, '2026-03-03T09:00:00Z')
    await correct(tenant, id, { outcome: 'lost' })
    expect(await progressOf(tenant, 'yesterday')).toMatchObject({ currentBalance: 90, dailyLoss: 0 })
  })

  test('resolves every open flag about the bet, with its note, and none of another bet or tenant', async () => {
    const [tenant, another] = [await used.service.seed(), await used.service.seed()]
    const betOfAnother = await openBet(another, 'flagged')
    await flag(another, { betEventId: betOfAnother, description: 'Odd' })
    const id = await openBet(tenant, 'flagged')
    const other = idIn(await place(tenant, 'flagged', 'flagged-2', { stakeAmount: 10 }))
    await lose(tenant, 'flagged', 'flagged-1')
    await win(tenant, 'flagged', 'flagged-1', 30)
    await flag(tenant, { betEventId: id, description: 'Odd' })
    await flag(tenant, { betEventId: other, description: 'Odd, too' })
    await correct(tenant, id, { outcome: 'won', note: 'Won it is' })
    const how = { resolvedBy: 'server_key', resolvedAt: '2026-03-02T12:00:00.000Z', resolutionNote: 'Won it is' }
    expect(await flagsOf(tenant)).toMatchObject([
      { type: 'conflicting_settlement', status: 'resolved', ...how },
      { type: 'operator', status: 'resolved', ...how },
      { type: 'operator', status: 'open', externalBetId: 'flagged-2', resolvedBy: null },
    ])
    expect(await flagsOf(another)).toMatchObject([{ status: 'open', externalBetId: 'flagged-1', resolvedBy: null }])
  })

  test('leaves a flag that was resolved before with its first note', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'twice')
    await flag(tenant, { betEventId: id, description: 'Odd' })
    await win(tenant, 'twice', 'twice-1', 30)
    await resolve(tenant, (await flagsOf(tenant))[0].id, { note: 'Seen' })
    await correct(tenant, id, { outcome: 'lost', note: 'Lost it is' })
    expect(await flagsOf(tenant)).toMatchObject([{ status: 'resolved', resolutionNote: 'Seen' }])
  })

  test('may open one of its own, which stays open', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'missing')
    await win(tenant, 'missing', 'missing-1', 30)
    for (const bet of ['a', 'b', 'c', 'd']) await place(tenant, 'missing', bet, { stakeAmount: 25 })
    await correct(tenant, id, { outcome: 'lost' })
    expect(await flagsOf(tenant)).toMatchObject([{ type: 'negative_balance', status: 'open' }])
  })

  test('ends a challenge that it draws down, and passes one that it takes to its target', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'down')
    const ids = []
    for (const bet of ['d1', 'd2', 'd3']) {
      ids.push(idIn(await place(tenant, 'down', bet, { stakeAmount: 20 })))
      await (bet === 'd1' ? win(tenant, 'down', bet, 20) : lose(tenant, 'down', bet))
      await advance(tenant, `2026-03-0${2 + ids.length}T09:00:00Z`)
    }
    await correct(tenant, ids[0] ?? '', { outcome: 'lost' })
    expect((await progressOf(tenant, 'down')).type).toBe('none')

    await buy(tenant, 'up')
    const one = idIn(await place(tenant, 'up', 'u1', { stakeAmount: 25, odds: 3 }))
    await place(tenant, 'up', 'u2', { stakeAmount: 1 })
    await lose(tenant, 'up', 'u1')
    await correct(tenant, one, { outcome: 'won' })
    expect((await progressOf(tenant, 'up')).type).toBe('challenge_passed')
  })

  test('sets off the mandatory payout', async () => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'rich', { fundedMandatoryPayoutPercent: 150 })
    await gain(tenant, 'rich', 200)
    const id = idIn(await place(tenant, 'rich', 'rich-x', { stakeAmount: 100, odds: 2 }))
    await lose(tenant, 'rich', 'rich-x')
    await correct(tenant, id, { outcome: 'won' })
    expect(await payoutsOf(tenant, 'rich')).toMatchObject([{ mandatory: true, grossAmount: 300, status: 'pending' }])
  })
})

describe('after it', () => {
  test('a settlement of the feed that agrees is a duplicate, one that does not is flagged', async () => {
    const id = await openBet(used.tenant, 'later')
    await voidBet(used.tenant, 'later', 'later-1')
    const { betEvent } = (await correct(used.tenant, id, { outcome: 'won' })).body
    expect((await win(used.tenant, 'later', 'later-1', 12)).body).toMatchObject({
      duplicate: true,
      status: 'accepted',
      betEventId: betEvent.id,
    })
    expect((await lose(used.tenant, 'later', 'later-1')).body).toMatchObject({ flagReason: 'conflicting_settlement' })
  })

  test('what an earlier correction said, and a later one took back, is flagged', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'detour')
    await lose(tenant, 'detour', 'detour-1')
    await correct(tenant, id, { outcome: 'won' })
    await correct(tenant, id, { outcome: 'lost' })
    expect((await lose(tenant, 'detour', 'detour-1')).body).toMatchObject({ duplicate: true, status: 'accepted' })
    expect((await win(tenant, 'detour', 'detour-1', 30)).body).toMatchObject({
      duplicate: false,
      status: 'flagged',
      flagReason: 'conflicting_settlement',
    })
    expect(await flagsOf(tenant)).toMatchObject([{ type: 'conflicting_settlement', status: 'open' }])
  })

  test('a void that a correction said, and a later one took back, is one of the feed', async () => {
    const id = await openBet(used.tenant, 'unvoid')
    await lose(used.tenant, 'unvoid', 'unvoid-1')
    await correct(used.tenant, id, { outcome: 'voided' })
    await correct(used.tenant, id, { outcome: 'won' })
    expect((await voidBet(used.tenant, 'unvoid', 'unvoid-1')).body).toMatchObject({ duplicate: false })
    expect(await progressOf(used.tenant, 'unvoid')).toMatchObject({ currentBalance: 100 })
  })
})

describe('what cannot be corrected', () => {
  test('a bet that is open, or was rejected', async () => {
    const id = await openBet(used.tenant, 'open')
    expectError(await correct(used.tenant, id, { outcome: 'won' }), 409, 'bet_not_settled')
    const rejected = idIn(await place(used.tenant, 'open', 'open-2', { stakeAmount: 26 }))
    expectError(await correct(used.tenant, rejected, { outcome: 'won' }), 409, 'bet_not_settled')
    expect(await eventsOf(used.tenant, 'open')).toHaveLength(2)
  })

  test('a bet whose program is over', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'over')
    await lose(tenant, 'over', 'over-1')
    await cancel(tenant, 'over')
    expectError(await correct(tenant, id, { outcome: 'won' }), 409, 'program_closed')
  })

  test('what is no placement, nothing, or another tenant’s', async () => {
    const other = await used.service.seed()
    const theirs = await openBet(other, 'theirs')
    await settle(other, theirs, { outcome: 'lost' })
    await openBet(used.tenant, 'mine')
    const settlement = idIn(await lose(used.tenant, 'mine', 'mine-1'))
    for (const id of [NO_ID, theirs, settlement]) {
      expectError(await correct(used.tenant, id, { outcome: 'won' }), 404, 'not_found')
    }
    expect((await progressOf(other, 'theirs')).currentBalance).toBe(90)
  })

  test('to won for more than any amount, unless it is said how much it returns', async () => {
    const { tenant, id } = await hugeBet(used.service, 'huge')
    await lose(tenant, 'huge', 'huge-huge')
    expectWrong(await correct(tenant, id, { outcome: 'won' }), 'settlementAmount')
    const { body } = await correct(tenant, id, { outcome: 'won', settlementAmount: 1_000_000_000 })
    expect(body.betEvent).toMatchObject({ settlementAmount: 1_000_000_000, resultStatus: 'accepted' })
  })

  test('for more than stake x odds: flagged once, like a settlement, and nothing moves', async () => {
    const tenant = await used.service.seed()
    const id = await openBet(tenant, 'more')
    await lose(tenant, 'more', 'more-1')
    const first = await correct(tenant, id, { outcome: 'won', settlementAmount: 30.01 })
    expect(first.body).toMatchObject({ duplicate: false, betEvent: { flagReason: 'settlement_mismatch' } })
    const again = await correct(tenant, id, { outcome: 'won', settlementAmount: 31 })
    expect(again.body).toMatchObject({ duplicate: true, betEvent: { id: first.body.betEvent.id } })
    expect(await flagsOf(tenant)).toHaveLength(1)
    expect((await progressOf(tenant, 'more')).currentBalance).toBe(90)
  })
})

test.each([
  ['outcome', { outcome: undefined }],
  ['outcome', { outcome: 'void' }],
  ['settlementAmount', { outcome: 'won', settlementAmount: -1 }],
  ['settlementAmount', { outcome: 'lost', settlementAmount: 0.01 }],
  ['settlementAmount', { outcome: 'voided', settlementAmount: 10 }],
  ['note', { outcome: 'won', note: undefined }],
  ['note', { outcome: 'won', note: '' }],
  ['note', { outcome: 'won', note: 'x'.repeat(501) }],
  ['note', { outcome: 'won', note: 'a\u0000b' }],
  ['body', null],
])('a wrong %s is named, and changes nothing: %j', async (field, body) => {
  const userId = `wrong-${JSON.stringify(body).slice(0, 60)}`
  const id = await openBet(used.tenant, userId)
  await lose(used.tenant, userId, `${userId}-1`)
  expectWrong(await correct(used.tenant, id, body), field)
  expect(await eventsOf(used.tenant, userId)).toHaveLength(2)
})

testAccess(used, correctBetEvent)
testPath(used, correctBetEvent)
testBody(used, correctBetEvent)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  const id = await openBet(tenant, 'once')
  await lose(tenant, 'once', 'once-1')
  return { api: tenant.api, path: `/v1/admin/bet-events/${id}/correct`, body: { outcome: 'won', note: 'Won' } }
})
