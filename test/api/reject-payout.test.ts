import { describe, expect, test } from 'vitest'
import { rejectPayout } from '../../src/contract/operations/payouts.ts'
import { advance, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { accountWith, gain, openAccount, payoutsOf, pendingPayout, reject, withdraw } from '../helpers/payouts.ts'
import { NO_ID, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

describe('a rejection', () => {
  test('gives back what was held, and tells why', async () => {
    await accountWith(used.tenant, 'refused', 100)
    const payout = await pendingPayout(used.tenant, 'refused', 50)
    const { status, body } = await reject(used.tenant, payout.id, { reason: 'Documents are missing' })
    expect(status).toBe(200)
    expect(body.payout).toEqual({
      ...payout,
      status: 'rejected',
      decidedAt: '2026-03-02T12:00:00.000Z',
      decidedBy: 'server_key',
      reason: 'Documents are missing',
    })
    expect(await progressOf(used.tenant, 'refused')).toMatchObject({
      currentBalance: 600,
      available: 600,
      payoutCount: 0,
      totalWithdrawn: 0,
      refundableOwnStake: 20,
    })
    // The next one is the first again.
    expect(await pendingPayout(used.tenant, 'refused', 50)).toMatchObject({ number: 1, ownStakeReturned: 20 })
  })

  test('is final: the reason given first stays', async () => {
    await accountWith(used.tenant, 'final', 100)
    const { id } = await pendingPayout(used.tenant, 'final', 50)
    const first = await reject(used.tenant, id, { reason: 'one' })
    const again = await reject(used.tenant, id, { reason: 'two' })
    expect(again).toMatchObject({ status: 200, body: { payout: first.body.payout } })
  })

  test.each([
    ['with nothing in it', {}],
    ['with null', { reason: null }],
  ])('may be silent about its reason: %s', async (what, body) => {
    const userId = what.replaceAll(' ', '-')
    await accountWith(used.tenant, userId, 100)
    const { id } = await pendingPayout(used.tenant, userId, 50)
    expect((await reject(used.tenant, id, body)).body.payout).toMatchObject({ status: 'rejected', reason: null })
  })

  test('needs no body', async () => {
    await accountWith(used.tenant, 'silent', 100)
    const { id } = await pendingPayout(used.tenant, 'silent', 50)
    const { body } = await used.tenant.api.post(`/v1/admin/payouts/${id}/reject`)
    expect(body.payout).toMatchObject({ status: 'rejected', reason: null })
  })

  test('satisfies the deadline of the first payout for good, and counts as activity', async () => {
    const tenant = await used.service.seed()
    await accountWith(tenant, 'asked', 100, { fundedFirstPayoutDays: 3 })
    const { id } = await pendingPayout(tenant, 'asked', 50)
    await advance(tenant, '2026-03-10T12:00:00Z')
    await reject(tenant, id)
    await advance(tenant, '2026-03-24T11:59:59.999Z')
    expect((await withdraw(tenant, 'asked', 50)).status).toBe(202)
  })

  test('of a mandatory payout: the next one comes only after the balance was below the threshold', async () => {
    const { tenant } = used
    await openAccount(tenant, 'rich', { fundedMandatoryPayoutPercent: 150 })
    await gain(tenant, 'rich', 300)
    const [{ id }] = await payoutsOf(tenant, 'rich')
    await reject(tenant, id)
    const first = { id, status: 'rejected', mandatory: true, grossAmount: 300 }
    await place(tenant, 'rich', 'rich-small', { stakeAmount: 50 })
    await win(tenant, 'rich', 'rich-small', 60)
    expect(await payoutsOf(tenant, 'rich')).toMatchObject([first])
    // An open stake of more than 60.00 leaves less than the threshold.
    await place(tenant, 'rich', 'rich-large', { stakeAmount: 60.01 })
    await voidBet(tenant, 'rich', 'rich-large')
    expect(await payoutsOf(tenant, 'rich')).toMatchObject([
      first,
      { status: 'pending', mandatory: true, number: 1, grossAmount: 310 },
    ])
  })
})

describe('a payout that is not there', () => {
  test('is not found', async () => {
    expectError(await reject(used.tenant, NO_ID), 404, 'not_found')
  })

  test('for another tenant is not there', async () => {
    await accountWith(used.tenant, 'ours', 100)
    const { id } = await pendingPayout(used.tenant, 'ours', 50)
    expectError(await reject(await used.service.seed(), id), 404, 'not_found')
    expect(await payoutsOf(used.tenant, 'ours')).toMatchObject([{ status: 'pending' }])
  })
})

test.each([7, true, {}, ['a'], '', 'a\u0000b', 'a\u007fb', 'a\ud800b', 'x'.repeat(501)])(
  'the reason %j is wrong',
  async (reason) => {
    expectWrong(await reject(used.tenant, NO_ID, { reason }), 'reason')
  },
)
test('a reason may have lines', async () => {
  await accountWith(used.tenant, 'lines', 100)
  const { id } = await pendingPayout(used.tenant, 'lines', 50)
  const reason = 'Documents are missing:\n\t– passport ✈'
  expect((await reject(used.tenant, id, { reason })).body.payout.reason).toBe(reason)
})
test.each(['no', 7, true, ['reason']])('%j is no body', async (body) => {
  expectWrong(await reject(used.tenant, NO_ID, body), 'body')
})

testAccess(used, rejectPayout)
testPath(used, rejectPayout)
testBody(used, rejectPayout)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await accountWith(tenant, 'again', 100)
  const { id } = await pendingPayout(tenant, 'again', 50)
  return { api: tenant.api, path: `/v1/admin/payouts/${id}/reject`, body: { reason: 'Not now' } }
})
