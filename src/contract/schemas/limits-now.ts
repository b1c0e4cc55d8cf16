import { type Static, Type } from 'typebox'
import { amount, count, nullable, nullableAmount } from './scalars.ts'

/** What a bet may be right now. */
export const LimitsNow = Type.Object(
  {
    maxStake: amount(
      'The largest stake that the rules for stakes leave; a cooldown, a drawdown at its limit or a payout that waits stops every bet besides',
    ),
    dailyLossRemaining: nullableAmount('How much of the daily limit is left before a cooldown; null without one'),
    drawdownRemaining: nullableAmount('How far the balance is from the total limit; null without one'),
    minStake: amount('The smallest stake'),
    minOdds: nullable(Type.Number({ description: 'The smallest odds; null is no limit' })),
    maxOdds: nullable(Type.Number({ description: 'The largest odds; null is no limit' })),
    maxSelections: nullable(count('The most selections; null is no limit')),
  },
  { title: 'LimitsNow' },
)
export type LimitsNow = Static<typeof LimitsNow>
