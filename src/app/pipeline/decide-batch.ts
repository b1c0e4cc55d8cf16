import type { Command } from '../../core/commands.ts'
import { decide } from '../../core/decide.ts'
import { type DomainEvent, isBetEvent } from '../../core/events.ts'
import { evolve } from '../../core/evolve.ts'
import type { Player } from '../../core/player.ts'
import type { Program } from '../../core/program.ts'
import type { NewAuditEvent } from '../../store/audit.ts'
import type { NewEvent } from '../../store/event-rows.ts'
import { auditOf } from '../audit/money-decisions.ts'
import type { Outcome } from '../running.ts'
import type { Books, OpenPlayer } from './books.ts'
import { type Job, NoLongerQueued, NotItsTurn } from './job.ts'

/** A batch that has been decided; what it writes and whom it tells. */
export interface Decided {
  readonly jobs: readonly DecidedJob[]
  /** Commands that threw: a bug of ours, which concerns them alone. */
  readonly failed: readonly { readonly job: Job; readonly error: unknown }[]
}

/** A job that has been decided, and what it has to write. */
export interface DecidedJob {
  readonly job: Job
  readonly outcome: Outcome
  readonly events: readonly NewEvent[]
  readonly audit: readonly NewAuditEvent[]
  /** The programs that began or changed their status, as the events left them. */
  readonly programs: readonly { readonly holder: OpenPlayer; readonly program: Program }[]
}

/** Decides the jobs in their order: each sees what those before it did. One that throws fails alone. */
export function decideBatch(books: Books, jobs: readonly Job[]): Decided {
  const decided: DecidedJob[] = []
  const failed: Decided['failed'][number][] = []
  for (const job of jobs) {
    try {
      decided.push(decideJob(books, job))
    } catch (error) {
      failed.push({ job, error })
    }
  }
  return { jobs: decided, failed }
}

function decideJob(books: Books, job: Job): DecidedJob {
  const { who, command } = job
  if (job.isQueued) expectTurn(books, command)
  const holder = books.player(job.key)
  const tenant = books.tenant(who.tenantId)
  const before = seenBy(books, holder, job)
  const decision = decide(before, command, tenant.now)
  // Whatever can throw comes before the first change of the books: of a job that fails nothing may stay in them.
  const programs = milestones(holder, before, decision.events)
  const events = decision.events.map((event, i) => ({
    tenantId: who.tenantId,
    playerId: holder.playerId,
    seq: holder.seq + i + 1,
    recordedAt: tenant.now,
    event,
  }))
  const { selfExclusion: exclusionBefore } = before
  const audit = events.length === 0 ? [] : auditOf({ command, by: job.by, events, exclusionBefore, at: books.realNow })
  if (events.length > 0) {
    holder.seq += events.length
    holder.player = decision.player
    holder.changed = true
    if (job.betKey !== null && decision.player.bet) books.keepBet(job.betKey, who.tenantId, decision.player.bet)
    if (decision.answer.kind === 'purchased') books.countPurchases(who.tenantId, tenant.standing.purchasesThisMonth + 1)
  }
  const outcome = { answer: decision.answer, player: decision.player, events: decision.events, now: tenant.now }
  return { job, outcome, events, programs, audit }
}

function expectTurn({ queued }: Books, { id }: Command): void {
  const standing = queued.get(id)
  if (standing === undefined) throw new NoLongerQueued('the bet was taken out of the inbox before')
  if (standing.isEarly) throw new NotItsTurn('an earlier bet of the player stands in the inbox')
}

/** The player with the bet that the command names and the tenant's purchases so far. */
function seenBy(books: Books, { player, tenantId }: OpenPlayer, { betKey }: Job): Player {
  const bet = betKey === null ? null : books.bet(betKey)
  return { ...player, bet, tenant: books.tenant(tenantId).standing }
}

/** Two programs can change in one decision (a challenge is completed, its funded account opens), so it is re-folded. */
function milestones(holder: OpenPlayer, before: Player, events: readonly DomainEvent[]): DecidedJob['programs'] {
  if (events.every((event) => isBetEvent(event) || !('programId' in event))) return []
  const programs = new Map<string, Program>()
  let player = before
  for (const event of events) {
    player = evolve(player, event)
    if (player.program && !isBetEvent(event)) programs.set(player.program.id, player.program)
  }
  return [...programs.values()].map((program) => ({ holder, program }))
}
