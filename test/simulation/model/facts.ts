/**
 * What the model knows of a tenant: one append-only list of facts. Every question is answered by reading the whole list
 * again; there are no counters that could drift. Amounts are cents, odds ten-thousandths, percents basis points.
 */

export type Rules = {
  id: string
  version: number
  phase: 'challenge' | 'funded'
  minStake: number
  minOdds: number | null
  maxOdds: number | null
  maxStakePercent: number | null
  maxAccumulatorSelections: number | null
  /** Hundredths of a multiple. */
  maxPayoutMultiplier: number | null
  maxWinPerTicket: number | null
  luckyBetMaxProfitPercent: number | null
  dailyDrawdownPercent: number | null
  totalDrawdownPercent: number | null
  cooldownHours: number | null
  /** The same as sent, for echoing. */
  wire: Record<string, unknown>
}

export type Tier = {
  id: string
  enabled: boolean
  ownStake: number
  bonusAmount: number
  targetBalance: number
  durationDays: number
  minBetsRequired: number
  minActiveDays: number
  fundedAccountBalance: number
  fundedFirstPayoutDays: number | null
  /** As sent. */
  profitSplitPercent: number
  /** The same in basis points. */
  splitPoints: number
  stakeRefundable: boolean
  totalPayoutCap: number | null
  payoutCapPoints: number | null
  perPayoutCap: number | null
  minPayout: number | null
  payoutIntervalDays: number | null
  maxPayouts: number | null
  mandatoryPoints: number | null
  challengeRulesetId: string
  fundedRulesetId: string
  wire: Record<string, unknown>
}

export type Program = {
  id: string
  kind: 'challenge' | 'funded'
  user: string
  tier: Tier
  rules: Rules
  fundedRules: Rules
  boughtAt: number
  startedAt: number
  /** Only a challenge expires. */
  expiresAt: number
  starting: number
}

export type BetStatus = 'placed' | 'settled-won' | 'settled-lost' | 'voided'
export type FlagReason = 'conflicting_settlement' | 'settlement_mismatch' | 'no_accepted_placement' | 'program_closed'

export type BetEvent = {
  id: string
  user: string
  externalBetId: string
  status: BetStatus
  result: 'accepted' | 'rejected' | 'flagged'
  codes: string[]
  flagReason: FlagReason | null
  /** It took effect: the same id and status again is a duplicate (Rules 4.1). */
  takesKey: boolean
  /** A correction: a key only as long as the bet stands as it says (Rules 4.17). */
  corrects?: true
  /** It changed the bet: opened, settled or voided it on a running program. */
  applied: boolean
  program: string | null
  stake: number | null
  odds: number | null
  /** What a settlement paid back, cents. */
  returned: number | null
  cashOut: boolean
  /** Event time. */
  at: number
  /** Of a correction: the event time of the first settlement, to which its loss belongs (Rules 4.17). */
  lossAt?: number | undefined
  recordedAt: number
  balanceAfter: number | null
  /** Whether the contract says that it shows among the stored events. */
  listed: 'always' | 'perhaps'
}

export type Payout = {
  id: string
  program: string
  user: string
  status: 'pending' | 'executed' | 'rejected'
  number: number
  gross: number
  share: number
  ownStakeReturned: number
  mandatory: boolean
  accountClosed: boolean
  balanceAfter: number | null
  requestedAt: number
  decidedAt: number | null
  decidedBy: string | null
  reason: string | null
}

export type Account =
  | 'player_paid'
  | 'stake_held'
  | 'house'
  | 'available'
  | 'reserved'
  | 'held'
  | 'player'
  | 'forfeited'

export type Fact =
  | { kind: 'rules'; rules: Rules }
  | { kind: 'tier'; tier: Tier }
  | { kind: 'exclusion'; user: string; excluded: boolean; until: number | null }
  | { kind: 'program'; program: Program }
  | { kind: 'passed'; program: string; at: number }
  | { kind: 'ended'; program: string; at: number; status: string; reason: string | null; finalBalance: number }
  | { kind: 'reminded'; program: string }
  | { kind: 'cooldown'; program: string; since: number; until: number }
  | { kind: 'lifted'; program: string; at: number; by: 'time' | 'void' | 'end' }
  | { kind: 'bet'; event: BetEvent }
  | { kind: 'moved'; program: string; debit: Account; credit: Account; amount: number }
  | { kind: 'flag'; user: string; externalBetId: string; event: string; type: string }
  | { kind: 'payout asked'; payout: Payout }
  | { kind: 'payout resized'; payout: string; gross: number; share: number }
  | { kind: 'payout decided'; payout: string; decision: Partial<Payout> }
  /** The mandatory payout of the next crossing is due, or has been asked for (Rules 10.12). */
  | { kind: 'threshold'; program: string; armed: boolean }
  | { kind: 'deadline told'; program: string }
  | { kind: 'announced'; user: string; type: string; data: Record<string, unknown> }
  | { kind: 'answered'; key: string; path: string; body: string; answer: Expected; at: number }

export type PayoutReview = 'operator' | 'automatic'

export type Book = {
  tenant: string
  monthlyChallengeLimit: number | null
  payoutReview: PayoutReview
  facts: Fact[]
}

/** One request at the level of the HTTP contract. Ids that the service makes stand as '@names' until they are bound. */
export type Request = {
  tenant: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Record<string, unknown>
  headers?: Record<string, string>
  now: number
}

/** A predicted answer: the status, and the part of the body that the contract determines. */
export type Expected = { status: number; body: Record<string, unknown> }

/** Thrown where the contract leaves open what happens: such a request does not belong into a history. */
export class Undetermined extends Error {}

export const factsOf = <K extends Fact['kind']>(book: Book, kind: K): Extract<Fact, { kind: K }>[] =>
  book.facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind)

/** A name for an id that the service will make; the position in the list makes it unique. */
export const nameFor = (book: Book, thing: string): string => `@${thing}:${book.tenant}:${book.facts.length}`

export const betEvents = (book: Book): BetEvent[] => factsOf(book, 'bet').map((fact) => fact.event)

export const announce = (book: Book, user: string, type: string, data: Record<string, unknown>): void => {
  book.facts.push({ kind: 'announced', user, type, data })
}
