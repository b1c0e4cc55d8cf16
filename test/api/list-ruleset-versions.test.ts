import { expect, test } from 'vitest'
import { listRulesetVersions } from '../../src/contract/operations/versions.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const list = (id: string, query = '') => used.tenant.api.get(`/v1/admin/rulesets/${id}/versions?${query}`)

test('every version is there as it was, with what it changed and what runs on it', async () => {
  const tenant = await used.service.seed()
  const versions = async (id: string) => (await tenant.api.get(`/v1/admin/rulesets/${id}/versions`)).body.versions
  await buy(tenant, 'anna')
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { maxOdds: 12.5, cooldownHours: 12 })
  await buy(tenant, 'ben')
  await buyAndPass(tenant, 'carl')
  await tenant.api.post('/v1/users/carl/challenge/continue', {}, { 'x-idempotency-key': 'carl' })
  const [second, first] = await versions(tenant.challengeRulesetId)
  expect(second).toMatchObject({
    ruleset: { id: tenant.challengeRulesetId, version: 2, maxOdds: 12.5, cooldownHours: 12 },
    changes: [
      { field: 'maxOdds', before: 10, after: 12.5 },
      { field: 'cooldownHours', before: null, after: 12 },
    ],
    running: { challenges: 1, fundedAccounts: 0 },
  })
  expect(first).toMatchObject({
    ruleset: { version: 1, maxOdds: 10, cooldownHours: null },
    changes: [],
    running: { challenges: 1, fundedAccounts: 0 },
  })
  // Those of the other phase judge none of their bets.
  expect(await versions(tenant.fundedRulesetId)).toMatchObject([
    { ruleset: { version: 1, phase: 'funded' }, running: { challenges: 0, fundedAccounts: 1 } },
  ])
})

test('pages follow each other without a gap', async () => {
  const { api, challengeRulesetId: id } = used.tenant
  for (const minStake of [2, 3]) await api.put(`/v1/admin/rulesets/${id}`, { minStake })
  const all = (await list(id)).body.versions
  expect(all).toHaveLength(3)
  const first = (await list(id, 'limit=2')).body
  const second = (await list(id, `limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.versions, ...second.versions]).toEqual(all)
  expect(second.nextCursor).toBe(null)
})

test.each(['1', 'next', NO_ID])('cursor=%s is wrong', async (cursor) =>
  expectWrong(await list(used.tenant.challengeRulesetId, `cursor=${cursor}`), 'cursor'),
)

test('rules that there are not, or that another tenant has, are not found', async () => {
  const other = await used.service.seed()
  for (const id of [NO_ID, other.challengeRulesetId, used.tenant.tierId]) {
    expectError(await list(id), 404, 'not_found')
  }
  expect((await list(used.tenant.challengeRulesetId.toUpperCase())).status).toBe(200)
})

testAccess(used, listRulesetVersions)
testPath(used, listRulesetVersions)
