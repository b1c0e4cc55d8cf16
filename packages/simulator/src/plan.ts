import { type Cents, type Odds, toDecimalOdds, toEuro } from './amount.ts'
import type { Api } from './api.ts'

/** The bet limits of one phase. Percents are in hundredths of a percent, the multiplier in hundredths; null is off. */
export interface Limits {
  readonly name: string
  readonly phase: 'challenge' | 'funded'
  readonly minStake: Cents
  readonly minOdds: Odds
  readonly maxOdds: Odds
  readonly maxStakePercent: number
  readonly maxSelections: number
  readonly maxPayoutMultiplier: number
  readonly maxWin: Cents
  readonly luckyPercent: number | null
  readonly dailyDrawdown: number
  readonly totalDrawdown: number
  readonly cooldownHours: number | null
}

/** A tier as the simulator orders it. What follows from it (balances, pass, expiry) the tally works out by itself. */
export interface Tier {
  readonly id: string
  readonly name: string
  readonly ownStake: Cents
  readonly bonus: Cents
  readonly target: Cents
  readonly durationDays: number
  readonly minBets: number
  readonly minActiveDays: number
  readonly fundedBalance: Cents
  readonly challenge: Limits
  readonly funded: Limits
  readonly payouts: PayoutRules
}

/** What a funded account pays out. Percents are in hundredths of a percent; null is off. */
export interface PayoutRules {
  /** The player's part of the profit. */
  readonly split: number
  readonly isStakeRefundable: boolean
  /** The least share of a payout. */
  readonly min: Cents | null
  /** Days within which the first payout must be asked for. */
  readonly firstDays: number | null
  readonly intervalDays: number | null
  readonly maxPayouts: number | null
  readonly perPayoutCap: Cents | null
  /** On the shares of all payouts together, and the same as a part of what the account starts with. */
  readonly totalCap: Cents | null
  readonly capPercent: number | null
  /** The balance, as a part of what the account starts with, at which the service asks for a payout itself. */
  readonly mandatoryPercent: number | null
}

const common = { minStake: 100, minOdds: 12_000, maxOdds: 120_000, maxSelections: 4 }

/** A cooldown of 24 hours, so that on a weekend it costs the next match day. */
const OPEN: Limits = {
  ...common,
  name: 'Season open',
  phase: 'challenge',
  maxStakePercent: 1000,
  maxPayoutMultiplier: 80,
  maxWin: 60_000,
  luckyPercent: 2500,
  dailyDrawdown: 1500,
  totalDrawdown: 3000,
  cooldownHours: 24,
}

/** Narrower in everything; its cooldown ends at midnight. Percents with a fraction, which must be kept to the cent. */
const STRICT: Limits = {
  ...common,
  name: 'Season strict',
  phase: 'challenge',
  maxStakePercent: 625,
  maxSelections: 3,
  maxPayoutMultiplier: 55,
  maxWin: 50_000,
  luckyPercent: 1250,
  dailyDrawdown: 850,
  totalDrawdown: 2250,
  cooldownHours: null,
}

const FUNDED: Limits = {
  ...common,
  name: 'Season funded',
  phase: 'funded',
  maxOdds: 200_000,
  maxStakePercent: 400,
  maxSelections: 6,
  maxPayoutMultiplier: 60,
  maxWin: 100_000,
  luckyPercent: null,
  dailyDrawdown: 1000,
  totalDrawdown: 3000,
  cooldownHours: 24,
}

const FREE: PayoutRules = {
  split: 8000,
  isStakeRefundable: false,
  min: null,
  firstDays: null,
  intervalDays: null,
  maxPayouts: null,
  perPayoutCap: null,
  totalCap: null,
  capPercent: null,
  mandatoryPercent: null,
}

const TIERS: readonly Omit<Tier, 'id'>[] = [
  {
    name: 'Sprint',
    ownStake: 2_000,
    bonus: 18_000,
    target: 24_000,
    durationDays: 30,
    minBets: 5,
    minActiveDays: 3,
    fundedBalance: 50_000,
    challenge: OPEN,
    funded: FUNDED,
    // Three payouts with days in between, then it is over. Its cap cuts into the last one, which takes the whole profit.
    payouts: {
      ...FREE,
      isStakeRefundable: true,
      min: 1_000,
      firstDays: 30,
      intervalDays: 3,
      maxPayouts: 3,
      perPayoutCap: 6_000,
      mandatoryPercent: 15_000,
    },
  },
  {
    name: 'Classic',
    ownStake: 4_999,
    bonus: 45_001,
    target: 62_550,
    durationDays: 45,
    minBets: 10,
    minActiveDays: 5,
    fundedBalance: 100_000,
    challenge: STRICT,
    funded: FUNDED,
    // Ends with a payout that fills the lower one of two caps. A split that leaves fractions of a cent, little time.
    payouts: {
      ...FREE,
      split: 7_250,
      min: 1_500,
      firstDays: 10,
      perPayoutCap: 5_000,
      totalCap: 11_000,
      capPercent: 1_250,
      mandatoryPercent: 12_000,
    },
  },
  {
    name: 'Marathon',
    ownStake: 12_500,
    bonus: 187_500,
    target: 280_000,
    durationDays: 75,
    minBets: 20,
    minActiveDays: 8,
    fundedBalance: 500_000,
    challenge: OPEN,
    funded: FUNDED,
    // No first deadline, so that only idling ends it, and a cap for life of 499.50.
    payouts: { ...FREE, split: 6_667, isStakeRefundable: true, intervalDays: 7, capPercent: 999 },
  },
]

/** Creates the rulesets and tiers at the service and answers the tiers with their ids, the shortest first. */
export async function createTiers(api: Api): Promise<Tier[]> {
  const rulesetIds = new Map<Limits, string>()
  for (const limits of [OPEN, STRICT, FUNDED]) rulesetIds.set(limits, await api.createRuleset(rulesetBody(limits)))
  const tiers: Tier[] = []
  for (const tier of TIERS) {
    const id = await api.createTier({
      name: tier.name,
      enabled: true,
      ownStake: toEuro(tier.ownStake),
      bonusAmount: toEuro(tier.bonus),
      targetBalance: toEuro(tier.target),
      durationDays: tier.durationDays,
      minBetsRequired: tier.minBets,
      minActiveDays: tier.minActiveDays,
      challengeRulesetId: rulesetIds.get(tier.challenge),
      fundedRulesetId: rulesetIds.get(tier.funded),
      fundedAccountBalance: toEuro(tier.fundedBalance),
      ...payoutBody(tier.payouts),
    })
    tiers.push({ ...tier, id })
  }
  return tiers
}

const percent = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
const euro = (cents: Cents | null): number | null => (cents === null ? null : toEuro(cents))

const payoutBody = (rules: PayoutRules): Record<string, unknown> => ({
  profitSplitPercent: percent(rules.split),
  fundedStakeRefundable: rules.isStakeRefundable,
  fundedMinPayout: euro(rules.min),
  fundedFirstPayoutDays: rules.firstDays,
  fundedPayoutIntervalDays: rules.intervalDays,
  fundedMaxPayouts: rules.maxPayouts,
  fundedPerPayoutCap: euro(rules.perPayoutCap),
  fundedTotalPayoutCap: euro(rules.totalCap),
  fundedPayoutCapPercent: percent(rules.capPercent),
  fundedMandatoryPayoutPercent: percent(rules.mandatoryPercent),
})

function rulesetBody(limits: Limits): Record<string, unknown> {
  return {
    name: limits.name,
    phase: limits.phase,
    minStake: toEuro(limits.minStake),
    minOdds: toDecimalOdds(limits.minOdds),
    maxOdds: toDecimalOdds(limits.maxOdds),
    maxStakePercent: percent(limits.maxStakePercent),
    maxAccumulatorSelections: limits.maxSelections,
    maxPayoutMultiplier: limits.maxPayoutMultiplier / 100,
    maxWinPerTicket: toEuro(limits.maxWin),
    luckyBetMaxProfitPercent: percent(limits.luckyPercent),
    dailyDrawdownPercent: percent(limits.dailyDrawdown),
    totalDrawdownPercent: percent(limits.totalDrawdown),
    cooldownHours: limits.cooldownHours,
  }
}
