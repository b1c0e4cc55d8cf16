import { beforeAll, describe, expect, test } from 'vitest'
import { listFlags } from '../../src/contract/operations/operator.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { optional, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const PATH = '/v1/admin/reconciliation/flags'
const ask = (query = '') => used.tenant.api.get(`${PATH}?${query}`)

let betEventId: string
beforeAll(async () => {
  await buy(used.tenant, 'bettor')
  await place(used.tenant, 'bettor', 'b1', { stakeAmount: 10 })
  await win(used.tenant, 'bettor', 'b1', 20.01)
  await win(used.tenant, 'bettor', 'b1', 19, { isCashOut: true })
  await lose(used.tenant, 'bettor', 'b1')
  betEventId = (await win(used.tenant, 'bettor', 'b1', 20)).body.betEventId
  // None opens for a settlement without a placement.
  await lose(used.tenant, 'bettor', 'unknown')
})

test('flags are listed with what they are about, newest first', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body.flags.map(({ type }: { type: string }) => type)).toEqual([
    'conflicting_settlement',
    'cashout',
    'settlement_mismatch',
  ])
  expect(body.flags[0]).toEqual({
    id: expect.any(String),
    userId: 'bettor',
    betEventId,
    externalBetId: 'b1',
    type: 'conflicting_settlement',
    description: expect.stringContaining('b1'),
    status: 'open',
    source: 'system',
    flaggedBy: expect.any(String),
    flaggedAt: '2026-03-02T12:00:00.000Z',
    resolvedBy: null,
    resolvedAt: null,
    resolutionNote: null,
  })
})

test('those of one status are picked', async () => {
  expect((await ask('status=open')).body.flags).toHaveLength(3)
  expect((await ask('status=resolved')).body.flags).toEqual([])
})

describe('those of one player', () => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await used.service.seed()
    for (const user of ['anna', 'ben', 'cleo']) {
      await buy(tenant, user)
      await place(tenant, user, `${user}-1`, { stakeAmount: 10 })
      await win(tenant, user, `${user}-1`, 20.01)
      await lose(tenant, user, `${user}-1`)
      await win(tenant, user, `${user}-1`, 20)
    }
    const { flags } = (await tenant.api.get(`${PATH}?userId=anna`)).body
    await tenant.api.post(`${PATH}/${flags[1].id}/resolve`, { note: 'Asked the feed' })
    await tenant.api.post('/v1/sandbox/reset/cleo')
  })
  const listed = async (query: string) =>
    (await tenant.api.get(`${PATH}?${query}`)).body.flags.map(
      ({ externalBetId, type, status }: { [name: string]: string }) => `${externalBetId} ${type} ${status}`,
    )

  test.each([
    ['userId=anna', ['anna-1 conflicting_settlement open', 'anna-1 settlement_mismatch resolved']],
    ['userId=anna&status=open', ['anna-1 conflicting_settlement open']],
    ['userId=anna&status=resolved', ['anna-1 settlement_mismatch resolved']],
    ['userId=ben&status=resolved', []],
    ['userId=ben&limit=1', ['ben-1 conflicting_settlement open']],
    ['userId=Anna', []],
    ['userId=ann', []],
    ['userId=nobody', []],
    // Who has begun anew has none of before.
    ['userId=cleo', []],
  ])('?%s lists %j', async (query, flags) => {
    expect(await listed(query)).toEqual(flags)
  })

  test('go on behind a cursor', async () => {
    const { nextCursor } = (await tenant.api.get(`${PATH}?userId=ben&limit=1`)).body
    expect(await listed(`userId=ben&limit=1&cursor=${nextCursor}`)).toEqual(['ben-1 settlement_mismatch open'])
  })

  test('are those of the own tenant', async () => {
    expect((await ask('userId=anna')).body.flags).toEqual([])
  })
})

test.each(optional(wrong.id).filter((value): value is string => typeof value === 'string' && value.isWellFormed()))(
  'userId=%j is wrong',
  async (userId) => expectWrong(await ask(`userId=${encodeURIComponent(userId)}`), 'userId'),
)

test('another tenant lists none of ours', async () => {
  expect((await (await used.service.seed()).api.get(PATH)).body).toMatchObject({ flags: [], nextCursor: null })
})

test.each(['', 'closed', 'OPEN', 'open&status=resolved'])('status=%s is wrong', async (status) =>
  expectWrong(await ask(`status=${status}`), 'status'),
)

testAccess(used, listFlags)
testPages(ask, ({ flags }) => flags)
