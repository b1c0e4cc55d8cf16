import { describe, expect, test } from 'vitest'
import { exportUser } from '../../src/contract/operations/user-data.ts'
import { actionsOf, auditOf } from '../helpers/audit.ts'
import { eventsOf, place, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, paidOut } from '../helpers/payouts.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const exportOf = ({ api }: TestTenant, userId: string) =>
  api.get(`/v1/admin/users/${encodeURIComponent(userId)}/export`)

describe('the data of a user', () => {
  test('is all that there is', async () => {
    const { tenant } = used
    await accountWith(tenant, 'anna', 300)
    await paidOut(tenant, 'anna', 100)
    await win(tenant, 'anna', 'unknown')
    const answer = await exportOf(tenant, 'anna')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const { body } = answer
    expect(body).toMatchObject({ userId: 'anna', currency: 'EUR', selfExclusion: { excluded: false, until: null } })
    expect(body.challenges).toMatchObject([{ status: 'completed', userId: 'anna' }])
    expect(body.fundedAccounts).toMatchObject([{ status: 'active', payouts: [{ status: 'executed', userShare: 80 }] }])
    expect(body.betEvents).toEqual((await eventsOf(tenant, 'anna')).reverse())
    expect(body.betEvents).toHaveLength(7)
    const types = body.timeline.map(({ type }: { type: string }) => type)
    expect(types).toEqual(expect.arrayContaining(['challenge.passed', 'challenge.activated', 'funded_account.payout']))
    expect(body.auditEvents.map(({ action }: { action: string }) => action)).toContain('payout.executed')
  })

  test('has every booking, and they add up', async () => {
    const { tenant } = used
    await buy(tenant, 'ben')
    await place(tenant, 'ben', 'b1')
    const { body } = await exportOf(tenant, 'ben')
    const [{ id }] = body.challenges
    expect(body.bookings.map(({ entries }: { entries: object[] }) => entries)).toEqual([
      [
        { programId: id, debit: 'player_paid', credit: 'stake_held', amount: 20 },
        { programId: id, debit: 'house', credit: 'available', amount: 100 },
      ],
      [{ programId: id, debit: 'available', credit: 'reserved', amount: 25 }],
    ])
  })

  test('is made slice by slice where there is much of it', async () => {
    const { tenant } = used
    await buy(tenant, 'carl')
    const bets = Array.from({ length: 450 }, (_, i) => ({
      userId: 'carl',
      externalBetId: `c${i}`,
      status: 'placed',
      stakeAmount: 1,
      odds: 20,
    }))
    await tenant.api.post('/v1/bets/batch', { bets })
    const { body } = await exportOf(tenant, 'carl')
    expect(body.betEvents).toHaveLength(450)
    expect(new Set(body.betEvents.map(({ id }: { id: string }) => id)).size).toBe(450)
  })

  test('does not come without a line in the audit', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'anna')
    await exportOf(tenant, 'anna')
    expect(await actionsOf(tenant, 'target=anna')).toEqual(['challenge.purchased', 'player.exported'])
    expect((await auditOf(tenant))[0]).toMatchObject({ actor: 'server_key', userId: 'anna' })
  })

  test('is nobody else’s', async () => {
    const other = await used.service.seed()
    await buy(other, 'anna')
    const { body } = await exportOf(other, 'anna')
    expect(body.betEvents).toEqual([])
    expect(body.challenges).toHaveLength(1)
  })
})

test('there is none of a user who was never seen', async () => {
  const before = (await auditOf(used.tenant)).length
  expectError(await exportOf(used.tenant, 'nobody'), 404, 'not_found')
  expect(await auditOf(used.tenant)).toHaveLength(before)
})

testAccess(used, exportUser)
testPath(used, exportUser)
