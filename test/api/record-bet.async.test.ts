import { expect, test } from 'vitest'
import { recordBet } from '../../src/contract/operations/bets.ts'
import { advance, eventsOf, flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { emptied } from '../helpers/inbox.ts'
import { buy, placement, type TestTenant } from '../helpers/service.ts'
import { testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const seed = (): Promise<TestTenant> => used.service.seed({ integrationMode: 'async' })
const decided = (): Promise<void> => emptied(used.service.app)

test('a bet is taken in under the id of the event that it becomes, and decided in order', async () => {
  const tenant = await seed()
  await buy(tenant, 'anna')
  const placed = await place(tenant, 'anna', 'b1')
  expect(placed.status).toBe(202)
  expect(placed.body).toEqual({
    status: 'queued',
    betEventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    correlationId: expect.any(String),
  })
  const won = await win(tenant, 'anna', 'b1')
  await decided()
  expect((await eventsOf(tenant, 'anna')).map(({ id, status, resultStatus }) => [id, status, resultStatus])).toEqual([
    [placed.body.betEventId, 'placed', 'accepted'],
    [won.body.betEventId, 'settled-won', 'accepted'],
  ])
  expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 125, reserved: 0, totalBetsAccepted: 1 })
})

test('a rejected bet, one without a program and a settlement of nothing are only seen in the lists', async () => {
  const tenant = await seed()
  await buy(tenant, 'ben')
  expect((await place(tenant, 'ben', 'b1', { stakeAmount: 99 })).status).toBe(202)
  expect((await place(tenant, 'stranger', 's1')).status).toBe(202)
  expect((await lose(tenant, 'ben', 'nothing')).status).toBe(202)
  await decided()
  expect(await eventsOf(tenant, 'ben')).toMatchObject([
    { resultStatus: 'rejected', reasonCodes: ['max_stake_exceeded'] },
    { resultStatus: 'flagged', flagReason: 'no_accepted_placement' },
  ])
  expect(await eventsOf(tenant, 'stranger')).toMatchObject([{ resultStatus: 'rejected', programId: null }])
})

test('the same report again is one: while it waits, and when it has taken effect', async () => {
  const tenant = await seed()
  await buy(tenant, 'clara')
  const sent = await Promise.all(Array.from({ length: 8 }, () => place(tenant, 'clara', 'b1')))
  await decided()
  const later = await place(tenant, 'clara', 'b1', { stakeAmount: 7 })
  await decided()
  const events = await eventsOf(tenant, 'clara')
  expect(events).toHaveLength(1)
  expect(new Set([...sent, later].map(({ body }) => body.betEventId))).toEqual(new Set([events[0].id]))
  expect(await progressOf(tenant, 'clara')).toMatchObject({ reserved: 25, totalBetsPlaced: 1 })
})

test('so is each of a bet that was won, lost, rejected, or voided after all', async () => {
  const tenant = await seed()
  await buy(tenant, 'carl')
  const reports: (() => ReturnType<typeof place>)[] = [
    () => place(tenant, 'carl', 'won'),
    () => win(tenant, 'carl', 'won'),
    () => place(tenant, 'carl', 'lost'),
    () => lose(tenant, 'carl', 'lost'),
    () => place(tenant, 'carl', 'rejected', { stakeAmount: 99 }),
    () => place(tenant, 'carl', 'voided'),
    () => win(tenant, 'carl', 'voided'),
    () => voidBet(tenant, 'carl', 'voided'),
  ]
  const ids = async (): Promise<readonly string[]> => {
    const told: string[] = []
    for (const report of reports) told.push((await report()).body.betEventId)
    await decided()
    return told
  }
  const first = await ids()
  expect(await ids()).toEqual(first)
  expect((await eventsOf(tenant, 'carl')).map(({ id }) => id)).toEqual(first)
})

test('the same report is known long after its event time would have been too old, a fresh one is not', async () => {
  const tenant = await seed()
  await buy(tenant, 'cora')
  const old = { eventTimestamp: '2020-01-01T00:00:00Z' }
  expectWrong(await place(tenant, 'cora', 'b1', old), 'eventTimestamp')
  const { body } = await place(tenant, 'cora', 'b1')
  await decided()
  const [again, fresh] = await Promise.all([place(tenant, 'cora', 'b1', old), place(tenant, 'cora', 'b2', old)])
  expect(again).toMatchObject({ status: 202, body: { status: 'queued', betEventId: body.betEventId } })
  expectWrong(fresh, 'eventTimestamp')
  expectWrong(await win(tenant, 'cora', 'b1', 50, old), 'eventTimestamp')
  expect(await eventsOf(tenant, 'cora')).toHaveLength(1)
})

test('an event happened when it was received, whenever it is decided', async () => {
  const tenant = await seed()
  await buy(tenant, 'dora')
  const { body } = await tenant.api.get('/v1/sandbox/clock')
  await place(tenant, 'dora', 'b1')
  expect((await advance(tenant, '2026-03-04T12:00:00Z')).status).toBe(200)
  const [event] = await eventsOf(tenant, 'dora')
  expect(event.eventTimestamp).toBe(body.now)
  expect(event.recordedAt < '2026-03-04').toBe(true)
})

test('a money action waits for the bets that were queued before it', async () => {
  const tenant = await seed()
  await buy(tenant, 'emil')
  for (const bet of ['b1', 'b2']) {
    await place(tenant, 'emil', bet)
    await win(tenant, 'emil', bet)
  }
  const { status } = await tenant.api.post('/v1/users/emil/challenge/continue')
  expect(status).toBe(200)
})

test('a user of a sandbox who begins anew leaves no queued bet behind', async () => {
  const tenant = await seed()
  await buy(tenant, 'hans')
  await place(tenant, 'hans', 'b1')
  const { body } = await tenant.api.post('/v1/sandbox/reset/hans')
  expect(body.removed).toMatchObject({ challenges: 1, betEvents: 1 })
  await decided()
  expect(await eventsOf(tenant, 'hans')).toEqual([])
})

test('what is asked about a bet before it is decided is asked of what was decided', async () => {
  const tenant = await seed()
  await buy(tenant, 'fritz')
  await place(tenant, 'fritz', 'b1')
  await decided()
  const { body } = await tenant.api.post('/v1/bets/validate', placement('fritz', 'b2', { stakeAmount: 25.01 }))
  expect(body.validationResult).toMatchObject({ status: 'rejected', reasonCodes: ['max_stake_exceeded'] })
})

test.each([
  ['stakeAmount', { stakeAmount: -1 }],
  ['odds', { odds: 1 }],
  ['eventTimestamp', { eventTimestamp: '2027-03-02T12:05:00.001Z' }],
  ['eventTimestamp', { eventTimestamp: '2026-01-02T12:00:00Z' }],
  ['settlementAmount', { status: 'settled-won' }],
])('a wrong %s is told at once, and nothing is queued: %j', async (field, more) => {
  const tenant = await seed()
  await buy(tenant, 'wrong')
  expectWrong(await place(tenant, 'wrong', 'b1', more), field)
  await decided()
  expect(await eventsOf(tenant, 'wrong')).toEqual([])
})

test('a batch is queued item by item, and a wrong one fails alone', async () => {
  const tenant = await seed()
  await buy(tenant, 'gerd')
  const { status, body } = await tenant.api.post('/v1/bets/batch', {
    bets: [
      placement('gerd', 'b1'),
      { ...placement('gerd', 'b2'), odds: 1 },
      { userId: 'gerd', externalBetId: 'b1', status: 'settled-lost' },
      7,
    ],
  })
  expect(status).toBe(200)
  expect(body.summary).toEqual({ accepted: 0, rejected: 0, flagged: 0, duplicate: 0, queued: 2, failed: 2 })
  expect(body.results).toMatchObject([
    { httpStatus: 202, status: 'queued', error: null },
    { httpStatus: 400, status: null, betEventId: null, error: 'validation_error' },
    { httpStatus: 202, status: 'queued', error: null },
    { httpStatus: 400, status: null, error: 'validation_error' },
  ])
  await decided()
  const events = await eventsOf(tenant, 'gerd')
  expect(events.map(({ id }) => id)).toEqual([body.results[0].betEventId, body.results[2].betEventId])
  expect(await progressOf(tenant, 'gerd')).toMatchObject({ currentBalance: 75, reserved: 0 })
})

test('a thousand events of forty players keep the order of each', async () => {
  const tenant = await seed()
  const users = Array.from({ length: 40 }, (_, n) => `many-${n}`)
  for (const user of users) await buy(tenant, user)
  const bets = Array.from({ length: 12 }, (_, n) => n).flatMap((n) =>
    users.flatMap((user) => [
      placement(user, `${user}-${n}`, { stakeAmount: 2 }),
      { userId: user, externalBetId: `${user}-${n}`, status: 'settled-lost' },
    ]),
  )
  for (let at = 0; at < bets.length; at += 500) {
    const { body } = await tenant.api.post('/v1/bets/batch', { bets: bets.slice(at, at + 500) })
    expect(body.summary.failed).toBe(0)
  }
  await decided()
  for (const user of users) {
    expect(await progressOf(tenant, user)).toMatchObject({ currentBalance: 76, reserved: 0, totalBetsAccepted: 12 })
  }
  expect(await flagsOf(tenant)).toEqual([])
})

test('operations says what it answers', () => {
  expect(Object.keys(recordBet.answers)).toEqual(['200', '202'])
})

testReplay(202, async () => {
  const tenant = await seed()
  await buy(tenant, 'repeater')
  return { api: tenant.api, path: '/v1/bets', body: placement('repeater', 'b1') }
})
