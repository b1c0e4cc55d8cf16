import { describe, expect, test } from 'vitest'
import { type TierDraft, type WireRuleset, warningsOf, warningsOfRuleset } from '../src/tiers/warnings.ts'

const rules: WireRuleset = {
  id: '019aa5f2-7c00-7000-8000-000000000001',
  name: 'Rules',
  version: 1,
  phase: 'challenge',
  minStake: 1,
  minOdds: 1.5,
  maxOdds: 10,
  maxStakePercent: 10,
  maxAccumulatorSelections: 5,
  maxPayoutMultiplier: 300,
  maxWinPerTicket: null,
  luckyBetMaxProfitPercent: 30,
  dailyDrawdownPercent: 20,
  totalDrawdownPercent: 50,
  cooldownHours: null,
  createdAt: '2026-03-02T12:00:00.000Z',
}

const tier: TierDraft = {
  name: 'Starter',
  enabled: true,
  ownStake: 20,
  bonusAmount: 80,
  targetBalance: 150,
  durationDays: 30,
  minBetsRequired: 10,
  minActiveDays: 5,
  challengeRulesetId: rules.id,
  fundedRulesetId: rules.id,
  fundedAccountBalance: 500,
  profitSplitPercent: 80,
  fundedStakeRefundable: true,
  fundedTotalPayoutCap: null,
  fundedMinPayout: 10,
  fundedFirstPayoutDays: 30,
  fundedPayoutIntervalDays: 7,
  fundedMaxPayouts: null,
  fundedPerPayoutCap: null,
  fundedPayoutCapPercent: null,
  fundedMandatoryPayoutPercent: 150,
}

interface Edit {
  readonly tier?: Partial<TierDraft>
  readonly challenge?: Partial<WireRuleset>
  readonly funded?: Partial<WireRuleset>
}

const warned = ({ tier: own, challenge, funded }: Edit) =>
  warningsOf({ ...tier, ...own }, { ...rules, ...challenge }, { ...rules, phase: 'funded', ...funded })
const textsOf = (edit: Edit) => warned(edit).map(({ kind, text }) => `${kind}: ${text}`)

test('a sensible tier has no warning', () => {
  expect(textsOf({})).toEqual([])
})

describe('cannot be played', () => {
  test.each<[string, Edit, RegExp]>([
    ['a minimum stake above the largest one', { challenge: { minStake: 10.01 } }, /No bet of the challenge/],
    [
      'a smallest win above the largest one',
      { challenge: { luckyBetMaxProfitPercent: 0.3 } },
      /No bet of the challenge/,
    ],
    ['a return that no bet may have', { challenge: { maxPayoutMultiplier: 0.014 } }, /No bet of the challenge/],
    ['a funded account without a bet', { funded: { minStake: 60 } }, /No bet of the funded account/],
    [
      'a target that takes too many wins',
      { challenge: { maxWinPerTicket: 0.5 }, tier: { targetBalance: 250 } },
      /takes 300 wins/,
    ],
    ['more active days than days', { tier: { minActiveDays: 32, minBetsRequired: 40 } }, /32 active days do not fit/],
    ['a cap below the minimum payout', { tier: { fundedPerPayoutCap: 9 } }, /below the minimum payout/],
  ])('%s', (_name, edit, text) => {
    expect(textsOf(edit)).toEqual([expect.stringMatching(new RegExp(`^unplayable: .*${text.source}`))])
  })
})

describe('odd', () => {
  test.each<[string, Edit, RegExp]>([
    ['a target at the start', { tier: { targetBalance: 100 } }, /passes without a win/],
    ['fewer bets than days', { tier: { minBetsRequired: 4 } }, /take 5 bets anyway/],
    [
      'a drawdown of one stake',
      { challenge: { totalDrawdownPercent: 10, dailyDrawdownPercent: 5 } },
      /One lost bet ends the challenge/,
    ],
    ['a stake without limit', { funded: { maxStakePercent: null } }, /One lost bet can end the funded account/],
    ['a day that costs more than everything', { challenge: { dailyDrawdownPercent: 50 } }, /never has a cooldown/],
    [
      'a cooldown as long as the challenge',
      { tier: { durationDays: 10 }, challenge: { cooldownHours: 240 } },
      /One cooldown of 240 hours/,
    ],
    ['a share of nothing', { tier: { profitSplitPercent: 0, fundedMinPayout: null } }, /no share/],
    ['a first payout before the next may come', { tier: { fundedPayoutIntervalDays: 31 } }, /31 days apart/],
    ['a smallest payout above all payouts', { tier: { fundedTotalPayoutCap: 9 } }, /waived/],
    ['a payout without a profit', { tier: { fundedMandatoryPayoutPercent: 100 } }, /before there is any profit/],
    ['a payout before the smallest one', { tier: { fundedMandatoryPayoutPercent: 102 } }, /before a player can reach/],
    ['no end of the losses', { funded: { totalDrawdownPercent: null } }, /can lose all of 500/],
  ])('%s', (_name, edit, text) => {
    expect(textsOf(edit)).toEqual([expect.stringMatching(new RegExp(`^odd: .*${text.source}`))])
  })
})

test.each<[string, Edit]>([
  ['a stake at the limit', { challenge: { minStake: 10 } }],
  ['one more active day than days, by the midnights', { tier: { durationDays: 5, minActiveDays: 6 } }],
  ['a cooldown that leaves an hour', { tier: { durationDays: 10 }, challenge: { cooldownHours: 239 } }],
  ['as many bets as days', { tier: { minBetsRequired: 5 } }],
  ['a first payout on the day of the gap', { tier: { fundedPayoutIntervalDays: 30 } }],
  ['a cap at the smallest payout', { tier: { fundedPerPayoutCap: 10 } }],
  ['a mandatory payout of just the smallest', { tier: { fundedMandatoryPayoutPercent: 102.5 } }],
])('no warning for %s', (_name, edit) => {
  expect(textsOf(edit)).toEqual([])
})

test('betting rules warn of each tier that uses them, by its name', () => {
  const kept = { version: 1, createdAt: rules.createdAt }
  const funded = { ...rules, id: 'f', phase: 'funded' } as const
  const tiers = ['One', 'Two', 'Else'].map((name) => ({
    ...tier,
    ...kept,
    id: name,
    name,
    challengeRulesetId: name === 'Else' ? 'else' : rules.id,
    fundedRulesetId: 'f',
  }))
  const rulesets = [rules, funded, { ...rules, id: 'else' }]
  expect(warningsOfRuleset(rules, tiers, rulesets)).toEqual([])
  expect(warningsOfRuleset({ ...rules, maxStakePercent: 60 }, tiers, rulesets).map(({ text }) => text)).toEqual([
    'One: One lost bet ends the challenge: it may stake 60 % and ends at a loss of 50 %.',
    'Two: One lost bet ends the challenge: it may stake 60 % and ends at a loss of 50 %.',
  ])
})
