import type { RulesetId, TermsHash, TierId } from '../../../src/core/ids.ts'
import { instant } from '../../../src/core/instant.ts'
import { cents } from '../../../src/core/money.ts'
import { odds } from '../../../src/core/odds.ts'
import { percent } from '../../../src/core/percent.ts'
import type { Phase, Ruleset, Terms } from '../../../src/core/terms.ts'

const ruleset = (phase: Phase): Ruleset => ({
  id: `the ${phase} ruleset` as RulesetId,
  name: phase,
  version: 1,
  phase,
  minStake: cents(100),
  minOdds: odds(15_000),
  maxOdds: odds(100_000),
  maxStakePercent: percent(2500),
  maxAccumulatorSelections: 5,
  maxPayoutMultiplier: 300,
  maxWinPerTicket: cents(50_000),
  luckyBetMaxProfitPercent: percent(3000),
  dailyDrawdownPercent: percent(2000),
  totalDrawdownPercent: percent(5000),
  cooldownHours: null,
  createdAt: instant(0),
})

/** Terms in which no rule is off. */
export const everyRule: Terms = {
  hash: 'a hash' as TermsHash,
  currency: 'EUR',
  challenge: ruleset('challenge'),
  funded: ruleset('funded'),
  tier: {
    id: 'the tier' as TierId,
    name: 'Starter',
    version: 1,
    enabled: true,
    ownStake: cents(2000),
    bonusAmount: cents(8000),
    targetBalance: cents(15_000),
    durationDays: 30,
    minBetsRequired: 10,
    minActiveDays: 5,
    challengeRulesetId: 'the challenge ruleset' as RulesetId,
    fundedRulesetId: 'the funded ruleset' as RulesetId,
    fundedAccountBalance: cents(50_000),
    profitSplitPercent: percent(8000),
    fundedStakeRefundable: true,
    fundedTotalPayoutCap: cents(100_000),
    fundedMinPayout: cents(1000),
    fundedFirstPayoutDays: 30,
    fundedPayoutIntervalDays: 7,
    fundedMaxPayouts: 4,
    fundedPerPayoutCap: cents(20_000),
    fundedPayoutCapPercent: percent(20_000),
    fundedMandatoryPayoutPercent: percent(15_000),
    createdAt: instant(0),
  },
}
