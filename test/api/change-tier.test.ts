import { expect, test } from 'vitest'
import { changeTier } from '../../src/contract/operations/operator.ts'
import { place, progressOf, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, starter, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, optional, orNull, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const change = ({ api, tierId }: TestTenant, body?: unknown) => api.put(`/v1/admin/challenge-tiers/${tierId}`, body)
const current = async ({ api }: TestTenant) => (await api.get('/v1/admin/challenge-tiers')).body.challengeTiers[0]

test('an edit makes a new version; what it leaves out stays', async () => {
  const tenant = await used.service.seed()
  const before = await current(tenant)
  expect(before).toMatchObject({ ...starter, version: 1 })
  const { status, body } = await change(tenant, { name: 'Renamed', targetBalance: 200.5, fundedMaxPayouts: 3 })
  expect(status).toBe(200)
  expect(body.challengeTier).toEqual({
    ...before,
    version: 2,
    name: 'Renamed',
    targetBalance: 200.5,
    fundedMaxPayouts: 3,
  })
  expect(await current(tenant)).toEqual(body.challengeTier)
})

test('a program keeps the version that it was bought under, for life', async () => {
  const tenant = await used.service.seed()
  const early = (await buy(tenant, 'early')).body.challenge
  await change(tenant, { targetBalance: 500, durationDays: 5, fundedAccountBalance: 9000, profitSplitPercent: 10 })
  const late = (await buy(tenant, 'late')).body.challenge
  expect(late).toMatchObject({ targetBalance: 500, durationDays: 5, expiresAt: '2026-03-07T12:00:00.000Z' })
  expect(late.termsHash).not.toBe(early.termsHash)
  for (const bet of ['e1', 'e2']) {
    await place(tenant, 'early', bet)
    await win(tenant, 'early', bet)
  }
  expect(await progressOf(tenant, 'early')).toMatchObject({ type: 'challenge_passed', targetBalance: 150 })
  await tenant.api.post('/v1/users/early/challenge/continue')
  expect(await progressOf(tenant, 'early')).toMatchObject({ fundedAmount: 500, profitSplitPercent: 80 })
})

test('a tier that is taken off sale is listed no more, and can be put back', async () => {
  const tenant = await used.service.seed()
  const listed = async () => (await tenant.publicApi.get('/v1/challenge-tiers')).body.challengeTiers.length
  await change(tenant, { enabled: false })
  expect(await listed()).toBe(0)
  expectError(await buy(tenant, 'buyer'), 409, 'tier_disabled')
  await change(tenant, { enabled: true })
  expect(await listed()).toBe(1)
  expect((await buy(tenant, 'buyer')).status).toBe(201)
})

test('edits at the same moment make a version each, and none is lost', async () => {
  const tenant = await used.service.seed()
  const edits = [{ ownStake: 21 }, { bonusAmount: 81 }, { targetBalance: 151 }]
  const answers = await Promise.all(edits.map((edit) => change(tenant, edit)))
  expect(answers.map(({ body }) => body.challengeTier.version).sort()).toEqual([2, 3, 4])
  expect(await current(tenant)).toMatchObject({ version: 4, ownStake: 21, bonusAmount: 81, targetBalance: 151 })
})

test('a tier that is unknown or another tenant’s is not found', async () => {
  expectError(await change({ ...used.tenant, tierId: NO_ID }, {}), 404, 'not_found')
  const other = await used.service.seed()
  expectError(await change({ ...other, tierId: used.tenant.tierId }, {}), 404, 'not_found')
})

const all = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(names.map((name) => [name, values]))

test.each(
  casesOf({
    name: optional(wrong.name),
    ...all(['ownStake', 'bonusAmount'], wrong.amount),
    ...all(['targetBalance', 'fundedAccountBalance'], [0, ...wrong.amount]),
    durationDays: [3651, ...wrong.count],
    profitSplitPercent: [100.01, ...wrong.percent],
    ...all(['challengeRulesetId', 'fundedRulesetId'], [NO_ID, ...optional(wrong.uuid)]),
    ...all(['enabled', 'fundedStakeRefundable'], wrong.flag),
    ...all(['fundedTotalPayoutCap', 'fundedMinPayout', 'fundedPerPayoutCap'], [0, ...orNull(wrong.amount)]),
    ...all(['fundedFirstPayoutDays', 'fundedPayoutIntervalDays', 'fundedMaxPayouts'], orNull(wrong.count)),
    ...all(['fundedPayoutCapPercent', 'fundedMandatoryPayoutPercent'], [0, ...orNull(wrong.percent)]),
  }),
)('a wrong %s is named: %j', async (field, value) => {
  expectWrong(await change(used.tenant, { [field]: value }), field)
  expect(await current(used.tenant)).toMatchObject({ ...starter, version: 1, enabled: true })
})

test('what does not go together with what stays is refused', async () => {
  const tenant = await used.service.seed()
  await change(tenant, { fundedMinPayout: 10 })
  expectWrong(await change(tenant, { fundedPerPayoutCap: 9.99 }), 'fundedPerPayoutCap')
  expectWrong(await change(tenant, { ownStake: 0, bonusAmount: 0 }), 'ownStake')
  expectWrong(await change(tenant, { fundedRulesetId: tenant.challengeRulesetId }), 'fundedRulesetId')
})

test.each([[undefined], [null], [[]], ['tier']])('%j is no change', async (body) =>
  expectWrong(await change(used.tenant, body), 'body'),
)

testAccess(used, changeTier)
testPath(used, changeTier)
testBody(used, changeTier)
