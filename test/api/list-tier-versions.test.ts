import { expect, test } from 'vitest'
import { listTierVersions } from '../../src/contract/operations/versions.ts'
import { cancel } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const list = ({ api, tierId }: TestTenant, query = '') =>
  api.get(`/v1/admin/challenge-tiers/${tierId}/versions?${query}`)
const edit = ({ api, tierId }: TestTenant, change: object) => api.put(`/v1/admin/challenge-tiers/${tierId}`, change)
const numbersOf = ({ body }: Answer): number[] =>
  body.versions.map(({ challengeTier }: { challengeTier: { version: number } }) => challengeTier.version)

test('every version is there as it was, with what it changed', async () => {
  const tenant = await used.service.seed()
  const first = (await list(tenant)).body.versions
  expect(first).toMatchObject([
    { challengeTier: { id: tenant.tierId, version: 1, targetBalance: 150 }, changes: [], running: { challenges: 0 } },
  ])
  await edit(tenant, { name: 'Longer', durationDays: 60, fundedMinPayout: 10, enabled: false })
  await edit(tenant, { fundedMinPayout: null })
  await edit(tenant, {})
  const { status, body } = await list(tenant)
  expect(status).toBe(200)
  expect(body.nextCursor).toBe(null)
  expect(body.versions).toMatchObject([
    { challengeTier: { version: 4 }, changes: [] },
    {
      challengeTier: { version: 3, fundedMinPayout: null },
      changes: [{ field: 'fundedMinPayout', before: 10, after: null }],
    },
    { challengeTier: { version: 2, name: 'Longer', durationDays: 60, fundedMinPayout: 10, enabled: false } },
    first[0],
  ])
  expect(body.versions[2].changes).toEqual([
    { field: 'name', before: 'Starter', after: 'Longer' },
    { field: 'durationDays', before: 30, after: 60 },
    { field: 'enabled', before: true, after: false },
    { field: 'fundedMinPayout', before: null, after: 10 },
  ])
})

test('programs are counted on the version that they were bought under, whatever was edited since', async () => {
  const tenant = await used.service.seed()
  const runs = async () => (await list(tenant)).body.versions.map(({ running }: { running: object }) => running)
  await buy(tenant, 'anna')
  await buyAndPass(tenant, 'ben')
  await buyAndPass(tenant, 'dora')
  await tenant.api.post('/v1/users/dora/challenge/continue')
  await edit(tenant, { targetBalance: 160 })
  await buy(tenant, 'carl')
  // Out of sight, and counted no more.
  await buy(tenant, 'gone')
  await tenant.api.post('/v1/sandbox/reset/gone')
  await edit(tenant, { targetBalance: 170 })
  expect(await runs()).toEqual([
    { challenges: 0, fundedAccounts: 0 },
    { challenges: 1, fundedAccounts: 0 },
    { challenges: 2, fundedAccounts: 1 },
  ])
  await cancel(tenant, 'anna')
  expect((await runs()).at(-1)).toEqual({ challenges: 1, fundedAccounts: 1 })
})

test('pages follow each other without a gap, each with what its last version changed', async () => {
  const tenant = await used.service.seed()
  for (const durationDays of [31, 32, 33, 34]) await edit(tenant, { durationDays })
  const all = (await list(tenant)).body.versions
  const found: unknown[] = []
  let query = 'limit=2'
  for (;;) {
    const page = await list(tenant, query)
    found.push(...page.body.versions)
    if (page.body.nextCursor === null) break
    expect(numbersOf(page)).toHaveLength(2)
    query = `limit=2&cursor=${page.body.nextCursor}`
  }
  expect(found).toEqual(all)
  expect(numbersOf(await list(tenant, 'limit=5'))).toEqual([5, 4, 3, 2, 1])
  expect((await list(tenant, 'limit=5')).body.nextCursor).toBe(null)
  expect(numbersOf(await list(tenant, 'cursor=999999999'))).toEqual([5, 4, 3, 2, 1])
})

test.each(['', '0', '1', '-2', '2.5', 'next', '1000000000', NO_ID, '%00'])('cursor=%s is wrong', async (cursor) =>
  expectWrong(await list(used.tenant, `cursor=${cursor}`), 'cursor'),
)
test.each(['0', '501', 'many'])('limit=%s is wrong', async (limit) =>
  expectWrong(await list(used.tenant, `limit=${limit}`), 'limit'),
)

test('a tier that there is not, or that another tenant has, is not found', async () => {
  const other = await used.service.seed()
  for (const id of [NO_ID, other.tierId, used.tenant.challengeRulesetId]) {
    expectError(await list({ ...used.tenant, tierId: id }), 404, 'not_found')
    expectError(await list({ ...used.tenant, tierId: id }, 'cursor=2'), 404, 'not_found')
  }
  expect((await list({ ...used.tenant, tierId: used.tenant.tierId.toUpperCase() })).status).toBe(200)
})

testAccess(used, listTierVersions)
testPath(used, listTierVersions)
