import { expect, test } from 'vitest'
import { getTierTerms } from '../../src/contract/operations/challenges.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy, starter, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const termsOf = (tenant: TestTenant, id = tenant.tierId) => tenant.publicApi.get(`/v1/challenge-tiers/${id}/terms`)

test('every rule is told in numbers and words', async () => {
  const { tierId, challengeRulesetId, fundedRulesetId } = used.tenant
  const { status, body } = await termsOf(used.tenant)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    tierId,
    termsVersion: 1,
    currency: 'EUR',
    tier: { ...starter, id: tierId },
    challenge: { startingBalance: 100, ruleset: { id: challengeRulesetId, version: 1, maxStakePercent: 25 } },
    funded: { startingBalance: 500, ruleset: { id: fundedRulesetId, version: 1, phase: 'funded' } },
  })
  expect(body.termsHash).toMatch(/^[0-9a-f]{64}$/)
  const ruleOf = (phase: string, code: string) =>
    body.rules.find((rule: { phase: string; code: string }) => rule.phase === phase && rule.code === code)
  expect(ruleOf('challenge', 'max_stake_exceeded')).toMatchObject({ value: 25, unit: 'percent', comparison: '<=' })
  expect(ruleOf('challenge', 'min_odds_not_met')).toMatchObject({ value: 1.5, unit: 'odds', comparison: '>=' })
  // A limit that is off is no rule.
  expect(ruleOf('challenge', 'max_payout_exceeded')).toBeUndefined()
  expect(ruleOf('funded', 'max_selections_exceeded')).toMatchObject({ value: 5, unit: 'count', comparison: '<=' })
  for (const { text } of body.rules) expect(text).toMatch(/^\S.+\S$/)
})

test('each phase is told its own stake limit and end, and that a payout at the threshold is only requested', async () => {
  const tenant = await used.service.seed()
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { fundedMandatoryPayoutPercent: 150 })
  await tenant.api.put(`/v1/admin/rulesets/${tenant.fundedRulesetId}`, {
    maxStakePercent: 10,
    totalDrawdownPercent: 20,
  })
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { totalDrawdownPercent: 60 })
  const rules: { phase: string; code: string; text: string }[] = (await termsOf(tenant)).body.rules
  const textOf = (phase: string, code: string) => rules.find((rule) => rule.phase === phase && rule.code === code)?.text
  expect(textOf('challenge', 'max_stake_exceeded')).toBe('A stake is at most 25 % of the balance.')
  expect(textOf('funded', 'max_stake_exceeded')).toBe(
    'A stake is at most 10 % of the starting balance or, if that is lower, of the balance less the stakes of open bets.',
  )
  expect(textOf('challenge', 'max_drawdown_exceeded')).toBe(
    'The challenge ends when the balance is 60 % or more below the starting balance.',
  )
  expect(textOf('funded', 'max_drawdown_exceeded')).toBe(
    'The account ends when the balance is 20 % or more below the starting balance.',
  )
  expect(textOf('funded', 'mandatory_payout')).toBe(
    'Once the balance less the stakes of open bets reaches 150 % of the funded amount, a payout of the profit is ' +
      'requested automatically, within the caps.',
  )
})

test('whatever can cost the player money or a bet is told, whether or not it has a number', async () => {
  const tenant = await used.service.seed()
  const caps = {
    fundedTotalPayoutCap: 900,
    fundedMaxPayouts: 3,
    fundedFirstPayoutDays: 30,
    fundedStakeRefundable: true,
  }
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, caps)
  const daily = { dailyDrawdownPercent: 10, cooldownHours: 24 }
  for (const id of [tenant.challengeRulesetId, tenant.fundedRulesetId]) {
    await tenant.api.put(`/v1/admin/rulesets/${id}`, daily)
  }
  const rules: { phase: string; code: string; text: string }[] = (await termsOf(tenant)).body.rules
  const textsOf = (phase: string) => rules.filter((rule) => rule.phase === phase).map(({ text }) => text)
  const inBoth = [
    'A bet that breaks one of these rules is rejected and does not count.',
    'If a bet is voided or corrected later, the balance follows.',
    'If you exclude yourself from playing, the time runs on.',
    'Losses of 10 % of the starting balance in a day (UTC), whatever you win, start a cooldown of 24 hours, in which no bets are accepted.',
  ]
  expect(textsOf('challenge')).toEqual(
    expect.arrayContaining([
      'After the pass you go on with a funded account, or take back your own stake without the bonus and the profit.',
      'Between the pass and your choice no bets are accepted.',
      'If the challenge ends without a pass, or you give it up, your own stake is forfeited.',
      'Bets that are open at the pass or at the end no longer count.',
      ...inBoth,
    ]),
  )
  expect(textsOf('funded')).toEqual(
    expect.arrayContaining([
      'The account starts with 500.00 EUR, whatever the balance of the challenge was. Only profit above that is paid.',
      'Your own stake comes back with the first payout. If the account ends before that, it is forfeited.',
      'Instead you can take your own stake back here. The account ends then, and its profit is forfeited.',
      'Your shares of all payouts are at most 900.00 EUR. With that the account closes.',
      'There can be at most 3 payouts. The last one takes the whole profit, waits for open bets and closes the account.',
      'Request the first payout within 30 days, or the account ends.',
      'The account ends after 14 days without an accepted bet or a payout.',
      'A payout may wait for the operator, who can reject it. Until it is decided no bets are accepted.',
      'When the account ends, open bets no longer count, and profit that was not paid is forfeited, even if it was requested.',
      ...inBoth,
    ]),
  )
})

test('one of something is told as one', async () => {
  const tenant = await used.service.seed()
  const once = { durationDays: 1, minBetsRequired: 1, fundedMaxPayouts: 1, fundedPayoutIntervalDays: 1 }
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { ...once, fundedFirstPayoutDays: 1 })
  const only = { maxAccumulatorSelections: 1, cooldownHours: 1 }
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, only)
  const texts = (await termsOf(tenant)).body.rules.map(({ text }: { text: string }) => text)
  expect(texts.filter((text: string) => /\b1 (accepted )?(days|bets|payouts|selections|hours)\b/.test(text))).toEqual(
    [],
  )
  expect(texts).toContain('A pass takes accepted bets on at least 1 day (UTC).')
  expect(texts).toContain('Two payouts are at least 1 day apart.')
})

test('a purchase is bound to the hash of the terms, which an edit changes', async () => {
  const tenant = await used.service.seed()
  const { termsHash } = (await termsOf(tenant)).body
  expect((await buy(tenant, 'early')).body.challenge.termsHash).toBe(termsHash)
  await tenant.api.put(`/v1/admin/rulesets/${tenant.fundedRulesetId}`, { maxOdds: 20 })
  const edited = (await termsOf(tenant)).body
  expect(edited).toMatchObject({ termsVersion: 1, funded: { ruleset: { version: 2, maxOdds: 20 } } })
  expect(edited.termsHash).not.toBe(termsHash)
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { targetBalance: 160 })
  expect((await termsOf(tenant)).body).toMatchObject({ termsVersion: 2, tier: { targetBalance: 160 } })
  const { challenge } = (await buy(tenant, 'late')).body
  expect(challenge.termsHash).toBe((await termsOf(tenant)).body.termsHash)
})

test('an edit that is taken back is a version of its own, with a hash of its own', async () => {
  const tenant = await used.service.seed()
  const hashes = new Set([(await termsOf(tenant)).body.termsHash])
  for (const targetBalance of [200, 150]) {
    await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { targetBalance })
    hashes.add((await termsOf(tenant)).body.termsHash)
  }
  expect(hashes.size).toBe(3)
})

test('the id may be written in capitals', async () => {
  expect((await termsOf(used.tenant, used.tenant.tierId.toUpperCase())).body.tierId).toBe(used.tenant.tierId)
})

test('a tier that is unknown or another tenant’s is not found', async () => {
  expectError(await termsOf(used.tenant, NO_ID), 404, 'not_found')
  expectError(await termsOf(await used.service.seed(), used.tenant.tierId), 404, 'not_found')
})

testAccess(used, getTierTerms)
testPath(used, getTierTerms)
