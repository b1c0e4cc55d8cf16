import type { RulesetId, TierId } from '../../core/ids.ts'
import type { Phase, Ruleset, Tier } from '../../core/terms.ts'
import { invalid } from '../invalid-request.ts'
import { centsOf, percentOf } from '../money-wire.ts'
import { orNull } from '../render/or-null.ts'
import { renderTier } from '../render/tier.ts'
import type { NewTier, TierChange } from '../schemas/tier.ts'

/** A tier before it is saved as a version. */
export type UnsavedTier = Omit<Tier, 'version' | 'createdAt'>

const usual = {
  enabled: true,
  fundedStakeRefundable: false,
  minBetsRequired: 0,
  minActiveDays: 0,
  fundedTotalPayoutCap: null,
  fundedMinPayout: null,
  fundedFirstPayoutDays: 30,
  fundedPayoutIntervalDays: null,
  fundedMaxPayouts: null,
  fundedPerPayoutCap: null,
  fundedPayoutCapPercent: null,
  fundedMandatoryPayoutPercent: 150,
}

/** A new tier on the tenant's rulesets. Throws `InvalidRequest` where its fields contradict them or each other. */
export const readNewTier = (id: TierId, body: NewTier, rulesets: readonly Ruleset[]): UnsavedTier =>
  checked(assemble(id, { ...usual, ...body }), rulesets)

/** The next version of a tier: what the edit leaves out stays. Throws like `readNewTier`. Rules 9.3 */
export const readTierChange = (before: Tier, change: TierChange, rulesets: readonly Ruleset[]): UnsavedTier =>
  checked(assemble(before.id, { ...renderTier(before), ...change }), rulesets)

const assemble = (id: TierId, body: Required<NewTier>): UnsavedTier => ({
  id,
  name: body.name,
  enabled: body.enabled,
  ownStake: centsOf(body.ownStake),
  bonusAmount: centsOf(body.bonusAmount),
  targetBalance: centsOf(body.targetBalance),
  durationDays: body.durationDays,
  minBetsRequired: body.minBetsRequired,
  minActiveDays: body.minActiveDays,
  challengeRulesetId: body.challengeRulesetId.toLowerCase() as RulesetId,
  fundedRulesetId: body.fundedRulesetId.toLowerCase() as RulesetId,
  fundedAccountBalance: centsOf(body.fundedAccountBalance),
  profitSplitPercent: percentOf(body.profitSplitPercent),
  fundedStakeRefundable: body.fundedStakeRefundable,
  fundedTotalPayoutCap: orNull(body.fundedTotalPayoutCap, centsOf),
  fundedMinPayout: orNull(body.fundedMinPayout, centsOf),
  fundedFirstPayoutDays: body.fundedFirstPayoutDays,
  fundedPayoutIntervalDays: body.fundedPayoutIntervalDays,
  fundedMaxPayouts: body.fundedMaxPayouts,
  fundedPerPayoutCap: orNull(body.fundedPerPayoutCap, centsOf),
  fundedPayoutCapPercent: orNull(body.fundedPayoutCapPercent, percentOf),
  fundedMandatoryPayoutPercent: orNull(body.fundedMandatoryPayoutPercent, percentOf),
})

function checked(tier: UnsavedTier, rulesets: readonly Ruleset[]): UnsavedTier {
  const isOf = (id: RulesetId, phase: Phase) => rulesets.some((ruleset) => ruleset.id === id && ruleset.phase === phase)
  const { fundedPerPayoutCap: cap, fundedMinPayout: minimum } = tier
  if (tier.ownStake + tier.bonusAmount <= 0) invalid('ownStake', 'and bonusAmount must not both be 0')
  if (!isOf(tier.challengeRulesetId, 'challenge')) invalid('challengeRulesetId', 'must be a ruleset of phase challenge')
  if (!isOf(tier.fundedRulesetId, 'funded')) invalid('fundedRulesetId', 'must be a ruleset of phase funded')
  if (cap !== null && minimum !== null && cap < minimum) {
    invalid('fundedPerPayoutCap', 'must not be below fundedMinPayout')
  }
  return tier
}
