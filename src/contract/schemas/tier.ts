import { type Static, Type } from 'typebox'
import {
  amount,
  amountIn,
  count,
  flag,
  moment,
  name,
  nullable,
  nullableAmount,
  nullableAmountIn,
  nullableCountIn,
  nullablePercentIn,
  percentage,
  percentIn,
  positiveAmountIn,
  text,
  uuid,
  uuidIn,
} from './scalars.ts'

const money = {
  ownStake: amount('What the player pays; part of the balance, refundable as the rules say'),
  bonusAmount: amount('What the operator adds; it cannot be withdrawn'),
  targetBalance: amount('The balance that passes the challenge'),
  durationDays: count('Days of 24 hours until the challenge expires'),
  fundedAccountBalance: amount('What the funded account starts with'),
  profitSplitPercent: percentage("The player's share of the profit of the funded account"),
  minBetsRequired: count('Accepted bets that a pass takes'),
  minActiveDays: count('UTC days with an accepted bet that a pass takes'),
}

/** An entry of the public list: what a shop window needs. */
export const TierOffer = Type.Object(
  {
    id: uuid('Names the tier; send it as challengeTierId to buy'),
    name: text('For people'),
    ...money,
    minOdds: nullable(Type.Number({ description: 'Smallest decimal odds of a bet; null is no limit' })),
    maxOdds: nullable(Type.Number({ description: 'Largest decimal odds of a bet; null is no limit' })),
    maxStakePercent: nullable(percentage('Largest stake as a share of the balance')),
    maxAccumulatorSelections: nullable(count('Most selections of one bet')),
    dailyDrawdownPercent: nullable(
      percentage('Loss of a day, as a share of the starting balance, that starts a cooldown'),
    ),
    totalDrawdownPercent: nullable(percentage('Loss, as a share of the starting balance, that ends the challenge')),
    luckyBetMaxProfitPercent: nullable(percentage('Largest win of a bet as a share of the target balance')),
    currency: text('ISO 4217 code'),
  },
  { title: 'TierOffer' },
)
export type TierOffer = Static<typeof TierOffer>

/** One version of a tier, as the operator set it. */
export const Tier = Type.Object(
  {
    id: uuid('Names the tier through all its versions'),
    name: text('For people'),
    version: count('Counts up with each edit; a challenge keeps the version it was bought under'),
    enabled: flag('Whether it is listed and on sale'),
    ...money,
    challengeRulesetId: uuid('The ruleset of the challenge phase'),
    fundedRulesetId: uuid('The ruleset of the funded phase'),
    fundedStakeRefundable: flag('Whether the own stake can be refunded in the funded phase, too'),
    fundedTotalPayoutCap: nullableAmount("Most that an account pays out for life, on the user's share"),
    fundedMinPayout: nullableAmount("Smallest payout, on the user's share"),
    fundedFirstPayoutDays: nullable(count('Days within which the first payout must be requested')),
    fundedPayoutIntervalDays: nullable(count('Days between two payouts')),
    fundedMaxPayouts: nullable(count('Most payouts of an account')),
    fundedPerPayoutCap: nullableAmount("Most of one payout, on the user's share"),
    fundedPayoutCapPercent: nullable(
      percentage('Most that an account pays out for life, as a share of its starting balance'),
    ),
    fundedMandatoryPayoutPercent: nullable(
      percentage('Balance, as a share of the starting one, at which a payout is requested automatically'),
    ),
    createdAt: moment('When this version was made'),
  },
  { title: 'Tier' },
)
export type Tier = Static<typeof Tier>

const required = {
  name: name('For people'),
  ownStake: amountIn('What the player pays'),
  bonusAmount: amountIn('What the operator adds'),
  targetBalance: positiveAmountIn('The balance that passes the challenge'),
  durationDays: Type.Integer({ minimum: 1, maximum: 3650, description: 'Days of 24 hours until expiry' }),
  fundedAccountBalance: positiveAmountIn('What the funded account starts with'),
  challengeRulesetId: uuidIn('A ruleset of phase challenge'),
  fundedRulesetId: uuidIn('A ruleset of phase funded'),
  profitSplitPercent: percentIn("The player's share of the profit, in percent"),
}

const optional = {
  enabled: Type.Boolean({ description: 'Whether it is on sale; true where it is not given' }),
  fundedStakeRefundable: Type.Boolean({
    description: 'Whether the own stake can be refunded in the funded phase; false where it is not given',
  }),
  minBetsRequired: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Accepted bets that a pass takes; 0 where it is not given',
  }),
  minActiveDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: 'Active days that a pass takes; 0 where it is not given',
  }),
  fundedTotalPayoutCap: nullableAmountIn("Most that an account pays out for life, on the user's share"),
  fundedMinPayout: nullableAmountIn("Smallest payout, on the user's share"),
  fundedFirstPayoutDays: nullableCountIn('Days for the first request of a payout; 30 where it is not given', 3650),
  fundedPayoutIntervalDays: nullableCountIn('Days between two payouts', 3650),
  fundedMaxPayouts: nullableCountIn('Most payouts of an account', 10_000),
  fundedPerPayoutCap: nullableAmountIn("Most of one payout, on the user's share"),
  fundedPayoutCapPercent: nullablePercentIn(
    'Most that an account pays out for life, in percent of its starting balance',
    100_000,
  ),
  fundedMandatoryPayoutPercent: nullablePercentIn(
    'Balance at which a payout is requested automatically, in percent of the starting one; 150 where it is not given',
    100_000,
  ),
}

/** A new tier. */
export const NewTier = Type.Object(
  { ...required, ...Type.Partial(Type.Object(optional)).properties },
  { title: 'NewTier' },
)
export type NewTier = Static<typeof NewTier>

/** An edit: what is left out stays. */
export const TierChange = Type.Partial(Type.Object({ ...required, ...optional }), { title: 'TierChange' })
export type TierChange = Static<typeof TierChange>
