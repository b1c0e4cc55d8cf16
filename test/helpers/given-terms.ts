import type { RulesetId, TermsHash, TierId } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import { type Cents, cents, subtract } from '../../src/core/money.ts'
import { type Odds, odds } from '../../src/core/odds.ts'
import { type Percent, percent } from '../../src/core/percent.ts'
import type { Phase, Ruleset, Terms, Tier } from '../../src/core/terms.ts'

/** `eur(40.01)` is 4001 cents. */
export const eur = (amount: number): Cents => cents(Math.round(amount * 100))

/** `decimal(2.05)` is 20500 ten-thousandths. */
export const decimal = (value: number): Odds => odds(Math.round(value * 10_000))

/** `pct(12.5)` is 1250 hundredths of a percent. */
export const pct = (value: number): Percent => percent(Math.round(value * 100))

const LONG_AGO = instant(Date.UTC(2026, 0, 1))

/** A ruleset whose limits are all off, save the least stake of 1.00 and what is named. */
export const ruleset = (phase: Phase, limits: Partial<Ruleset> = {}): Ruleset => ({
  id: `${phase}-rules` as RulesetId,
  name: `${phase} rules`,
  version: 1,
  phase,
  minStake: eur(1),
  minOdds: null,
  maxOdds: null,
  maxStakePercent: null,
  maxAccumulatorSelections: null,
  maxPayoutMultiplier: null,
  maxWinPerTicket: null,
  luckyBetMaxProfitPercent: null,
  dailyDrawdownPercent: null,
  totalDrawdownPercent: null,
  cooldownHours: null,
  createdAt: LONG_AGO,
  ...limits,
})

/** 20.00 + 80.00 to 1000.00 in 30 days, one bet on one day; every payout rule is off, and the profit is split 80 to 20. */
export const firstTier: Tier = {
  id: 'tier' as TierId,
  name: 'tier',
  version: 1,
  enabled: true,
  ownStake: eur(20),
  bonusAmount: eur(80),
  targetBalance: eur(1000),
  durationDays: 30,
  minBetsRequired: 1,
  minActiveDays: 1,
  challengeRulesetId: 'challenge-rules' as RulesetId,
  fundedRulesetId: 'funded-rules' as RulesetId,
  fundedAccountBalance: eur(100),
  profitSplitPercent: pct(80),
  fundedStakeRefundable: false,
  fundedTotalPayoutCap: null,
  fundedMinPayout: null,
  fundedFirstPayoutDays: null,
  fundedPayoutIntervalDays: null,
  fundedMaxPayouts: null,
  fundedPerPayoutCap: null,
  fundedPayoutCapPercent: null,
  fundedMandatoryPayoutPercent: null,
  createdAt: LONG_AGO,
}

/** What a challenge is sold with, in the words of a test; what is not named is the default. */
export interface Deal {
  /** Own stake and bonus together: 100.00. */
  readonly balance?: Cents
  /** 20.00 */
  readonly ownStake?: Cents
  /** 1000.00: far enough away that nothing passes by accident. */
  readonly target?: Cents
  /** 30 */
  readonly days?: number
  /** 1 */
  readonly minBets?: number
  /** 1 */
  readonly minActiveDays?: number
  /** The limits of the challenge; all are off but the least stake. */
  readonly limits?: Partial<Ruleset>
  /** 100.00 */
  readonly fundedBalance?: Cents
  readonly fundedLimits?: Partial<Ruleset>
  /** Split and payout rules of the funded account: 80 %, and all rules off. */
  readonly payouts?: PayoutRules
}

/** The fields of a tier that say how a funded account pays out. */
export type PayoutRules = Partial<
  Pick<
    Tier,
    | 'profitSplitPercent'
    | 'fundedStakeRefundable'
    | 'fundedTotalPayoutCap'
    | 'fundedMinPayout'
    | 'fundedFirstPayoutDays'
    | 'fundedPayoutIntervalDays'
    | 'fundedMaxPayouts'
    | 'fundedPerPayoutCap'
    | 'fundedPayoutCapPercent'
    | 'fundedMandatoryPayoutPercent'
  >
>

/** The terms of a deal: a tier with its two rulesets. */
export function termsOf(deal: Deal = {}): Terms {
  const ownStake = deal.ownStake ?? firstTier.ownStake
  return {
    hash: 'terms' as TermsHash,
    currency: 'EUR',
    tier: {
      ...firstTier,
      ...deal.payouts,
      ownStake,
      bonusAmount: subtract(deal.balance ?? eur(100), ownStake),
      targetBalance: deal.target ?? firstTier.targetBalance,
      durationDays: deal.days ?? firstTier.durationDays,
      minBetsRequired: deal.minBets ?? firstTier.minBetsRequired,
      minActiveDays: deal.minActiveDays ?? firstTier.minActiveDays,
      fundedAccountBalance: deal.fundedBalance ?? firstTier.fundedAccountBalance,
    },
    challenge: ruleset('challenge', deal.limits),
    funded: ruleset('funded', deal.fundedLimits),
  }
}
