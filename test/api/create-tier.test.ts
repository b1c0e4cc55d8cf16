import { expect, test } from 'vitest'
import { createTier } from '../../src/contract/operations/operator.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, starter } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, orNull, wrong } from '../helpers/wrong-values.ts'

const PATH = '/v1/admin/challenge-tiers'
const used = useService()
const bodyOf = (more: object) => {
  const { challengeRulesetId, fundedRulesetId } = used.tenant
  return { ...starter, challengeRulesetId, fundedRulesetId, ...more }
}
const create = (more: object) => used.tenant.api.post(PATH, bodyOf(more))
const tiers = async () => (await used.tenant.api.get(PATH)).body.challengeTiers

test('a tier is made with all that was sent, and can be bought at once', async () => {
  const funded = {
    fundedStakeRefundable: true,
    fundedTotalPayoutCap: 5000,
    fundedMinPayout: 10,
    fundedFirstPayoutDays: 14,
    fundedPayoutIntervalDays: 7,
    fundedMaxPayouts: 4,
    fundedPerPayoutCap: 1000.5,
    fundedPayoutCapPercent: 250,
    fundedMandatoryPayoutPercent: 175.25,
  }
  const { status, body } = await create({ name: 'Pro', enabled: true, ...funded })
  expect(status).toBe(201)
  expect(body.challengeTier).toEqual({
    ...bodyOf({ name: 'Pro', ...funded }),
    id: expect.any(String),
    version: 1,
    enabled: true,
    createdAt: '2026-03-02T12:00:00.000Z',
  })
  expect(await tiers()).toContainEqual(body.challengeTier)
  expect((await buy({ ...used.tenant, tierId: body.challengeTier.id }, 'buyer')).status).toBe(201)
})

test('what is left out is as usual', async () => {
  const { minBetsRequired: _, minActiveDays: __, ...least } = bodyOf({ name: 'Least' }) as Record<string, unknown>
  expect((await used.tenant.api.post(PATH, least)).body.challengeTier).toMatchObject({
    enabled: true,
    minBetsRequired: 0,
    minActiveDays: 0,
    fundedStakeRefundable: false,
    fundedTotalPayoutCap: null,
    fundedMinPayout: null,
    fundedFirstPayoutDays: 30,
    fundedPayoutIntervalDays: null,
    fundedMaxPayouts: null,
    fundedPerPayoutCap: null,
    fundedPayoutCapPercent: null,
    fundedMandatoryPayoutPercent: 150,
  })
})

test('a null switches off what is on by default', async () => {
  const off = { fundedFirstPayoutDays: null, fundedMandatoryPayoutPercent: null }
  expect((await create(off)).body.challengeTier).toMatchObject(off)
})

const amounts = ['fundedTotalPayoutCap', 'fundedMinPayout', 'fundedPerPayoutCap']
const percents = ['fundedPayoutCapPercent', 'fundedMandatoryPayoutPercent']
const counts = ['fundedFirstPayoutDays', 'fundedPayoutIntervalDays', 'fundedMaxPayouts']
const all = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(names.map((name) => [name, values]))

test.each(
  casesOf({
    name: wrong.name,
    ...all(['ownStake', 'bonusAmount'], [undefined, ...wrong.amount]),
    ...all(['targetBalance', 'fundedAccountBalance'], [undefined, 0, ...wrong.amount]),
    durationDays: [undefined, 3651, ...wrong.count],
    profitSplitPercent: [undefined, 100.01, ...wrong.percent],
    ...all(['challengeRulesetId', 'fundedRulesetId'], [...wrong.uuid, NO_ID]),
    ...all(['enabled', 'fundedStakeRefundable'], wrong.flag),
    ...all(
      ['minBetsRequired', 'minActiveDays'],
      wrong.count.filter((value) => value !== 0),
    ),
    ...all(amounts, [0, ...orNull(wrong.amount)]),
    ...all(percents, [0, 100_001, ...orNull(wrong.percent)]),
    ...all(counts, [10_001, ...orNull(wrong.count)]),
  }),
)('a wrong %s is named: %j', async (field, value) => expectWrong(await create({ [field]: value }), field))

test('rulesets must be of their phase and of this tenant', async () => {
  const { challengeRulesetId, fundedRulesetId } = used.tenant
  expectWrong(await create({ challengeRulesetId: fundedRulesetId }), 'challengeRulesetId')
  expectWrong(await create({ fundedRulesetId: challengeRulesetId }), 'fundedRulesetId')
  const other = await used.service.seed()
  expectWrong(await create({ challengeRulesetId: other.challengeRulesetId }), 'challengeRulesetId')
  expect((await create({ fundedRulesetId: fundedRulesetId.toUpperCase() })).body.challengeTier).toMatchObject({
    fundedRulesetId,
  })
})

test('a challenge starts with something, and a payout can reach its minimum', async () => {
  expectWrong(await create({ ownStake: 0, bonusAmount: 0 }), 'ownStake')
  expectWrong(await create({ fundedPerPayoutCap: 9.99, fundedMinPayout: 10 }), 'fundedPerPayoutCap')
  expect((await create({ ownStake: 0, fundedPerPayoutCap: 10, fundedMinPayout: 10 })).status).toBe(201)
})

test('all that is missing is named, and nothing of it is kept', async () => {
  const before = await tiers()
  expectWrong(
    await used.tenant.api.post(PATH, {}),
    ...['name', 'ownStake', 'bonusAmount', 'targetBalance', 'durationDays', 'fundedAccountBalance'],
    ...['challengeRulesetId', 'fundedRulesetId', 'profitSplitPercent'],
  )
  for (const body of [undefined, null, [], 'tier']) expectWrong(await used.tenant.api.post(PATH, body), 'body')
  expect(await tiers()).toEqual(before)
  expect(before.every(({ name }: { name: string }) => ['Starter', 'Pro', 'Least'].includes(name))).toBe(true)
})

testAccess(used, createTier)
testBody(used, createTier)
testReplay(201, async () => {
  const { api, challengeRulesetId, fundedRulesetId } = await used.service.seed()
  return { api, path: PATH, body: { ...starter, challengeRulesetId, fundedRulesetId } }
})
