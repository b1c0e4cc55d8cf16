import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { progressOf } from '../helpers/bets.ts'
import { type Break, DatabaseLine } from '../helpers/database-line.ts'
import { accountWith, confirm, payAtOnce, payoutsOf, pendingPayout, withdraw } from '../helpers/payouts.ts'
import { somebodyWaits } from '../helpers/postgres.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

// A payout happens once, whatever breaks between the service and its database on the way.

let service: TestService
const line = new DatabaseLine()
beforeAll(async () => {
  service = await startService({ via: line.to })
})
afterAll(async () => {
  await service.end()
  await line.cut()
  expect(service.bugs).toEqual([])
})

/** Asks while the line breaks once at this word. */
async function whileBroken<Answer>(word: string, how: Break, ask: () => Promise<Answer>): Promise<Answer> {
  const broken = line.breakAt(word, how)
  const answer = ask()
  await broken
  if (how === 'late') {
    await somebodyWaits(service.app.pool)
    await line.deliver()
  }
  return answer
}

const isValid = async ({ api }: TestTenant): Promise<boolean> => (await api.post('/v1/admin/ledger/verify')).body.valid

const steps: readonly (readonly [when: string, word: string, how: Break])[] = [
  ['before the player is locked', 'batch-lock-players', 'unheard'],
  ['once the player is locked', 'batch-lock-players', 'unanswered'],
  ['before the COMMIT is heard', 'commit', 'unheard'],
  ['once the COMMIT has taken effect', 'commit', 'unanswered'],
  ['while the COMMIT is on its way', 'commit', 'late'],
]

describe('a connection that breaks', () => {
  test.each([
    ...steps,
    ['before the request is written', 'PayoutRequested', 'unheard'] as const,
    ['once the request is written', 'PayoutRequested', 'unanswered'] as const,
  ])('%s: the withdraw is made once and answered, under its key, too', async (_, word, how) => {
    const tenant = await service.seed()
    await accountWith(tenant, 'anna', 100)
    const first = await whileBroken(word, how, () => withdraw(tenant, 'anna', 50, 'one key'))
    expect(first.status).toBe(202)
    expect(await payoutsOf(tenant, 'anna')).toEqual([first.body.payout])
    expect((await withdraw(tenant, 'anna', 50, 'one key')).body).toEqual(first.body)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 600, available: 550 })
    expect(await isValid(tenant)).toBe(true)
  })

  test.each([
    ...steps,
    ['before the execution is written', 'PayoutExecuted', 'unheard'] as const,
    ['once the execution is written', 'PayoutExecuted', 'unanswered'] as const,
  ])('%s: the confirm pays once', async (_, word, how) => {
    const tenant = await service.seed()
    await accountWith(tenant, 'anna', 100)
    const { id } = await pendingPayout(tenant, 'anna', 50)
    const { status, body } = await whileBroken(word, how, () => confirm(tenant, id))
    expect([status, body.payout]).toMatchObject([200, { id, status: 'executed', balanceAfter: 550 }])
    expect(await progressOf(tenant, 'anna')).toMatchObject({ currentBalance: 550, payoutCount: 1, totalWithdrawn: 40 })
    expect(await isValid(tenant)).toBe(true)
  })

  test.each(steps)('%s: a payout that is executed at once is executed once', async (_, word, how) => {
    const tenant = await service.seed()
    await payAtOnce(tenant)
    await accountWith(tenant, 'anna', 100)
    const first = await whileBroken(word, how, () => withdraw(tenant, 'anna', 50, 'one key'))
    expect(first.body.payout).toMatchObject({ status: 'executed', ownStakeReturned: 20 })
    expect((await withdraw(tenant, 'anna', 50, 'one key')).body).toEqual(first.body)
    expect(await progressOf(tenant, 'anna')).toMatchObject({
      currentBalance: 550,
      payoutCount: 1,
      refundableOwnStake: 0,
    })
    expect(await isValid(tenant)).toBe(true)
  })
})

test('while the database is away nothing is taken in, and the same key goes through when it is back', async () => {
  const tenant = await service.seed()
  await accountWith(tenant, 'anna', 100)
  await line.cut()
  const away = await withdraw(tenant, 'anna', 50, 'one key')
  expect([away.status, away.body.error]).toEqual([503, 'service_unavailable'])
  await line.restore()
  expect((await withdraw(tenant, 'anna', 50, 'one key')).status).toBe(202)
  expect(await payoutsOf(tenant, 'anna')).toHaveLength(1)
  expect(await isValid(tenant)).toBe(true)
})
