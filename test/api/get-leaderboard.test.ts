import { expect, test } from 'vitest'
import { getLeaderboard } from '../../src/contract/operations/widget.ts'
import { advance, cancel, lose, place, win } from '../helpers/bets.ts'
import { accountWith, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/leaderboard'
const used = useService()
/** The board of a tenant once what it kept is too old. */
const board = async ({ publicApi }: TestTenant) => {
  used.service.app.clock.forward(61_000)
  return (await publicApi.get(PATH)).body
}
const ranks = async (tenant: TestTenant): Promise<(readonly [number, number])[]> =>
  (await board(tenant)).entries.map(({ rank, value }: { rank: number; value: number }) => [rank, value])

/** A challenge with one won bet of 25.00 that returns so much. */
async function challengeWith(tenant: TestTenant, userId: string, returned: number): Promise<void> {
  await buy(tenant, userId)
  await place(tenant, userId, `${userId}-1`)
  await win(tenant, userId, `${userId}-1`, returned)
}

test('nobody is on the board of a tenant without players', async () => {
  const { status, body } = await used.tenant.publicApi.get(PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({ period: '2026-03', metric: 'profitPercent', entries: [] })
})

test('players stand in the order of the profit of their best program, and equals share a rank', async () => {
  const tenant = await used.service.seed()
  await challengeWith(tenant, 'anna', 45)
  await challengeWith(tenant, 'ben', 35)
  await challengeWith(tenant, 'carl', 45)
  await buyAndPass(tenant, 'dora')
  expect(await board(tenant)).toMatchObject({
    entries: [
      { rank: 1, value: 50, tierName: 'Starter' },
      { rank: 2, value: 20 },
      { rank: 2, value: 20 },
      { rank: 4, value: 10 },
    ],
  })
})

test('who has won nothing is not on it', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  await challengeWith(tenant, 'ben', 25)
  await buy(tenant, 'carl')
  await place(tenant, 'carl', 'c1')
  await lose(tenant, 'carl', 'c1')
  expect(await ranks(tenant)).toEqual([])
})

test('an ended challenge counts until its month is over, a running one goes on', async () => {
  const tenant = await used.service.seed()
  await challengeWith(tenant, 'anna', 45)
  await cancel(tenant, 'anna')
  await buyAndPass(tenant, 'ben')
  expect(await ranks(tenant)).toEqual([
    [1, 50],
    [2, 20],
  ])
  await advance(tenant, '2026-04-01T00:00:00Z')
  expect(await board(tenant)).toMatchObject({ period: '2026-04', entries: [{ rank: 1, value: 50 }] })
})

test('what a funded account has paid out still counts', async () => {
  const tenant = await used.service.seed()
  await accountWith(tenant, 'anna', 300)
  expect(await ranks(tenant)).toEqual([[1, 60]])
  await paidOut(tenant, 'anna', 200)
  expect(await ranks(tenant)).toEqual([[1, 60]])
  // What waits is still in the balance.
  await pendingPayout(tenant, 'anna', 50)
  expect(await ranks(tenant)).toEqual([[1, 60]])
})

test('a user who began anew has left the board, whether the program had ended or not', async () => {
  const tenant = await used.service.seed()
  for (const user of ['anna', 'ben']) await challengeWith(tenant, user, 45)
  await cancel(tenant, 'ben')
  expect(await ranks(tenant)).toHaveLength(2)
  for (const user of ['anna', 'ben']) await tenant.api.post(`/v1/sandbox/reset/${user}`)
  expect(await ranks(tenant)).toEqual([])
})

test('an alias stays the same, differs from tenant to tenant, and says nothing of the player', async () => {
  const [one, other] = [await used.service.seed(), await used.service.seed()]
  await challengeWith(one, 'anna', 45)
  await challengeWith(other, 'anna', 45)
  const first = await board(one)
  const [{ alias }] = first.entries
  expect(alias).toMatch(/^Player [0-9A-F]{12}$/)
  expect(JSON.stringify(first)).not.toContain('anna')
  expect((await board(one)).entries[0].alias).toBe(alias)
  expect((await board(other)).entries[0].alias).not.toBe(alias)
})

test('on a sandbox it is of now', async () => {
  const tenant = await used.service.seed()
  const values = async () =>
    (await tenant.publicApi.get(PATH)).body.entries.map(({ value }: { value: number }) => value)
  expect(await values()).toEqual([])
  await challengeWith(tenant, 'anna', 45)
  expect(await values()).toEqual([20])
  await tenant.api.post('/v1/sandbox/reset/anna')
  expect(await Promise.all([values(), values(), values()])).toEqual([[], [], []])
})

test('in production it is made anew once a minute', async () => {
  const tenant = await used.service.seed({ environment: 'production' })
  await challengeWith(tenant, 'anna', 45)
  const { updatedAt } = await board(tenant)
  await challengeWith(tenant, 'ben', 35)
  used.service.app.clock.forward(59_999)
  expect((await tenant.publicApi.get(PATH)).body).toMatchObject({ updatedAt, entries: [{ value: 20 }] })
  used.service.app.clock.forward(1)
  expect((await tenant.publicApi.get(PATH)).body.entries).toHaveLength(2)
})

testAccess(used, getLeaderboard)
