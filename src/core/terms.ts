import type { RulesetId, TermsHash, TierId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Cents } from './money.ts'
import type { Odds } from './odds.ts'
import type { Percent } from './percent.ts'

export const phases = ['challenge', 'funded'] as const
export type Phase = (typeof phases)[number]

/** One version of a ruleset. A limit of null is off. Rules 3, 9.3 */
export interface Ruleset {
  readonly id: RulesetId
  readonly name: string
  readonly version: number
  readonly phase: Phase
  readonly minStake: Cents
  readonly minOdds: Odds | null
  readonly maxOdds: Odds | null
  readonly maxStakePercent: Percent | null
  readonly maxAccumulatorSelections: number | null
  /** In hundredths: 5.5 times the starting balance is 550. */
  readonly maxPayoutMultiplier: number | null
  readonly maxWinPerTicket: Cents | null
  readonly luckyBetMaxProfitPercent: Percent | null
  readonly dailyDrawdownPercent: Percent | null
  readonly totalDrawdownPercent: Percent | null
  /** Null: until the next 00:00 UTC. */
  readonly cooldownHours: number | null
  readonly createdAt: Instant
}

/** One version of a challenge tier. Rules 9.3 */
export interface Tier {
  readonly id: TierId
  readonly name: string
  readonly version: number
  readonly enabled: boolean
  readonly ownStake: Cents
  readonly bonusAmount: Cents
  readonly targetBalance: Cents
  readonly durationDays: number
  readonly minBetsRequired: number
  readonly minActiveDays: number
  readonly challengeRulesetId: RulesetId
  readonly fundedRulesetId: RulesetId
  readonly fundedAccountBalance: Cents
  readonly profitSplitPercent: Percent
  readonly fundedStakeRefundable: boolean
  readonly fundedTotalPayoutCap: Cents | null
  readonly fundedMinPayout: Cents | null
  readonly fundedFirstPayoutDays: number | null
  readonly fundedPayoutIntervalDays: number | null
  readonly fundedMaxPayouts: number | null
  readonly fundedPerPayoutCap: Cents | null
  readonly fundedPayoutCapPercent: Percent | null
  readonly fundedMandatoryPayoutPercent: Percent | null
  readonly createdAt: Instant
}

/** What a program was bought under and keeps for life, whatever is edited later. Rules 9.2, 9.3 */
export interface Terms {
  readonly hash: TermsHash
  readonly currency: string
  readonly tier: Tier
  readonly challenge: Ruleset
  readonly funded: Ruleset
}
