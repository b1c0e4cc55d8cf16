import type { PassedProgress, TierTerms } from '../data/state.ts'
import type { Speech } from './speech.ts'

export interface Way {
  readonly title: string
  readonly consequences: readonly string[]
  readonly button: string
}

export interface ChoiceView {
  readonly title: string
  readonly lead: string
  readonly continue: Way
  readonly refund: Way
  readonly giveUp: string
  readonly giveUpNote: string
}

/**
 * The choice after a pass, with what follows from either.
 *
 * @param terms those that the challenge was bought under; null where they are not known, and no number is said then
 */
export function choiceView(progress: PassedProgress, terms: TierTerms | null, say: Speech): ChoiceView {
  const { words } = say
  const { programBalance, ownStake, bonusAmount, refundableOwnStake } = progress
  const refund = say.money(refundableOwnStake)
  return {
    title: words.choiceTitle,
    lead: say.fill(words.choiceLead, { balance: say.money(programBalance) }),
    continue: {
      title: words.continueTitle,
      consequences: [
        ...fundedConsequences(terms, say),
        say.fill(words.continueStake, { stake: say.money(ownStake) }),
        words.continueRisk,
      ],
      button: words.continueButton,
    },
    refund: {
      title: words.refundTitle,
      consequences: [
        say.fill(words.refundGet, { stake: refund }),
        say.fill(words.refundBonus, { bonus: say.money(bonusAmount) }),
        words.refundEnd,
      ],
      button: say.fill(words.refundButton, { stake: refund }),
    },
    giveUp: words.giveUp,
    giveUpNote: say.fill(words.giveUpPassed, { stake: refund }),
  }
}

function fundedConsequences(terms: TierTerms | null, say: Speech): string[] {
  const { words } = say
  if (terms === null) return [words.continueFundedPlain, words.continueSharePlain]
  const { fundedAccountBalance, profitSplitPercent, fundedFirstPayoutDays } = terms.tier
  return [
    say.fill(words.continueFunded, { amount: say.money(fundedAccountBalance) }),
    say.fill(words.continueShare, { percent: say.percent(profitSplitPercent) }),
    ...(fundedFirstPayoutDays === null ? [] : [say.count(words.continueDeadline, fundedFirstPayoutDays)]),
  ]
}
