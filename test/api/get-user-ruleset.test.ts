import { expect, test } from 'vitest'
import { getUserRuleset } from '../../src/contract/operations/users.ts'
import { cancel, lose, place, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const rulesetOf = ({ api }: TestTenant, userId: string) => api.get(`/v1/users/${userId}/ruleset`)

test('the limits of a running challenge, and what they leave', async () => {
  const { challenge } = (await buy(used.tenant, 'runner')).body
  const fresh = await rulesetOf(used.tenant, 'runner')
  expect(fresh.status).toBe(200)
  expect(fresh.body).toMatchObject({
    programType: 'challenge',
    programId: challenge.id,
    ruleset: {
      id: used.tenant.challengeRulesetId,
      version: 1,
      phase: 'challenge',
      minStake: 1,
      minOdds: 1.5,
      maxOdds: 10,
      maxStakePercent: 25,
      maxAccumulatorSelections: 5,
      maxPayoutMultiplier: null,
      maxWinPerTicket: null,
      luckyBetMaxProfitPercent: null,
      dailyDrawdownPercent: 50,
      totalDrawdownPercent: 60,
      cooldownHours: null,
    },
    limitsNow: {
      maxStake: 25,
      dailyLossRemaining: 50,
      drawdownRemaining: 60,
      minStake: 1,
      minOdds: 1.5,
      maxOdds: 10,
      maxSelections: 5,
    },
  })
  await place(used.tenant, 'runner', 'r1')
  await lose(used.tenant, 'runner', 'r1')
  expect((await rulesetOf(used.tenant, 'runner')).body.limitsNow).toMatchObject({
    maxStake: 18.75,
    dailyLossRemaining: 25,
    drawdownRemaining: 35,
  })
  await place(used.tenant, 'runner', 'r2', { stakeAmount: 18.75, odds: 3 })
  await win(used.tenant, 'runner', 'r2', 56.25)
  // 75.00 + 37.50 = 112.50: a quarter of it is 28.125, and no stake of whole cents is more than that.
  expect((await rulesetOf(used.tenant, 'runner')).body.limitsNow).toMatchObject({
    maxStake: 28.12,
    dailyLossRemaining: 25,
    drawdownRemaining: 72.5,
  })
  expect((await place(used.tenant, 'runner', 'r3', { stakeAmount: 28.13 })).body.status).toBe('rejected')
  expect((await place(used.tenant, 'runner', 'r4', { stakeAmount: 28.12 })).body.status).toBe('accepted')
})

test('what is reserved cannot be staked once more', async () => {
  await buy(used.tenant, 'open')
  for (const bet of ['o1', 'o2', 'o3']) await place(used.tenant, 'open', bet)
  await place(used.tenant, 'open', 'o4', { stakeAmount: 20 })
  expect((await rulesetOf(used.tenant, 'open')).body.limitsNow.maxStake).toBe(5)
})

test('the limits of a funded account', async () => {
  await buyAndPass(used.tenant, 'funded')
  const { fundedAccountId } = (await used.tenant.api.post('/v1/users/funded/challenge/continue')).body
  expect((await rulesetOf(used.tenant, 'funded')).body).toMatchObject({
    programType: 'funded_account',
    programId: fundedAccountId,
    ruleset: { id: used.tenant.fundedRulesetId, phase: 'funded' },
    limitsNow: { maxStake: 125, dailyLossRemaining: 250, drawdownRemaining: 300 },
  })
})

test('a program keeps the version that it was bought under', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'early')
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { maxStakePercent: 10 })
  await buy(tenant, 'late')
  expect((await rulesetOf(tenant, 'early')).body).toMatchObject({
    ruleset: { version: 1 },
    limitsNow: { maxStake: 25 },
  })
  expect((await rulesetOf(tenant, 'late')).body).toMatchObject({ ruleset: { version: 2 }, limitsNow: { maxStake: 10 } })
})

test('who has no running program has no limits', async () => {
  expectError(await rulesetOf(used.tenant, 'stranger'), 404, 'not_found')
  await buyAndPass(used.tenant, 'chooser')
  expectError(await rulesetOf(used.tenant, 'chooser'), 404, 'not_found')
  await buy(used.tenant, 'quitter')
  await cancel(used.tenant, 'quitter')
  expectError(await rulesetOf(used.tenant, 'quitter'), 404, 'not_found')
  await buy(used.tenant, 'ours')
  expectError(await rulesetOf(await used.service.seed(), 'ours'), 404, 'not_found')
})

testAccess(used, getUserRuleset)
testPath(used, getUserRuleset)
