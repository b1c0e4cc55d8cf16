import type { Terms, Tier } from '../../core/terms.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/tier.ts'
import { orNull } from './or-null.ts'

const basics = (tier: Tier) => ({
  id: tier.id,
  name: tier.name,
  ownStake: amountOf(tier.ownStake),
  bonusAmount: amountOf(tier.bonusAmount),
  targetBalance: amountOf(tier.targetBalance),
  durationDays: tier.durationDays,
  fundedAccountBalance: amountOf(tier.fundedAccountBalance),
  profitSplitPercent: numberOfHundredths(tier.profitSplitPercent),
  minBetsRequired: tier.minBetsRequired,
  minActiveDays: tier.minActiveDays,
})

/** The tier as the operator set it. */
export const renderTier = (tier: Tier): wire.Tier => ({
  ...basics(tier),
  version: tier.version,
  enabled: tier.enabled,
  challengeRulesetId: tier.challengeRulesetId,
  fundedRulesetId: tier.fundedRulesetId,
  fundedStakeRefundable: tier.fundedStakeRefundable,
  fundedTotalPayoutCap: orNull(tier.fundedTotalPayoutCap, amountOf),
  fundedMinPayout: orNull(tier.fundedMinPayout, amountOf),
  fundedFirstPayoutDays: tier.fundedFirstPayoutDays,
  fundedPayoutIntervalDays: tier.fundedPayoutIntervalDays,
  fundedMaxPayouts: tier.fundedMaxPayouts,
  fundedPerPayoutCap: orNull(tier.fundedPerPayoutCap, amountOf),
  fundedPayoutCapPercent: orNull(tier.fundedPayoutCapPercent, numberOfHundredths),
  fundedMandatoryPayoutPercent: orNull(tier.fundedMandatoryPayoutPercent, numberOfHundredths),
  createdAt: textOf(tier.createdAt),
})

/** The tier as the shop window shows it, with the limits of its challenge phase. */
export const renderTierOffer = ({ tier, challenge, currency }: Terms): wire.TierOffer => ({
  ...basics(tier),
  minOdds: orNull(challenge.minOdds, numberOfOdds),
  maxOdds: orNull(challenge.maxOdds, numberOfOdds),
  maxStakePercent: orNull(challenge.maxStakePercent, numberOfHundredths),
  maxAccumulatorSelections: challenge.maxAccumulatorSelections,
  dailyDrawdownPercent: orNull(challenge.dailyDrawdownPercent, numberOfHundredths),
  totalDrawdownPercent: orNull(challenge.totalDrawdownPercent, numberOfHundredths),
  luckyBetMaxProfitPercent: orNull(challenge.luckyBetMaxProfitPercent, numberOfHundredths),
  currency,
})
