import type { TierOffer } from '../data/state.ts'
import type { Fact } from './fact.ts'
import type { Speech } from './speech.ts'

export interface OfferView {
  readonly id: string
  readonly name: string
  readonly target: string
  readonly facts: readonly Fact[]
  readonly button: string
  /** The same with the name of the tier: several buttons on a page must differ in what they are called. */
  readonly buttonLabel: string
}

/** What is on sale, each with what it costs and brings. */
export function offerViews(tiers: readonly TierOffer[], say: Speech): OfferView[] {
  const { words } = say
  return tiers.map((tier) => ({
    id: tier.id,
    name: tier.name,
    target: say.fill(words.offerTargetIn, {
      target: say.round(tier.targetBalance),
      days: say.count(words.days, tier.durationDays),
    }),
    facts: [
      { label: words.offerPay, value: say.round(tier.ownStake) },
      { label: words.offerBonus, value: say.round(tier.bonusAmount) },
      { label: words.offerFunded, value: say.round(tier.fundedAccountBalance) },
      { label: words.offerShare, value: say.percent(tier.profitSplitPercent) },
    ],
    button: words.offerRulesShort,
    buttonLabel: say.fill(words.offerRules, { name: tier.name }),
  }))
}
