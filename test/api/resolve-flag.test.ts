import { expect, test } from 'vitest'
import { resolveFlag } from '../../src/contract/operations/reconciliation.ts'
import { advance, flagsOf, lose, place, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { resolve } from '../helpers/rulings.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

/** A tenant with one flag: a bet was lost and then won. */
async function flagged(): Promise<{ readonly tenant: TestTenant; readonly id: string }> {
  const tenant = await used.service.seed()
  await buy(tenant, 'bettor')
  await place(tenant, 'bettor', 'b1', { stakeAmount: 10 })
  await lose(tenant, 'bettor', 'b1')
  await win(tenant, 'bettor', 'b1', 20)
  const [{ id }] = await flagsOf(tenant)
  return { tenant, id }
}

test('a flag is resolved with a note', async () => {
  const { tenant, id } = await flagged()
  const [open] = await flagsOf(tenant)
  await advance(tenant, '2026-03-02T13:00:00Z')
  const { status, body } = await resolve(tenant, id.toUpperCase(), { note: 'Lost it is:\n\tthe feed said so' })
  expect(status).toBe(200)
  expect(body.flag).toEqual({
    ...open,
    status: 'resolved',
    resolvedBy: 'server_key',
    resolvedAt: '2026-03-02T13:00:00.000Z',
    resolutionNote: 'Lost it is:\n\tthe feed said so',
  })
  expect((await tenant.api.get('/v1/admin/reconciliation/flags?status=open')).body.flags).toEqual([])
  expect((await tenant.api.get('/v1/admin/reconciliation/flags?status=resolved')).body.flags).toEqual([body.flag])
})

test('the first note stays', async () => {
  const { tenant, id } = await flagged()
  const first = await resolve(tenant, id, { note: 'one' })
  expect(await resolve(tenant, id, { note: 'two' })).toMatchObject({ status: 200, body: { flag: first.body.flag } })
})

test('a flag that is not there, or not ours, is not found', async () => {
  const { tenant, id } = await flagged()
  expectError(await resolve(used.tenant, NO_ID, { note: 'Done' }), 404, 'not_found')
  expectError(await resolve(used.tenant, id, { note: 'Done' }), 404, 'not_found')
  expect((await flagsOf(tenant))[0].status).toBe('open')
})

test.each([
  ['note', {}],
  ['note', { note: '' }],
  ['note', { note: null }],
  ['note', { note: 'a\u0000b' }],
  ['note', { note: 'x'.repeat(501) }],
  ['body', null],
])('a wrong %s is named: %j', async (field, body) => {
  expectWrong(await resolve(used.tenant, NO_ID, body), field)
})

testAccess(used, resolveFlag)
testPath(used, resolveFlag)
testBody(used, resolveFlag)
testReplay(200, async () => {
  const { tenant, id } = await flagged()
  return { api: tenant.api, path: `/v1/admin/reconciliation/flags/${id}/resolve`, body: { note: 'Done' } }
})
