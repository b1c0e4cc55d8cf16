import { expect, test } from 'vitest'
import { recordBets } from '../../src/contract/operations/bets.ts'
import { eventsOf, progressOf } from '../helpers/bets.ts'
import { BEYOND_DOUBLES } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, placement } from '../helpers/service.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/bets/batch'
const used = useService()

const send = (bets: unknown) => used.tenant.api.post(PATH, { bets })
const settled = (userId: string, externalBetId: string, status: string, more: object = {}) => ({
  userId,
  externalBetId,
  status,
  ...more,
})

test('each item fares as it would alone, in order, and is counted once', async () => {
  await buy(used.tenant, 'mixed')
  const { status, body } = await send([
    placement('mixed', 'm1'),
    settled('mixed', 'm1', 'settled-won', { settlementAmount: 50 }),
    placement('mixed', 'm1', { stakeAmount: 1 }),
    placement('mixed', 'm2', { stakeAmount: 99 }),
    settled('mixed', 'm2', 'settled-lost'),
    placement('stranger', 'm3'),
    { ...placement('mixed', 'm4'), odds: 1 },
    placement('mixed', 'm5', { stakeAmount: 31.25 }),
    7,
    settled('mixed', 'm5', 'settled-won'),
    settled('mixed', 'm5', 'voided'),
  ])
  expect(status).toBe(200)
  expect(body.summary).toEqual({ accepted: 4, rejected: 1, flagged: 1, duplicate: 1, queued: 0, failed: 4 })
  const shown = body.results.map(
    // biome-ignore lint/suspicious/noExplicitAny: as the wire has it
    ({ index, externalBetId, httpStatus, status, flagReason, duplicate, error }: any) =>
      [index, externalBetId, httpStatus, error ?? `${status}${duplicate ? ' again' : ''}`, flagReason] as const,
  )
  expect(shown).toEqual([
    [0, 'm1', 200, 'accepted', null],
    [1, 'm1', 200, 'accepted', null],
    [2, 'm1', 200, 'accepted again', null],
    [3, 'm2', 200, 'rejected', null],
    [4, 'm2', 200, 'flagged', 'no_accepted_placement'],
    [5, 'm3', 404, 'not_found', null],
    [6, 'm4', 400, 'validation_error', null],
    // A quarter of 125.00, which the item before has made of it.
    [7, 'm5', 200, 'accepted', null],
    [8, null, 400, 'validation_error', null],
    [9, 'm5', 400, 'validation_error', null],
    [10, 'm5', 200, 'accepted', null],
  ])
  expect(body.results[2].betEventId).toBe(body.results[0].betEventId)
  expect(body.results[3].validationResult.reasonCodes).toEqual(['max_stake_exceeded'])
  expect(body.results[6]).toEqual({
    ...{ index: 6, externalBetId: 'm4', httpStatus: 400, betEventId: null, status: null, flagReason: null },
    ...{ duplicate: false, validationResult: null, error: 'validation_error', message: 'odds must be more than 1' },
  })
  expect(body.results[5].validationResult).toBeNull()
  expect(body.results[9].message).toBe('settlementAmount is required for status settled-won')
  expect(await progressOf(used.tenant, 'mixed')).toMatchObject({ currentBalance: 125, reserved: 0, totalBetsPlaced: 3 })
  expect((await eventsOf(used.tenant, 'mixed')).map(({ id }) => id)).toEqual(
    [0, 1, 3, 4, 7, 10].map((index) => body.results[index].betEventId),
  )
})

test('players do not hold each other up', async () => {
  const users = Array.from({ length: 10 }, (_, n) => `many-${n}`)
  for (const user of users) await buy(used.tenant, user)
  const bets = users.flatMap((user) => [placement(user, `${user}-b`), settled(user, `${user}-b`, 'settled-lost')])
  expect((await send(bets)).body.summary).toMatchObject({ accepted: 20, failed: 0 })
  for (const user of users) expect(await progressOf(used.tenant, user)).toMatchObject({ currentBalance: 75 })
})

test('a bet that items of two players name fares in the order of the items', async () => {
  const pairs = Array.from({ length: 4 }, (_, n) => [`holder-${n}a`, `holder-${n}b`, `shared-${n}`] as const)
  for (const [holder, stranger] of pairs) for (const user of [holder, stranger]) await buy(used.tenant, user)
  const { body } = await send(
    pairs.flatMap(([holder, stranger, bet]) => [
      placement(holder, bet),
      settled(stranger, bet, 'settled-lost'),
      settled(holder, bet, 'settled-lost'),
      placement(stranger, `${bet}-next`),
    ]),
  )
  const shown = body.results.map(
    // biome-ignore lint/suspicious/noExplicitAny: as the wire has it
    ({ status, flagReason, duplicate }: any) => [status, flagReason, duplicate],
  )
  expect(shown).toEqual(
    pairs.flatMap(() => [
      ['accepted', null, false],
      ['flagged', 'settlement_mismatch', false],
      ['accepted', null, false],
      ['accepted', null, false],
    ]),
  )
})

test('a bet that items of two players name fares in their order, also where the first of them is busy', async () => {
  for (const user of ['busy', 'idle']) await buy(used.tenant, user)
  // More than the pipeline commits at once, so that a part of them waits while others may go.
  const voids = (user: string, count: number) =>
    Array.from({ length: count }, (_, n) => settled(user, `${user}-${n}`, 'voided'))
  const { body } = await send([
    ...voids('busy', 256),
    placement('busy', 'of-both'),
    settled('idle', 'of-both', 'settled-lost'),
    ...voids('idle', 100),
  ])
  expect(body.results[256]).toMatchObject({ status: 'accepted', flagReason: null })
  expect(body.results[257]).toMatchObject({ status: 'flagged', flagReason: 'settlement_mismatch' })
})

test('500 items are a batch, 501 are none', async () => {
  await buy(used.tenant, 'full')
  const bets = Array.from({ length: 500 }, (_, n) => settled('full', `full-${n}`, 'voided'))
  expect((await send(bets)).body.summary).toMatchObject({ accepted: 500 })
  const oneMore = await send([...bets, settled('full', 'full-500', 'voided')])
  expectError(oneMore, 413, 'payload_too_large')
  expect(oneMore.body.fields).toEqual([{ field: 'bets', message: 'must not have more than 500 items' }])
  expect(await eventsOf(used.tenant, 'full')).toHaveLength(500)
})

test.each([
  ['userId', { userId: undefined }],
  ['userId', { userId: 'a\ud800' }],
  ['externalBetId', { externalBetId: 'x'.repeat(129) }],
  ['status', { status: 'won' }],
  ['stakeAmount', { stakeAmount: undefined }],
  ['stakeAmount', { stakeAmount: 0.001 }],
  ['stakeAmount', { stakeAmount: 'NaN' }],
  ['odds', { odds: BEYOND_DOUBLES }],
  ['eventTimestamp', { eventTimestamp: '2026-03-02T12:05:00.001Z' }],
  ['eventTimestamp', { eventTimestamp: '2026-02-30T12:00:00Z' }],
])('an item with a wrong %s fails alone: %j', async (field, more) => {
  await buy(used.tenant, 'wrong')
  const { status, body } = await send([placement('wrong', 'wrong-b1', more), settled('wrong', 'x', 'voided')])
  expect(status).toBe(200)
  expect(body.summary).toMatchObject({ accepted: 1, failed: 1 })
  expect(body.results[0]).toMatchObject({ httpStatus: 400, error: 'validation_error', betEventId: null })
  expect(body.results[0].message).toMatch(new RegExp(`^${field} `))
  expect(await progressOf(used.tenant, 'wrong')).toMatchObject({ totalBetsPlaced: 0, available: 100 })
})

test.each([null, true, 'bet', [], ['bet'], {}, '\ud800', [[[[]]]]])('%j among the items fails alone', async (item) => {
  const { status, body } = await send([item])
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ index: 0, externalBetId: null, httpStatus: 400, error: 'validation_error' }])
})

test('nothing is too deep or too odd an item to fail alone', async () => {
  const deep = JSON.parse(`${'{"userId":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
  const odd = JSON.parse('{"__proto__": {"userId": "odd"}, "constructor": 1, "externalBetId": "odd"}')
  const { body } = await send([deep, odd, settled('odd', 'fine', 'voided', { more: deep })])
  expect(body.summary).toMatchObject({ accepted: 1, failed: 2 })
  expect(body.results[1].message).toMatch(/^userId is required/)
})

test.each([[undefined], [null], [[]], [{}], ['bets'], [7]])('%j is no list of bets', async (bets) =>
  expectWrong(await send(bets), 'bets'),
)

test.each([[[]], ['bets'], [null], [undefined]])('%j is no batch', async (body) =>
  expectWrong(await used.tenant.api.post(PATH, body), 'body'),
)

test('another tenant has neither the player nor the bet', async () => {
  await buy(used.tenant, 'ours')
  await send([placement('ours', 'ours-b1')])
  const other = await used.service.seed()
  const { body } = await other.api.post(PATH, {
    bets: [placement('ours', 'ours-b1'), settled('ours', 'ours-b1', 'settled-lost')],
  })
  expect(body.results).toMatchObject([{ error: 'not_found' }, { flagReason: 'no_accepted_placement' }])
  expect(await progressOf(used.tenant, 'ours')).toMatchObject({ reserved: 25 })
})

test('the widget sends no bets', async () => {
  expectError(await used.tenant.publicApi.post(PATH, { bets: [placement('mixed', 'm9')] }), 403, 'forbidden')
})

testAccess(used, recordBets)
testBody(used, recordBets)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'repeater')
  return { api: tenant.api, path: PATH, body: { bets: [placement('repeater', 'b1'), 7] } }
})
