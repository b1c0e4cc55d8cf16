import { type Cents, type Odds, returnOf } from './amount.ts'
import { dueOf, endAccount, lookAtThreshold, nextPayoutAt, type Review, UNCERTAIN_MS } from './payout-books.ts'
import type { Tier } from './plan.ts'
import { type Account, end, isAccount, isDrawnDown, isOpen, type Program } from './program.ts'
import { utcDay } from './season/calendar.ts'
import { MS_PER_DAY } from './season/match.ts'

/** A bet that the service accepted. */
interface Placement {
  readonly stake: Cents
  readonly odds: Odds
  readonly program: Program
  standing: 'open' | 'won' | 'lost' | 'voided'
  /** What came back at the settlement. */
  returned: Cents
}

/** A settlement or void as it is sent. Stake and odds are optional and checked by the service when they are sent. */
export interface Settlement {
  readonly betId: string
  readonly status: 'settled-won' | 'settled-lost' | 'voided'
  readonly amount?: Cents
  readonly isCashOut?: boolean
}

/** What the books say the service has to answer to a settlement. */
export type Verdict =
  | 'applied'
  | 'duplicate'
  | 'no_effect'
  | 'no_accepted_placement'
  | 'conflicting_settlement'
  | 'program_closed'
  | 'settlement_mismatch'
  | 'cashout_not_allowed_during_challenge'

const STANDING = { 'settled-won': 'won', 'settled-lost': 'lost', voided: 'voided' } as const

/**
 * One player's books, kept from what was sent and answered over HTTP alone: which placements were accepted, what their
 * matches returned. From these it works out every balance, pass, failure and expiry by itself, in integer cents and
 * without a line of the service's code, so that the two can be held against each other.
 */
export class Tally {
  readonly programs: Program[] = []
  readonly #placements = new Map<string, Placement>()
  readonly #review: Review

  constructor(review: Review = { isAutomatic: false }) {
    this.#review = review
  }

  /** The running program, or a passed challenge that waits for a choice. */
  get current(): Program | undefined {
    const latest = this.programs.at(-1)
    return latest && isOpen(latest) ? latest : undefined
  }

  get latest(): Program | undefined {
    return this.programs.at(-1)
  }

  /** The running funded account. */
  get account(): Account | undefined {
    const { current } = this
    return isAccount(current) ? current : undefined
  }

  bought(id: string, tier: Tier, at: number): Program {
    return this.#begin({
      id,
      kind: 'challenge',
      tier,
      limits: tier.challenge,
      startingBalance: tier.ownStake + tier.bonus,
      target: tier.target,
      expiresAt: at + tier.durationDays * MS_PER_DAY,
      payouts: undefined,
      at,
    })
  }

  /** A passed challenge becomes a funded account. */
  continued(id: string, at: number): Program {
    const challenge = this.chosen('completed', at)
    const { tier } = challenge
    const terms = { limits: tier.funded, startingBalance: tier.fundedBalance, target: undefined, expiresAt: undefined }
    const payouts = {
      ...{ rules: tier.payouts, openedAt: at, claims: [], ownStake: tier.ownStake },
      ...{ lastActivityAt: at, lastPayoutAt: undefined, isArmed: true, isMissTold: false },
    }
    return this.#begin({ id, kind: 'funded', tier, ...terms, payouts, at })
  }

  /** A passed challenge is refunded, or a running or passed one cancelled. */
  chosen(status: 'completed' | 'refunded' | 'cancelled', at: number): Program {
    const program = this.current
    if (!program) throw new Error(`${status} without a program`)
    end(program, status, at)
    return program
  }

  accepted(betId: string, stake: Cents, odds: Odds, at: number): void {
    const program = this.current
    if (!program) throw new Error(`${betId} was accepted without a program`)
    this.#placements.set(betId, { stake, odds, program, standing: 'open', returned: 0 })
    program.reserved += stake
    program.openBets += 1
    program.accepted += 1
    program.activeDays.add(utcDay(at))
    passIfReached(program, at)
    if (!isAccount(program)) return
    program.payouts.lastActivityAt = at
    lookAtThreshold(program, at, this.#review)
  }

  rejected(): void {
    if (this.current?.status === 'active') this.current.rejected += 1
  }

  /** What is due by now: a challenge whose days are over fails, as of the moment they were; an account is revoked. */
  timePasses(now: number): void {
    const program = this.current
    if (isAccount(program)) revokeIfDue(program, now)
    else if (program) expireIfDue(program, now)
  }

  /** Whether a deadline is so near that nobody knows on which side of it the service is. */
  isOnTheBrink(now: number): boolean {
    const due = this.account && dueOf(this.account)
    return due !== undefined && Math.abs(now - due.at) < UNCERTAIN_MS
  }

  /** The same of the end of the gap between two payouts. */
  isGapUncertain(now: number): boolean {
    const next = this.account && nextPayoutAt(this.account)
    return next !== undefined && Math.abs(now - next) < UNCERTAIN_MS
  }

  /** Judges a settlement or void, books it when it takes effect, and answers what the service has to say to it. */
  settle(settlement: Settlement, at: number): Verdict {
    const bet = this.#placements.get(settlement.betId)
    if (!bet) return settlement.status === 'voided' ? 'no_effect' : 'no_accepted_placement'
    const verdict = judge(bet, settlement)
    if (verdict === 'applied') book(bet, settlement, at)
    if (verdict === 'applied' && isAccount(bet.program)) lookAtThreshold(bet.program, at, this.#review)
    // A void counts once it has come, also after the end, when it moves nothing: what contradicts it is a conflict.
    if (verdict === 'applied' || settlement.status === 'voided') bet.standing = STANDING[settlement.status]
    return verdict
  }

  #begin(
    terms: Pick<Program, 'id' | 'kind' | 'tier' | 'limits' | 'startingBalance' | 'target' | 'expiresAt' | 'payouts'> & {
      at: number
    },
  ): Program {
    const { at, ...fixed } = terms
    const program: Program = {
      ...fixed,
      activeDays: new Set(),
      curve: [{ at, balance: fixed.startingBalance }],
      status: 'active',
      failureReason: undefined,
      endReason: undefined,
      balance: fixed.startingBalance,
      reserved: 0,
      openBets: 0,
      accepted: 0,
      rejected: 0,
      endedAt: undefined,
    }
    this.programs.push(program)
    return program
  }
}

function expireIfDue(program: Program, now: number): void {
  if (program.status !== 'active' || program.expiresAt === undefined || program.expiresAt > now) return
  const wasActiveEnough = program.activeDays.size >= program.tier.minActiveDays
  end(program, 'failed', program.expiresAt)
  program.failureReason = wasActiveEnough ? 'expired' : 'insufficient_active_days'
}

function revokeIfDue(account: Account, now: number): void {
  const due = dueOf(account)
  if (due && due.at + UNCERTAIN_MS <= now) endAccount(account, due.reason, due.at)
}

function judge(bet: Placement, settlement: Settlement): Verdict {
  const wanted = STANDING[settlement.status]
  const isVoid = wanted === 'voided'
  if (bet.standing === wanted) return 'duplicate'
  if (bet.standing === 'voided' || (bet.standing !== 'open' && !isVoid)) return 'conflicting_settlement'
  if (bet.program.status !== 'active') return bet.standing === 'open' && isVoid ? 'no_effect' : 'program_closed'
  if ((settlement.amount ?? 0) > returnOf(bet.stake, bet.odds)) return 'settlement_mismatch'
  if (settlement.isCashOut && bet.program.kind === 'challenge') return 'cashout_not_allowed_during_challenge'
  return 'applied'
}

/** Moves the money. A stake counts as part of the balance until its bet is settled. */
function book(bet: Placement, settlement: Settlement, at: number): void {
  const { program } = bet
  const comesBack = settlement.status === 'settled-won' ? (settlement.amount ?? 0) : 0
  if (bet.standing === 'open') {
    program.reserved -= bet.stake
    program.openBets -= 1
    if (settlement.status !== 'voided') program.balance += comesBack - bet.stake
  } else {
    program.balance += bet.stake - bet.returned
  }
  bet.returned = comesBack
  program.curve.push({ at, balance: program.balance })
  const isLoss = settlement.status !== 'voided' && comesBack < bet.stake
  if (isLoss && isDrawnDown(program)) endByDrawdown(program, at)
  passIfReached(program, at)
}

function endByDrawdown(program: Program, at: number): void {
  if (isAccount(program)) endAccount(program, 'max_drawdown_exceeded', at)
  else {
    end(program, 'failed', at)
    program.failureReason = 'max_drawdown_exceeded'
  }
}

function passIfReached(program: Program, at: number): void {
  const { target, tier } = program
  if (program.status !== 'active' || target === undefined || program.balance < target) return
  if (program.accepted < tier.minBets || program.activeDays.size < tier.minActiveDays) return
  program.status = 'passed_pending_choice'
  program.curve.push({ at, balance: program.balance })
}
