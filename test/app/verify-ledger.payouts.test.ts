import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../helpers/embedded-world.ts'
import { accountWith, paidOut, pendingPayout, reject } from '../helpers/payouts.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Rules 2.13: what the operator pays from is held against the events, too.

let service: TestService
let tenant: TestTenant
let executed: string
let pending: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  await accountWith(tenant, 'anna', 100)
  executed = (await paidOut(tenant, 'anna', 10)).id
  await reject(tenant, (await pendingPayout(tenant, 'anna', 20)).id)
  pending = (await pendingPayout(tenant, 'anna', 30)).id
})
afterAll(() => service.end())

const verify = async () => (await tenant.api.post('/v1/admin/ledger/verify')).body

/** Changes rows behind the service's back, and puts them back as they were. */
async function planted(change: string): Promise<readonly { kind: string; description: string }[]> {
  const { url } = service.app
  await query(url, 'create table kept as select * from payouts')
  await query(url, change)
  const { mismatches } = await verify()
  await query(url, 'delete from payouts')
  await query(url, 'insert into payouts select * from kept')
  await query(url, 'drop table kept')
  return mismatches
}

const mismatchOf = (id: string) => ({
  kind: 'payout',
  programId: expect.any(String),
  description: `the record of payout ${id} is not what its events tell`,
})

describe('the records of payouts', () => {
  test('are what the events tell', async () => {
    expect(await verify()).toMatchObject({ valid: true, mismatches: [] })
  })

  test('with another amount are found', async () => {
    const change = `update payouts set payout = jsonb_set(payout, '{userShare}', '900') where payout_id = '${executed}'`
    expect(await planted(change)).toEqual([mismatchOf(executed)])
  })

  test('with another status are found, for that is what the queue goes by', async () => {
    const change = `update payouts set status = 'pending' where payout_id = '${executed}'`
    expect(await planted(change)).toEqual([mismatchOf(executed)])
  })

  test('that are missing are found', async () => {
    expect(await planted(`delete from payouts where payout_id = '${pending}'`)).toEqual([mismatchOf(pending)])
  })

  test('that nobody asked for are found', async () => {
    const id = '019aa5f2-7c00-7000-8000-000000000000'
    const change = `insert into payouts (tenant_id, payout_id, player_id, program_id, status, payout)
      select tenant_id, '${id}', player_id, program_id, status, payout from payouts where payout_id = '${pending}'`
    expect(await planted(change)).toEqual([mismatchOf(id)])
  })
})
