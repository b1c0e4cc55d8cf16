/** What a challenge and its funded account come to; amounts in cents. No loss ends them. */
export interface Tier {
  readonly ownStake: number
  readonly bonus: number
  readonly target: number
  readonly minBets: number
  readonly funded: number
  /** Whole percent of a payout that go to the user. */
  readonly split: number
  /** After so many payouts the account is closed. */
  readonly maxPayouts: number
}

export const TIER: Tier = {
  ownStake: 2000,
  bonus: 8000,
  target: 15_000,
  minBets: 2,
  funded: 50_000,
  split: 80,
  maxPayouts: 3,
}

/** One that nearly every won bet passes, for those who are after payouts. */
export const EASY_TIER: Tier = { ...TIER, target: 10_100, minBets: 1 }
