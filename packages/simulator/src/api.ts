import { type Answer, Client } from './client.ts'

export interface ValidationResult {
  readonly status: 'accepted' | 'rejected'
  readonly reasonCodes: readonly string[]
}

export interface BetAnswer {
  readonly status: 'accepted' | 'rejected' | 'flagged'
  readonly flagReason?: string | null
  readonly duplicate?: boolean
  readonly validationResult: ValidationResult
}

/** One item of a batch's answer. */
interface BatchResult extends BetAnswer {
  readonly httpStatus: number
}

interface Challenge {
  readonly id: string
  readonly startingBalance: number
  readonly targetBalance: number
  readonly expiresAt: string
}

export interface Progress {
  readonly type: 'challenge' | 'challenge_passed' | 'funded_account' | 'none'
  readonly challengeId?: string
  readonly fundedAccountId?: string
  readonly status?: string
  readonly currentBalance?: number
  readonly programBalance?: number
  readonly reserved?: number
  readonly totalBetsAccepted?: number
  readonly totalBetsRejected?: number
  readonly activeDays?: number
  readonly cooldownUntil?: string | null
  readonly payoutCount?: number
  readonly totalWithdrawn?: number
  readonly refundableOwnStake?: number
  readonly rawProfit?: number
  readonly earnedProfit?: number
  readonly withdrawableProfit?: number
  readonly payout?: PayoutState
}

export interface Payout {
  readonly id: string
  readonly fundedAccountId: string
  readonly userId: string
  readonly status: string
  readonly number: number
  readonly grossAmount: number
  readonly userShare: number
  readonly operatorShare: number
  readonly ownStakeReturned: number
  readonly totalPaid: number
  readonly accountClosed: boolean
  readonly balanceAfter: number | null
  readonly mandatory: boolean
  readonly decidedBy: string | null
}

export interface PayoutState {
  readonly canRequest: boolean
  readonly reasons: readonly string[]
  readonly withdrawableNow: number
  readonly withdrawableGross: number
  readonly grossProfit: number
  readonly payoutCount: number
  readonly payoutsRemaining: number | null
  readonly totalWithdrawn: number
  readonly capRemaining: number | null
  readonly minPayout: number | null
  readonly nextPayoutAt: string | null
  readonly firstPayoutDeadlineAt: string | null
  readonly openBets: number
  readonly isLastPayout: boolean
  readonly ownStakeReturnable: number
  readonly pendingPayout: Payout | null
}

export interface ChallengeRecord {
  readonly id: string
  readonly status: string
  readonly failureReason?: string | null
  readonly finalBalance?: number | null
}

export interface FundedRecord {
  readonly id: string
  readonly status: string
  readonly endReason?: string | null
  readonly finalBalance?: number | null
  readonly payouts: readonly Payout[]
}

interface History {
  readonly challenges: readonly ChallengeRecord[]
  readonly fundedAccounts: readonly FundedRecord[]
  readonly nextCursor: string | null
}

/** The body of a refused withdraw says everything that stands in the way. */
interface Refused {
  readonly reasons?: readonly string[]
}

export interface LedgerVerdict {
  readonly valid: boolean
  readonly checked: unknown
  readonly mismatches: readonly unknown[]
}

/** No limit of the plan may slow a season that is played in minutes. */
const RATE_LIMIT_LIFTED = 1_000_000_000

const RATE_CATEGORIES =
  'bets validate users challenges admin auth audit reconciliation default tenant betEventsPerUser'.split(' ')

/**
 * Opens a fresh staging tenant of this run's own whose plan lifts the limits, and answers its server key.
 *
 * @throws Error when the super-admin key is refused
 */
export async function openTenant(baseUrl: string, superAdminKey: string, name: string): Promise<string> {
  const client = new Client(baseUrl, { 'x-super-admin-key': superAdminKey })
  const answer = await client.post<{ serverKey: string }>('/v1/super-admin/tenants', {
    name,
    environment: 'staging',
    currency: 'EUR',
    integrationMode: 'sync',
    monthlyChallengeLimit: null,
    rateLimits: Object.fromEntries(RATE_CATEGORIES.map((category) => [category, RATE_LIMIT_LIFTED])),
  })
  return expectStatus(answer, 201, 'creating a staging tenant').serverKey
}

/** The operations of the interface that a season needs, for one tenant. Each keeps to one request. */
export class Api {
  readonly client: Client
  readonly run: string
  #keys = 0

  /** `run` keeps this run's idempotency keys apart from those of an earlier run on the same tenant. */
  constructor(baseUrl: string, serverKey: string, run: string) {
    this.client = new Client(baseUrl, { 'x-api-key': serverKey })
    this.run = run
  }

  async createRuleset(body: Record<string, unknown>): Promise<string> {
    const answer = await this.client.post<{ ruleset: { id: string } }>('/v1/admin/rulesets', body)
    return expectStatus(answer, 201, `creating the ruleset ${body.name}`).ruleset.id
  }

  async createTier(body: Record<string, unknown>): Promise<string> {
    const answer = await this.client.post<{ challengeTier: { id: string } }>('/v1/admin/challenge-tiers', body)
    return expectStatus(answer, 201, `creating the tier ${body.name}`).challengeTier.id
  }

  async now(): Promise<number> {
    const answer = await this.client.get<{ now: string }>('/v1/sandbox/clock')
    return Date.parse(expectStatus(answer, 200, 'reading the test clock').now)
  }

  async advance(to: number): Promise<void> {
    const body = { to: new Date(to).toISOString() }
    expectStatus(await this.client.post('/v1/sandbox/clock/advance', body), 200, `advancing the clock to ${body.to}`)
  }

  /** Without `at` the challenge is to start now. */
  purchase(userId: string, challengeTierId: string, at?: number): Promise<Answer<{ challenge: Challenge }>> {
    const start = at === undefined ? {} : { timestamp: new Date(at).toISOString() }
    return this.client.post('/v1/challenges/purchase', { userId, challengeTierId, ...start }, this.key())
  }

  continueFunded(userId: string): Promise<Answer<{ fundedAccountId: string }>> {
    return this.client.post(`/v1/users/${userId}/challenge/continue`, undefined, this.key())
  }

  refundStake(userId: string): Promise<Answer<{ ownStake: number; bonusAmount: number }>> {
    return this.client.post(`/v1/users/${userId}/challenge/refund-stake`, { confirm: true }, this.key())
  }

  cancel(userId: string): Promise<Answer<{ cancelled: boolean }>> {
    return this.client.post(`/v1/users/${userId}/challenge/cancel`, { confirm: true }, this.key())
  }

  /** The same `key` is the same request, however often it is sent. */
  withdraw(userId: string, grossAmount: number, key = this.key()): Promise<Answer<{ payout: Payout } & Refused>> {
    return this.client.post(`/v1/users/${userId}/withdraw`, { grossAmount }, key)
  }

  refundFundedStake(userId: string): Promise<Answer<{ ownStake: number; profitForfeited: number }>> {
    return this.client.post(`/v1/users/${userId}/funded/refund-stake`, { confirm: true }, this.key())
  }

  async payoutState(userId: string): Promise<PayoutState> {
    const answer = await this.client.get<PayoutState>(`/v1/users/${userId}/withdrawable`)
    return expectStatus(answer, 200, `payout state of ${userId}`)
  }

  confirmPayout(id: string): Promise<Answer<{ payout: Payout }>> {
    return this.client.post(`/v1/admin/payouts/${id}/confirm`, undefined, this.key())
  }

  rejectPayout(id: string): Promise<Answer<{ payout: Payout }>> {
    return this.client.post(`/v1/admin/payouts/${id}/reject`, { reason: 'Documents are missing' }, this.key())
  }

  /** The payouts of this run's players, page by page; all of them, or those that wait. */
  async payouts(status?: 'pending'): Promise<Payout[]> {
    const found: Payout[] = []
    const filter = status === undefined ? '' : `&status=${status}`
    let cursor: string | null = null
    do {
      const page: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer: Answer<{ payouts: Payout[]; nextCursor: string | null }> = await this.client.get(
        `/v1/admin/payouts?limit=500${filter}${page}`,
      )
      const body = expectStatus(answer, 200, 'the list of payouts')
      found.push(...body.payouts.filter(({ userId }) => userId.startsWith(`${this.run}-`)))
      cursor = body.nextCursor
    } while (cursor !== null)
    return found
  }

  async setPayoutReview(payoutReview: 'operator' | 'automatic'): Promise<void> {
    expectStatus(await this.client.patch('/v1/admin/settings', { payoutReview }), 200, 'changing the review of payouts')
  }

  exclude(userId: string, excluded: boolean): Promise<Answer<unknown>> {
    return this.client.put(`/v1/admin/users/${userId}/self-exclusion`, { excluded, until: null })
  }

  validate(bet: Record<string, unknown>): Promise<Answer<{ validationResult: ValidationResult }>> {
    return this.client.post('/v1/bets/validate', bet)
  }

  sendBet(bet: Record<string, unknown>): Promise<Answer<BetAnswer>> {
    return this.client.post('/v1/bets', bet)
  }

  async sendBatch(bets: readonly Record<string, unknown>[]): Promise<readonly BatchResult[]> {
    const answer = await this.client.post<{ results: BatchResult[] }>('/v1/bets/batch', { bets })
    return expectStatus(answer, 200, `a batch of ${bets.length} settlements`).results
  }

  async progress(userId: string): Promise<Progress> {
    return expectStatus(await this.client.get<Progress>(`/v1/users/${userId}/progress`), 200, `progress of ${userId}`)
  }

  /** The whole history of a user, page by page. A user whom the service never met has an empty one. */
  async history(userId: string): Promise<Omit<History, 'nextCursor'>> {
    const challenges: ChallengeRecord[] = []
    const fundedAccounts: FundedRecord[] = []
    let cursor: string | null = null
    do {
      const page: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer: Answer<History> = await this.client.get(`/v1/users/${userId}/history?limit=500${page}`)
      const body = expectStatus(answer, 200, `history of ${userId}`)
      challenges.push(...body.challenges)
      fundedAccounts.push(...body.fundedAccounts)
      cursor = body.nextCursor
    } while (cursor !== null)
    return { challenges, fundedAccounts }
  }

  async verifyLedger(): Promise<LedgerVerdict> {
    return expectStatus(
      await this.client.post<LedgerVerdict>('/v1/admin/ledger/verify', {}),
      200,
      'verifying the ledger',
    )
  }

  key(): Record<string, string> {
    this.#keys += 1
    return { 'x-idempotency-key': `${this.run}-${this.#keys}` }
  }
}

/** The body of an answer that must have this status. Throws with what the service said instead. */
function expectStatus<T>(answer: Answer<T>, status: number, doing: string): T {
  if (answer.status === status) return answer.body
  throw new Error(`${doing}: expected ${status}, got ${answer.status} ${JSON.stringify(answer.body)}`)
}
