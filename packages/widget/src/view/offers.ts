import type { State, TierOffer } from '../data/state.ts'
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

/** Why nothing can be bought right now; null where it can. */
export function obstacle({ phase, progress }: State, say: Speech): string | null {
  const { words } = say
  if (phase === 'guest') return words.guest
  if (progress?.selfExcluded) return words.buyExcluded
  const until = progress?.type === 'none' ? progress.purchaseCooldownUntil : null
  return until === null ? null : say.fill(words.againFrom, { date: say.moment(until) })
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
