import { expect, test } from 'vitest'
import { changeRuleset } from '../../src/contract/operations/operator.ts'
import { place } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, optional, orNull, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const change = ({ api, challengeRulesetId }: TestTenant, body?: unknown) =>
  api.put(`/v1/admin/rulesets/${challengeRulesetId}`, body)
const current = async ({ api, challengeRulesetId }: TestTenant) =>
  (await api.get('/v1/admin/rulesets')).body.rulesets.find(({ id }: { id: string }) => id === challengeRulesetId)

test('an edit makes a new version; what it leaves out stays', async () => {
  const tenant = await used.service.seed()
  const before = await current(tenant)
  used.service.app.clock.forward(1000)
  const { status, body } = await change(tenant, { maxStakePercent: 12.5, maxOdds: null })
  expect(status).toBe(200)
  const { createdAt } = body.ruleset
  expect(body.ruleset).toEqual({ ...before, version: 2, maxStakePercent: 12.5, maxOdds: null, createdAt })
  expect(Date.parse(createdAt)).toBe(Date.parse(before.createdAt) + 1000)
  expect(await current(tenant)).toEqual(body.ruleset)
  expect((await change(tenant, {})).body.ruleset).toMatchObject({ version: 3, maxStakePercent: 12.5, maxOdds: null })
})

test('a program keeps the version that it was bought under', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'early')
  const { termsHash } = (await tenant.api.get(`/v1/challenge-tiers/${tenant.tierId}/terms`)).body
  await change(tenant, { maxStakePercent: 10, minStake: 5 })
  const late = (await buy(tenant, 'late')).body.challenge
  expect(late.termsHash).not.toBe(termsHash)
  expect((await place(tenant, 'early', 'e1', { stakeAmount: 25 })).body.status).toBe('accepted')
  expect((await place(tenant, 'early', 'e2', { stakeAmount: 1 })).body.status).toBe('accepted')
  expect((await place(tenant, 'late', 'l1', { stakeAmount: 10.01 })).body.validationResult.reasonCodes).toEqual([
    'max_stake_exceeded',
  ])
  expect((await place(tenant, 'late', 'l2', { stakeAmount: 4.99 })).body.validationResult.reasonCodes).toEqual([
    'min_stake_not_met',
  ])
})

test('edits at the same moment make a version each', async () => {
  const tenant = await used.service.seed()
  const answers = await Promise.all([11, 12, 13, 14].map((maxStakePercent) => change(tenant, { maxStakePercent })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.map(({ body }) => body.ruleset.version).sort()).toEqual([2, 3, 4, 5])
})

test('of two edits of different fields none is lost', async () => {
  const tenant = await used.service.seed()
  await Promise.all([change(tenant, { maxStakePercent: 11 }), change(tenant, { minStake: 3 })])
  expect(await current(tenant)).toMatchObject({ version: 3, maxStakePercent: 11, minStake: 3 })
})

test('a ruleset that is unknown or another tenant’s is not found', async () => {
  expectError(await change({ ...used.tenant, challengeRulesetId: NO_ID }, {}), 404, 'not_found')
  const other = await used.service.seed()
  expectError(await change({ ...other, challengeRulesetId: used.tenant.challengeRulesetId }, {}), 404, 'not_found')
  expectError(await change({ ...used.tenant, challengeRulesetId: used.tenant.tierId }, {}), 404, 'not_found')
})

test.each(
  casesOf({
    name: optional(wrong.name),
    phase: [null, '', 'Challenge', 'funded'],
    minStake: [0, ...wrong.amount],
    minOdds: [...orNull(wrong.odds), 10.0001],
    maxOdds: orNull(wrong.odds),
    maxStakePercent: [0, 100.01, ...orNull(wrong.percent)],
    maxAccumulatorSelections: orNull(wrong.count),
    maxPayoutMultiplier: [0, ...orNull(wrong.percent)],
    maxWinPerTicket: [0, ...orNull(wrong.amount)],
    luckyBetMaxProfitPercent: [0, ...orNull(wrong.percent)],
    dailyDrawdownPercent: [0, ...orNull(wrong.percent)],
    totalDrawdownPercent: [0, ...orNull(wrong.percent)],
    cooldownHours: orNull(wrong.count),
  }),
)('a wrong %s is named: %j', async (field, value) => {
  expectWrong(await change(used.tenant, { [field]: value }), field)
  expect(await current(used.tenant)).toMatchObject({ version: 1, maxStakePercent: 25 })
})

test.each([[undefined], [null], [[]], ['ruleset']])('%j is no change', async (body) =>
  expectWrong(await change(used.tenant, body), 'body'),
)

testAccess(used, changeRuleset)
testPath(used, changeRuleset)
testBody(used, changeRuleset)
