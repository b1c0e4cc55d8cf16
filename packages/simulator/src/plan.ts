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
  totalDrawdown: 5000,
  cooldownHours: 24,
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
      profitSplitPercent: 80,
      fundedStakeRefundable: false,
      // The season asks for no payouts, so neither a deadline for the first one nor a threshold may end or empty an account.
      fundedFirstPayoutDays: 3650,
      fundedMandatoryPayoutPercent: null,
    })
    tiers.push({ ...tier, id })
  }
  return tiers
}

function rulesetBody(limits: Limits): Record<string, unknown> {
  const percent = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)
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
