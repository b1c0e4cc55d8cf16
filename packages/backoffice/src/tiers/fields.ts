import type { FormField } from './form.ts'

/** What a tier is made of, in the order in which it is thought about. */
export const challengeFields = [
  { name: 'ownStake', label: 'Own stake', kind: 'amount' },
  { name: 'bonusAmount', label: 'Bonus', kind: 'amount' },
  { name: 'targetBalance', label: 'Target', kind: 'amount' },
  { name: 'durationDays', label: 'Days', kind: 'count' },
  { name: 'minBetsRequired', label: 'Accepted bets, at least', kind: 'count' },
  { name: 'minActiveDays', label: 'Active days, at least', kind: 'count' },
] as const satisfies readonly FormField[]

export const fundedFields = [
  { name: 'fundedAccountBalance', label: 'Funded amount', kind: 'amount' },
  { name: 'profitSplitPercent', label: "Player's share of profit", kind: 'percent' },
  { name: 'fundedMinPayout', label: 'Smallest payout', kind: 'amount', mayBeEmpty: true },
  { name: 'fundedFirstPayoutDays', label: 'First payout within days', kind: 'count', mayBeEmpty: true },
  { name: 'fundedPayoutIntervalDays', label: 'Days between payouts', kind: 'count', mayBeEmpty: true },
  { name: 'fundedMaxPayouts', label: 'Most payouts', kind: 'count', mayBeEmpty: true },
  { name: 'fundedPerPayoutCap', label: 'Most of one payout', kind: 'amount', mayBeEmpty: true },
  { name: 'fundedTotalPayoutCap', label: 'Most for life', kind: 'amount', mayBeEmpty: true },
  { name: 'fundedPayoutCapPercent', label: 'Most for life, of the start', kind: 'percent', mayBeEmpty: true },
  { name: 'fundedMandatoryPayoutPercent', label: 'Requests a payout at', kind: 'percent', mayBeEmpty: true },
] as const satisfies readonly FormField[]

export const rulesetFields = [
  { name: 'minStake', label: 'Smallest stake', kind: 'amount' },
  { name: 'maxStakePercent', label: 'Largest stake, of the balance', kind: 'percent', mayBeEmpty: true },
  { name: 'minOdds', label: 'Smallest odds', kind: 'odds', mayBeEmpty: true },
  { name: 'maxOdds', label: 'Largest odds', kind: 'odds', mayBeEmpty: true },
  { name: 'maxAccumulatorSelections', label: 'Most selections', kind: 'count', mayBeEmpty: true },
  { name: 'maxPayoutMultiplier', label: 'Largest return, of the start', kind: 'times', mayBeEmpty: true },
  { name: 'maxWinPerTicket', label: 'Largest win', kind: 'amount', mayBeEmpty: true },
  { name: 'luckyBetMaxProfitPercent', label: 'Largest win, of the target', kind: 'percent', mayBeEmpty: true },
  { name: 'dailyDrawdownPercent', label: 'Cooldown at a daily loss of', kind: 'percent', mayBeEmpty: true },
  { name: 'cooldownHours', label: 'Cooldown, hours', kind: 'count', mayBeEmpty: true },
  { name: 'totalDrawdownPercent', label: 'Ends at a loss of', kind: 'percent', mayBeEmpty: true },
] as const satisfies readonly FormField[]
