import type { Bet, Outcome } from './bet/bet.ts'
import { type BetOutcome, outcomeReport } from './bet/outcome-report.ts'
import { passIfReached } from './challenge/pass.ts'
import { type Command, isBetCommand } from './commands.ts'
import { decide, UNSTORED } from './decide.ts'
import { applyDue } from './due.ts'
import { type BetAccepted, type BetEvent, type DomainEvent, isBetEvent, isPlacement } from './events.ts'
import { evolve } from './evolve.ts'
import type { PayoutEvent } from './funded/funded-event.ts'
import { requestMandatoryPayout } from './funded/mandatory-payout.ts'
import type { Payout } from './funded/payout.ts'
import type { ExternalBetId, PlayerId, ProgramId } from './ids.ts'
import type { Instant } from './instant.ts'
import { largestReturn } from './money.ts'
import { newPlayer, noStanding, type Player } from './player.ts'
import { isRunning, type Program } from './program.ts'
import { Telling } from './telling.ts'

/** What a bet shall have come to, in the place of whatever it came to. */
export interface Supposition extends BetOutcome<Outcome> {
  readonly externalBetId: ExternalBetId
}

/**
 * A program as it would stand at `now` if a bet had come to something else: its history is told again from the events
 * of its player. What the world did stays (placements that were taken or refused, settlements, choices, decisions on
 * payouts); what the rules made of it is decided anew, until the program is over. Null: the player has no such program.
 * Without a supposition it is the program as it is. Rules 4.18
 */
export function whatIf(
  life: readonly DomainEvent[],
  programId: ProgramId,
  supposed: Supposition | null,
  now: Instant,
): Program | null {
  const begin = life.findIndex((event) => opens(event, programId))
  // Who reviewed a payout, and how, is a fact of the history and not decided anew: no tenant stands behind it.
  const player = life.slice(0, begin + 1).reduce(evolve, newPlayer('' as PlayerId, noStanding))
  if (player.program === null) return null
  const story = new Story(player, player.program)
  const history = life.slice(begin + 1).filter((event) => !isBetEvent(event) || isSeenBy(event, programId))
  for (const event of supposed === null ? history : supposing(history, supposed)) {
    if (story.isOver) break
    story.retell(event)
  }
  story.decide({ type: 'Wake', id: UNSTORED }, now)
  return story.program
}

const opens = (event: DomainEvent, programId: ProgramId): boolean =>
  (event.type === 'ChallengePurchased' || event.type === 'FundedAccountActivated') && event.programId === programId

/** A bet event of no program moves nothing, and yet the program is looked at after it. Rules 5.5 */
const isSeenBy = (event: BetEvent, programId: ProgramId): boolean =>
  event.programId === programId || event.programId === null

/** A correction comes behind one of these. */
const tookEffect = ({ type }: BetEvent): boolean => type === 'BetSettled' || type === 'BetVoided'

/**
 * The supposed outcome stands where the bet was first settled or voided, or was tried to; all after it is left out. What
 * came before the bet was taken had no bet to settle.
 */
function supposing(history: readonly DomainEvent[], supposed: Supposition): readonly DomainEvent[] {
  const isOfBet = (event: DomainEvent): event is BetEvent =>
    isBetEvent(event) && event.report.externalBetId === supposed.externalBetId
  const from = history.findIndex((event) => event.type === 'BetAccepted' && isOfBet(event))
  const placement = history[from]
  if (placement?.type !== 'BetAccepted') return history
  const tries = history.slice(from + 1).filter(isOfBet)
  const first = tries.find(tookEffect) ?? tries[0]
  return history.flatMap((event, i) => {
    if (i <= from || !isOfBet(event)) return [event]
    return event === first ? [settledSo(event, placement, supposed)] : []
  })
}

/** An event that a command is read from again: its report and its time count, and nothing else of it. */
function settledSo(first: BetEvent, { report }: BetAccepted, { outcome, ...supposed }: Supposition): DomainEvent {
  const settlementAmount = supposed.settlementAmount ?? largestReturn(report.stake, report.odds)
  const told = { ...first.report, ...outcomeReport(report, { outcome, settlementAmount }) }
  return { ...first, type: 'BetFlagged', reason: 'program_closed', report: told } as DomainEvent
}

/** A history that is being told again. */
class Story {
  readonly #bets = new Map<ExternalBetId, Bet>()
  #player: Player
  program: Program

  constructor(player: Player, program: Program) {
    this.#player = player
    this.program = program
  }

  get isOver(): boolean {
    return this.program.endedAt !== null
  }

  retell(event: DomainEvent): void {
    if (event.type === 'ChallengePassed') this.#lookAgain(event)
    else if (isBetEvent(event) && (isPlacement(event) || event.programId === null)) this.#tellAgain(event)
    else for (const command of commandsOf(event, this.program)) this.decide(command, event.at)
  }

  decide(command: Command, now: Instant): void {
    const { events } = decide(this.#with(command), command, now)
    this.#keep(events)
  }

  /** A placement is what it was: whoever took or refused it did so, whatever the rules would say now. */
  #tellAgain(event: BetEvent): void {
    const telling = new Telling(this.#player, event.id, event.at)
    applyDue(telling)
    if (isRunning(telling.player.program) && event.programId !== null) telling.tell(event)
    passIfReached(telling)
    requestMandatoryPayout(telling)
    this.#keep(telling.events)
  }

  /** What a program is looked at for may have left no event of its own: a bet that was told twice. Rules 5.5 */
  #lookAgain({ id, at }: DomainEvent): void {
    const telling = new Telling(this.#player, id, at)
    applyDue(telling)
    passIfReached(telling)
    this.#keep(telling.events)
  }

  #with(command: Command): Player {
    const bet = isBetCommand(command) ? (this.#bets.get(command.report.externalBetId) ?? null) : null
    return { ...this.#player, bet }
  }

  #keep(events: readonly DomainEvent[]): void {
    for (const event of events) {
      const name = isBetEvent(event) ? event.report.externalBetId : null
      const bet = name === null ? null : (this.#bets.get(name) ?? null)
      this.#player = evolve({ ...this.#player, bet }, event)
      if (name !== null && this.#player.bet) this.#bets.set(name, this.#player.bet)
      if (this.#player.program?.id === this.program.id) this.program = this.#player.program
    }
  }
}

/** What the world asked when the event came of it; nothing where the rules alone did, or nothing is changed by it. */
function commandsOf(event: DomainEvent, program: Program): readonly Command[] {
  if (isBetEvent(event)) return betCommandOf(event)
  const { id } = event
  const pending = program.kind === 'funded' ? program.pendingPayout : null
  switch (event.type) {
    case 'ChallengeCancelled':
      return [{ type: 'CancelChallenge', id }]
    case 'ChallengeCompleted':
      return [{ type: 'ContinueChallenge', id }]
    case 'ChallengeStakeRefunded':
      return [{ type: 'RefundStake', id }]
    case 'FundedStakeRefunded':
      return [{ type: 'RefundFundedStake', id }]
    case 'PayoutRequested': {
      const { mandatory, grossAmount } = event.payout
      return mandatory ? [] : [{ type: 'RequestPayout', id, grossAmount }]
    }
    case 'PayoutResized':
      return pending ? [confirmationOf(event, pending)] : []
    case 'PayoutExecuted':
      // A second time, where the first one found another amount.
      return pending ? [confirmationOf(event, pending), confirmationOf(event, pending)] : []
    case 'PayoutRejected':
      return pending ? rejectionOf(event, pending) : []
    default:
      return []
  }
}

const confirmationOf = ({ id, payout }: PayoutEvent, pending: Payout): Command => ({
  type: 'ConfirmPayout',
  id,
  payoutId: pending.id,
  actor: payout.decidedBy ?? 'system',
})

/** The service rejects at a confirmation that finds no profit; else only where a program ends. */
function rejectionOf(event: PayoutEvent, pending: Payout): readonly Command[] {
  const { decidedBy, reason } = event.payout
  if (decidedBy !== 'system') {
    return [{ type: 'RejectPayout', id: event.id, payoutId: pending.id, actor: decidedBy ?? 'system', reason }]
  }
  return reason === 'no_profit' ? [confirmationOf(event, pending)] : []
}

function betCommandOf(event: BetEvent): readonly Command[] {
  const { id, eventAt } = event
  const report = { ...event.report, eventAt }
  if (event.type === 'BetCorrected') return [{ type: 'CorrectBet', id, report: event.report, note: event.note }]
  switch (report.status) {
    case 'settled-won':
    case 'settled-lost':
      return [{ type: 'SettleBet', id, report: { ...report, status: report.status }, isTimely: true }]
    case 'voided':
      return [{ type: 'VoidBet', id, report: { ...report, status: report.status }, isTimely: true }]
    default:
      return []
  }
}
