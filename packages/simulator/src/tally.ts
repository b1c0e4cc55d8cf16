import { type Cents, type Odds, returnOf } from './amount.ts'
import type { Limits, Tier } from './plan.ts'
import { utcDay } from './season/calendar.ts'
import { MS_PER_DAY } from './season/match.ts'

type FailureReason = 'max_drawdown_exceeded' | 'insufficient_active_days' | 'expired'
type ProgramStatus = 'active' | 'passed_pending_choice' | 'completed' | 'refunded' | 'failed' | 'cancelled' | 'closed'

/** A challenge or funded account as the player's own books show it. */
export interface Program {
  readonly id: string
  readonly kind: 'challenge' | 'funded'
  readonly tier: Tier
  readonly limits: Limits
  readonly startingBalance: Cents
  /** Undefined for a funded account: nothing is to be reached and nothing runs out. */
  readonly target: Cents | undefined
  readonly expiresAt: number | undefined
  readonly activeDays: Set<number>
  /** The balance after each change, for the picture. */
  readonly curve: { at: number; balance: Cents }[]
  status: ProgramStatus
  failureReason: FailureReason | undefined
  /** Open stakes included. */
  balance: Cents
  reserved: Cents
  accepted: number
  rejected: number
  /** When it left `active` or, after a pass, was chosen for. Undefined while it runs. */
  endedAt: number | undefined
}

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
  private readonly placements = new Map<string, Placement>()

  /** The running program, or a passed challenge that waits for a choice. */
  get current(): Program | undefined {
    const latest = this.programs.at(-1)
    return latest && isOpen(latest) ? latest : undefined
  }

  get latest(): Program | undefined {
    return this.programs.at(-1)
  }

  bought(id: string, tier: Tier, at: number): Program {
    return this.begin({
      id,
      kind: 'challenge',
      tier,
      limits: tier.challenge,
      startingBalance: tier.ownStake + tier.bonus,
      target: tier.target,
      expiresAt: at + tier.durationDays * MS_PER_DAY,
      at,
    })
  }

  /** A passed challenge becomes a funded account. */
  continued(id: string, at: number): Program {
    const challenge = this.chosen('completed', at)
    const { tier } = challenge
    const terms = { limits: tier.funded, startingBalance: tier.fundedBalance, target: undefined, expiresAt: undefined }
    return this.begin({ id, kind: 'funded', tier, ...terms, at })
  }

  /** A passed challenge is refunded, or a running or passed one cancelled. */
  chosen(status: 'completed' | 'refunded' | 'cancelled', at: number): Program {
    const program = this.current
    if (!program) throw new Error(`${status} without a program`)
    end(program, status, at)
    return program
  }

  /** The service ended a funded account by a rule that the season does not model. */
  closedByService(at: number): void {
    if (this.current?.kind === 'funded') end(this.current, 'closed', at)
  }

  accepted(betId: string, stake: Cents, odds: Odds, at: number): void {
    const program = this.current
    if (!program) throw new Error(`${betId} was accepted without a program`)
    this.placements.set(betId, { stake, odds, program, standing: 'open', returned: 0 })
    program.reserved += stake
    program.accepted += 1
    program.activeDays.add(utcDay(at))
    passIfReached(program, at)
  }

  rejected(): void {
    if (this.current?.status === 'active') this.current.rejected += 1
  }

  /** What is due by now: a challenge whose days are over fails, as of the moment they were. */
  timePasses(now: number): void {
    const program = this.current
    if (program?.status !== 'active' || program.expiresAt === undefined || program.expiresAt > now) return
    const wasActiveEnough = program.activeDays.size >= program.tier.minActiveDays
    end(program, 'failed', program.expiresAt)
    program.failureReason = wasActiveEnough ? 'expired' : 'insufficient_active_days'
  }

  /** Judges a settlement or void, books it when it takes effect, and answers what the service has to say to it. */
  settle(settlement: Settlement, at: number): Verdict {
    const bet = this.placements.get(settlement.betId)
    if (!bet) return settlement.status === 'voided' ? 'no_effect' : 'no_accepted_placement'
    const verdict = judge(bet, settlement)
    if (verdict === 'applied') book(bet, settlement, at)
    if (verdict === 'applied' || (verdict === 'program_closed' && settlement.status === 'voided')) {
      bet.standing = STANDING[settlement.status]
    }
    return verdict
  }

  private begin(
    terms: Pick<Program, 'id' | 'kind' | 'tier' | 'limits' | 'startingBalance' | 'target' | 'expiresAt'> & {
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
      balance: fixed.startingBalance,
      reserved: 0,
      accepted: 0,
      rejected: 0,
      endedAt: undefined,
    }
    this.programs.push(program)
    return program
  }
}

export const isOpen = (program: Program): boolean =>
  program.status === 'active' || program.status === 'passed_pending_choice'

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
    if (settlement.status !== 'voided') program.balance += comesBack - bet.stake
  } else {
    program.balance += bet.stake - bet.returned
  }
  bet.returned = comesBack
  program.curve.push({ at, balance: program.balance })
  const isLoss = settlement.status !== 'voided' && comesBack < bet.stake
  if (isLoss && program.kind === 'challenge' && isDrawnDown(program)) {
    end(program, 'failed', at)
    program.failureReason = 'max_drawdown_exceeded'
  }
  passIfReached(program, at)
}

/** Compared without rounding: both sides times 10,000. */
const isDrawnDown = (program: Program): boolean =>
  (program.startingBalance - program.balance) * 10_000 >= program.limits.totalDrawdown * program.startingBalance

function passIfReached(program: Program, at: number): void {
  const { target, tier } = program
  if (program.status !== 'active' || target === undefined || program.balance < target) return
  if (program.accepted < tier.minBets || program.activeDays.size < tier.minActiveDays) return
  program.status = 'passed_pending_choice'
  program.curve.push({ at, balance: program.balance })
}

function end(program: Program, status: ProgramStatus, at: number): void {
  program.status = status
  program.endedAt = at
  program.curve.push({ at, balance: program.balance })
}
