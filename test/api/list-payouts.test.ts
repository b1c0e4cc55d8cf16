import { beforeAll, describe, expect, test } from 'vitest'
import { listPayouts } from '../../src/contract/operations/payouts.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith, paidOut, pendingPayout, reject } from '../helpers/payouts.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { optional, wrong } from '../helpers/wrong-values.ts'

const PATH = '/v1/admin/payouts'
const used = useService()
const list = (query = '') => used.tenant.api.get(`${PATH}?${query}`)
const idsOf = async (query = ''): Promise<string[]> =>
  (await list(query)).body.payouts.map(({ id }: { id: string }) => id)

let executed: string
let rejected: string
let pending: string
let ofBen: string
beforeAll(async () => {
  await accountWith(used.tenant, 'anna', 100)
  executed = (await paidOut(used.tenant, 'anna', 10)).id
  rejected = (await pendingPayout(used.tenant, 'anna', 20)).id
  await reject(used.tenant, rejected)
  pending = (await pendingPayout(used.tenant, 'anna', 30)).id
  await accountWith(used.tenant, 'ben', 100)
  ofBen = (await pendingPayout(used.tenant, 'ben', 40)).id
})

describe('the payouts of all players', () => {
  test('are listed newest first', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.nextCursor).toBeNull()
    expect(body.payouts).toMatchObject([
      { id: ofBen, userId: 'ben', status: 'pending', grossAmount: 40 },
      { id: pending, userId: 'anna', status: 'pending', number: 2, grossAmount: 30 },
      { id: rejected, userId: 'anna', status: 'rejected', number: 2, grossAmount: 20, reason: 'Not now' },
      { id: executed, userId: 'anna', status: 'executed', number: 1, grossAmount: 10, balanceAfter: 590 },
    ])
  })

  test.each([
    ['status=pending', () => [ofBen, pending]],
    ['status=executed', () => [executed]],
    ['status=rejected', () => [rejected]],
    ['userId=ben', () => [ofBen]],
    ['userId=anna&status=pending', () => [pending]],
    ['userId=ben&status=executed', () => []],
    ['userId=nobody', () => []],
  ])('with %s are those', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids())
  })

  test('are those of the own tenant', async () => {
    const { api } = await used.service.seed()
    expect((await api.get(PATH)).body.payouts).toEqual([])
    expect((await api.get(`${PATH}?userId=anna`)).body.payouts).toEqual([])
  })
})

test.each(['open', 'PENDING', '', 'pending,executed'])('status=%s is wrong', async (status) => {
  expectWrong(await list(`status=${status}`), 'status')
})
test.each(optional(wrong.id).filter((value): value is string => typeof value === 'string' && value.isWellFormed()))(
  'userId=%j is wrong',
  async (userId) => {
    expectWrong(await list(`userId=${encodeURIComponent(userId)}`), 'userId')
  },
)

testAccess(used, listPayouts)
testPages(list, ({ payouts }) => payouts)
