import { type Static, Type } from 'typebox'
import { phases } from '../../core/terms.ts'
import {
  count,
  moment,
  multiplierIn,
  name,
  nullable,
  nullableAmount,
  nullableAmountIn,
  nullableCountIn,
  nullableOddsIn,
  nullablePercentIn,
  oneOf,
  percentage,
  positiveAmountIn,
  text,
  uuid,
} from './scalars.ts'

const phase = oneOf(phases, { description: 'The phase whose bets it judges' })

/** What the answers show of one version of a ruleset. */
export const Ruleset = Type.Object(
  {
    id: uuid('Names the ruleset through all its versions'),
    name: text('For people'),
    version: count('Counts up with each edit; a program keeps the version it was bought under'),
    phase,
    minStake: Type.Number({ description: "Smallest stake, in the tenant's currency" }),
    minOdds: nullable(Type.Number({ description: 'Smallest decimal odds; null is no limit' })),
    maxOdds: nullable(Type.Number({ description: 'Largest decimal odds; null is no limit' })),
    maxStakePercent: nullable(percentage('Largest stake as a share of the balance; null is no limit')),
    maxAccumulatorSelections: nullable(count('Most selections of one bet; null is no limit')),
    maxPayoutMultiplier: nullable(
      Type.Number({ description: 'Largest return of a bet as a multiple of the starting balance' }),
    ),
    maxWinPerTicket: nullableAmount('Largest win of a bet'),
    luckyBetMaxProfitPercent: nullable(percentage('Largest win of a bet as a share of the target balance')),
    dailyDrawdownPercent: nullable(
      percentage('Loss of a day, as a share of the starting balance, that starts a cooldown'),
    ),
    totalDrawdownPercent: nullable(percentage('Loss, as a share of the starting balance, that ends the program')),
    cooldownHours: nullable(count('Hours of a cooldown; null is until the next 00:00 UTC')),
    createdAt: moment('When this version was made'),
  },
  { title: 'Ruleset' },
)
export type Ruleset = Static<typeof Ruleset>

const limits = {
  minStake: positiveAmountIn('Smallest stake; 1.00 where it is not given'),
  minOdds: nullableOddsIn('Smallest decimal odds'),
  maxOdds: nullableOddsIn('Largest decimal odds'),
  maxStakePercent: nullablePercentIn('Largest stake, in percent of the balance'),
  maxAccumulatorSelections: nullableCountIn('Most selections of one bet', 1000),
  maxPayoutMultiplier: multiplierIn('Largest return of a bet as a multiple of the starting balance'),
  maxWinPerTicket: nullableAmountIn('Largest win of a bet'),
  luckyBetMaxProfitPercent: nullablePercentIn('Largest win of a bet, in percent of the target balance', 100_000),
  dailyDrawdownPercent: nullablePercentIn('Loss of a day that starts a cooldown, in percent of the starting balance'),
  totalDrawdownPercent: nullablePercentIn('Loss that ends the program, in percent of the starting balance'),
  cooldownHours: nullableCountIn('Hours of a cooldown; null is until the next 00:00 UTC', 8760),
}

/** A new ruleset: a limit that is left out or null is off. */
export const NewRuleset = Type.Object(
  { name: name('For people'), phase, ...Type.Partial(Type.Object(limits)).properties },
  { title: 'NewRuleset' },
)
export type NewRuleset = Static<typeof NewRuleset>

/** An edit: what is left out stays. */
export const RulesetChange = Type.Partial(Type.Object({ name: name('For people'), phase, ...limits }), {
  title: 'RulesetChange',
})
export type RulesetChange = Static<typeof RulesetChange>
