import type { RulesetId, TermsHash, TierId } from '../../src/core/ids.ts'
import type { Ruleset, Terms, Tier } from '../../src/core/terms.ts'
import { eur, firstTier, ruleset } from '../helpers/given-terms.ts'
import type { Words } from './words.ts'

const CHALLENGE_RULES = '00000000-0000-7000-8000-0000000000c1' as RulesetId
const FUNDED_RULES = '00000000-0000-7000-8000-0000000000f1' as RulesetId

/** What is on sale: an example changes a copy, and a purchase pins the copy as it then is. */
export interface Shelf {
  readonly tier: Tier
  readonly challenge: Ruleset
  readonly funded: Ruleset
}

/** The tier that examples begin with: 20 + 80 to 150 in 30 days, one bet on one day, and no limit but the least stake. */
export const firstShelf: Shelf = {
  tier: {
    ...firstTier,
    id: '00000000-0000-7000-8000-0000000000a1' as TierId,
    name: 'example',
    targetBalance: eur(150),
    challengeRulesetId: CHALLENGE_RULES,
    fundedRulesetId: FUNDED_RULES,
  },
  challenge: ruleset('challenge', { id: CHALLENGE_RULES }),
  funded: ruleset('funded', { id: FUNDED_RULES }),
}

export const termsOf = ({ tier, challenge, funded }: Shelf): Terms => ({
  hash: `tier ${tier.version}, challenge ${challenge.version}, funded ${funded.version}` as TermsHash,
  currency: 'EUR',
  tier,
  challenge,
  funded,
})

/**
 * `stake 20 bonus 80 target 150 days 30 bets 1 activeDays 1 funded 100` and the payout rules under the contract's names,
 * each optional: a new version of the tier.
 */
export function readTier(words: Words, before: Tier): Tier {
  let tier: Tier = { ...before, version: before.version + 1 }
  const readers: Readonly<Record<string, () => Partial<Tier>>> = {
    stake: () => ({ ownStake: words.money() }),
    bonus: () => ({ bonusAmount: words.money() }),
    target: () => ({ targetBalance: words.money() }),
    days: () => ({ durationDays: words.count() }),
    bets: () => ({ minBetsRequired: words.count() }),
    activeDays: () => ({ minActiveDays: words.count() }),
    funded: () => ({ fundedAccountBalance: words.money() }),
    profitSplitPercent: () => ({ profitSplitPercent: words.percent() }),
    fundedStakeRefundable: () => ({ fundedStakeRefundable: words.yesOrNo() }),
    fundedTotalPayoutCap: () => ({ fundedTotalPayoutCap: words.orOff(() => words.money()) }),
    fundedPayoutCapPercent: () => ({ fundedPayoutCapPercent: words.orOff(() => words.percent()) }),
    fundedPerPayoutCap: () => ({ fundedPerPayoutCap: words.orOff(() => words.money()) }),
    fundedMinPayout: () => ({ fundedMinPayout: words.orOff(() => words.money()) }),
    fundedMaxPayouts: () => ({ fundedMaxPayouts: words.orOff(() => words.count()) }),
    fundedPayoutIntervalDays: () => ({ fundedPayoutIntervalDays: words.orOff(() => words.count()) }),
    fundedFirstPayoutDays: () => ({ fundedFirstPayoutDays: words.orOff(() => words.count()) }),
    fundedMandatoryPayoutPercent: () => ({ fundedMandatoryPayoutPercent: words.orOff(() => words.percent()) }),
  }
  while (!words.isEmpty) tier = { ...tier, ...read(readers, words.word('a field of the tier')) }
  return tier
}

/** The limits of a ruleset under the contract's names, each with its value or `off`: a new version of the ruleset. */
export function readRuleset(words: Words, before: Ruleset): Ruleset {
  let ruleset: Ruleset = { ...before, version: before.version + 1 }
  const readers: Readonly<Record<string, () => Partial<Ruleset>>> = {
    minStake: () => ({ minStake: words.money() }),
    minOdds: () => ({ minOdds: words.orOff(() => words.odds()) }),
    maxOdds: () => ({ maxOdds: words.orOff(() => words.odds()) }),
    maxStakePercent: () => ({ maxStakePercent: words.orOff(() => words.percent()) }),
    maxAccumulatorSelections: () => ({ maxAccumulatorSelections: words.orOff(() => words.count()) }),
    maxPayoutMultiplier: () => ({ maxPayoutMultiplier: words.orOff(() => words.hundredths()) }),
    maxWinPerTicket: () => ({ maxWinPerTicket: words.orOff(() => words.money()) }),
    luckyBetMaxProfitPercent: () => ({ luckyBetMaxProfitPercent: words.orOff(() => words.percent()) }),
    dailyDrawdownPercent: () => ({ dailyDrawdownPercent: words.orOff(() => words.percent()) }),
    totalDrawdownPercent: () => ({ totalDrawdownPercent: words.orOff(() => words.percent()) }),
    cooldownHours: () => ({ cooldownHours: words.orOff(() => words.count()) }),
  }
  while (!words.isEmpty) ruleset = { ...ruleset, ...read(readers, words.word('a limit')) }
  return ruleset
}

function read<Change>(readers: Readonly<Record<string, () => Change>>, field: string): Change {
  const reader = readers[field]
  if (!reader) throw new Error(`"${field}" is none of ${Object.keys(readers).join(', ')}`)
  return reader()
}
