import { beforeAll, expect, test } from 'vitest'
import { listFlags } from '../../src/contract/operations/operator.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

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

test('another tenant lists none of ours', async () => {
  expect((await (await used.service.seed()).api.get(PATH)).body).toMatchObject({ flags: [], nextCursor: null })
})

test.each(['', 'closed', 'OPEN', 'open&status=resolved'])('status=%s is wrong', async (status) =>
  expectWrong(await ask(`status=${status}`), 'status'),
)

testAccess(used, listFlags)
testPages(ask, ({ flags }) => flags)
