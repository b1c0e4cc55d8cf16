import type { Ruleset, Terms } from '../../core/terms.ts'
import type { TermsRule } from '../schemas/terms.ts'
import { always, counted, type Drafts, money, rule } from './terms-draft.ts'
import { fundedRules } from './terms-funded.ts'
import { betLimits, onlyInChallenge } from './terms-limits.ts'
import { renderTier } from './tier.ts'

/**
 * Every rule of a tier in a sentence, with its number beside it; a limit that is off is left out. Whatever can cost a
 * player money or a bet is among them. Rules 9.2
 */
export const rulesInWords = (terms: Terms): TermsRule[] => [
  ...inPhase('challenge', [...challengeRules(terms), ...betLimits(terms.challenge, terms.currency)]),
  ...inPhase('challenge', [...onlyInChallenge(terms.challenge), ...EVERYWHERE]),
  ...inPhase('funded', [...fundedRules(terms), ...betLimits(terms.funded, terms.currency), ...EVERYWHERE]),
]

/** The limits of one ruleset, as the terms of a tier that uses it have them. */
export const limitsInWords = (ruleset: Ruleset, currency: string): TermsRule[] =>
  inPhase(ruleset.phase, [
    ...betLimits(ruleset, currency),
    ...(ruleset.phase === 'challenge' ? onlyInChallenge(ruleset) : []),
  ])

const inPhase = (phase: TermsRule['phase'], rules: Drafts): TermsRule[] =>
  rules.filter((rule) => rule !== undefined).map((rule) => ({ phase, ...rule }))

/** What holds in either phase without a number. Rules 4.2, 4.10, 4.17, 5.14 */
const EVERYWHERE = [
  always('rejected_bets', 'A bet that breaks one of these rules is rejected and does not count.'),
  always('correction', 'If a bet is voided or corrected later, the balance follows.'),
  always('self_exclusion', 'If you exclude yourself from playing, the time runs on.'),
]

/** Rules 3.14, 4.7, 5.1, 5.4 to 5.7, 5.9 to 5.11 */
function challengeRules({ tier: domain, currency }: Terms): Drafts {
  const tier = renderTier(domain)
  const eur = (amount: number) => money(amount, currency)
  return [
    rule('own_stake', tier.ownStake, 'currency', '=', (value) => `You pay ${eur(value)}.`),
    rule(
      'bonus',
      tier.bonusAmount,
      'currency',
      '=',
      (value) => `A bonus of ${eur(value)} is added; it cannot be withdrawn.`,
    ),
    rule(
      'target_balance',
      tier.targetBalance,
      'currency',
      '>=',
      (value) => `You pass once your balance reaches ${eur(value)}.`,
    ),
    rule('duration', tier.durationDays, 'days', '<=', (value) => `You have ${counted(value, 'day')} of 24 hours.`),
    rule(
      'min_bets_required',
      tier.minBetsRequired,
      'count',
      '>=',
      (value) => `A pass takes at least ${counted(value, 'accepted bet')}.`,
    ),
    rule(
      'min_active_days',
      tier.minActiveDays,
      'days',
      '>=',
      (value) => `A pass takes accepted bets on at least ${counted(value, 'day')} (UTC).`,
    ),
    always(
      'choice',
      'After the pass you go on with a funded account, or take back your own stake without the bonus and the profit.',
    ),
    always('challenge_awaiting_choice', 'Between the pass and your choice no bets are accepted.'),
    always('stake_forfeited', 'If the challenge ends without a pass, or you give it up, your own stake is forfeited.'),
    always('program_closed', 'Bets that are open at the pass or at the end no longer count.'),
  ]
}
