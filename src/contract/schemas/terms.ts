import { type Static, Type } from 'typebox'
import { comparisons } from '../../core/bet/rules/rule.ts'
import { phases } from '../../core/terms.ts'
import { Ruleset } from './ruleset.ts'
import { amount, count, nullable, oneOf, text, uuid } from './scalars.ts'
import { Tier } from './tier.ts'

/** One rule in words and numbers. */
export const TermsRule = Type.Object(
  {
    phase: oneOf(phases, { description: 'The phase that it holds in' }),
    code: text('The rule, as in reason codes where a bet can break it'),
    text: text('The rule in a sentence'),
    value: Type.Unsafe<number | boolean | null>({
      type: ['number', 'boolean', 'null'],
      description: 'Its number; null is no limit',
    }),
    unit: oneOf(['currency', 'percent', 'odds', 'count', 'days', 'hours', 'times', 'none'], {
      description: 'What the number measures',
    }),
    comparison: nullable(
      oneOf([...comparisons, '='], { description: 'How what is measured must stand to the number' }),
    ),
  },
  { title: 'TermsRule' },
)
export type TermsRule = Static<typeof TermsRule>

/** All that a purchase of the tier would be bound to. */
export const TierTerms = Type.Object(
  {
    tierId: uuid('The tier'),
    termsVersion: count('The version of the tier'),
    termsHash: text('SHA-256 of the terms in hex: the challenge stores it, so that nobody can change them later'),
    currency: text('ISO 4217 code of all amounts'),
    tier: Tier,
    challenge: Type.Object(
      { startingBalance: amount('Own stake and bonus'), ruleset: Ruleset },
      { description: 'What the challenge begins with, and its limits' },
    ),
    funded: Type.Object(
      { startingBalance: amount('The funded amount'), ruleset: Ruleset },
      { description: 'The same of the funded account' },
    ),
    rules: Type.Array(TermsRule, { description: 'Every rule, with its number and in a sentence' }),
  },
  { title: 'TierTerms' },
)
export type TierTerms = Static<typeof TierTerms>
