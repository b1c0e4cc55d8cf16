import { beforeAll, expect, test } from 'vitest'
import { getTimeline } from '../../src/contract/operations/backoffice.ts'
import { place } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith, paidOut, pendingPayout, reject } from '../helpers/payouts.ts'
import { buy, placement, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPages, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
let tenant: TestTenant
const timeline = (query = '', userId = 'anna') => tenant.api.get(`/v1/admin/users/${userId}/timeline?${query}`)
const typesOf = async (query: string): Promise<readonly string[]> =>
  (await timeline(`limit=500&${query}`)).body.entries.map(({ type }: { type: string }) => type)

beforeAll(async () => {
  tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  await accountWith(tenant, 'anna', 100)
  await tenant.api.post('/v1/bets', placement('anna', 'too much', { stakeAmount: 400 }))
  await paidOut(tenant, 'anna', 20)
  await reject(tenant, (await pendingPayout(tenant, 'anna', 10)).id)
  await tenant.api.put('/v1/admin/users/anna/self-exclusion', { excluded: true })
})

test('all that happened is told, newest first', async () => {
  const types = await typesOf('only=milestones')
  expect(types).toEqual([
    'self_exclusion.set',
    'payout.rejected',
    'payout.requested',
    'funded_account.payout',
    'payout.requested',
    'funded_account.activated',
    'challenge.completed',
    'challenge.passed',
    'challenge.activated',
  ])
  const bets = await typesOf('only=bets')
  expect(bets.length).toBe(7)
  expect(new Set(bets)).toEqual(new Set(['bet']))
  expect((await typesOf('')).length).toBe(types.length + bets.length)
})

test('an entry says what it was about, and how the operator was told', async () => {
  const { entries } = (await timeline('only=milestones')).body
  expect(entries[0]).toMatchObject({ data: { excluded: true, until: null }, bet: null, webhook: null })
  expect(entries[1]).toMatchObject({ data: { grossAmount: 10, reason: 'Not now', number: 2 }, webhook: null })
  expect(entries[3]).toMatchObject({
    data: { grossAmount: 20, userShare: 16, mandatory: false },
    webhook: { type: 'funded_account.payout', status: 'pending' },
  })
  expect(entries.at(-1)).toMatchObject({
    data: { tierName: 'Starter', ownStake: 20, bonusAmount: 80, targetBalance: 150 },
    webhook: { type: 'challenge.activated' },
  })
})

test('a bet is shown as it is stored', async () => {
  const { entries } = (await timeline('only=bets&limit=1')).body
  expect(entries[0]).toMatchObject({
    type: 'bet',
    bet: { externalBetId: 'too much', resultStatus: 'rejected', reasonCodes: ['max_stake_exceeded'], stakeAmount: 400 },
  })
})

test('it is that of one player of one tenant', async () => {
  await buy(tenant, 'ben')
  await place(tenant, 'ben', 'of ben', {})
  expect((await timeline('', 'ben')).body.entries.map(({ type }: { type: string }) => type)).toEqual([
    'bet',
    'challenge.activated',
  ])
  expect((await timeline('', 'nobody')).body).toMatchObject({ entries: [], nextCursor: null })
  expect((await used.tenant.api.get('/v1/admin/users/anna/timeline')).body.entries).toEqual([])
})

test.each(['all', 'BETS', ''])('only=%s is wrong', async (only) => expectWrong(await timeline(`only=${only}`), 'only'))

testAccess(used, getTimeline)
testPath(used, getTimeline)
testPages(timeline, ({ entries }) => entries)
