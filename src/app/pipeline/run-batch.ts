import type { EventId, TenantId } from '../../core/ids.ts'
import { eventKinds, type LifeKind } from '../../core/life-kind.ts'
import { outgoingTypeOf } from '../../core/outgoing.ts'
import * as load from '../../store/batch/load.ts'
import type { Queryable } from '../../store/statement.ts'
import type { TermsShelf } from '../../store/terms.ts'
import { StoreUnavailable } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { NoteChange } from '../live/change.ts'
import { allOf } from './all-of.ts'
import { type Decided, type DecidedJob, decideBatch } from './decide-batch.ts'
import type { Job } from './job.ts'
import type { KeptPlayers } from './kept-players.ts'
import { openBooks } from './open-books.ts'
import { type Write, writesOf } from './write-batch.ts'

export interface BatchContext {
  readonly db: Queryable
  readonly clock: Clock
  readonly terms: TermsShelf
  readonly kept: KeptPlayers
  /** Is told what has been committed. */
  readonly noteChange: NoteChange
}

/** The COMMIT was sent and its answer never came: the batch may be stored or not. */
export class FateUnknown extends StoreUnavailable {
  readonly decided: Decided
  constructor(decided: Decided, cause: unknown) {
    super('the answer to a COMMIT was lost', { cause })
    this.decided = decided
  }
}

/**
 * Runs jobs as one transaction and tells each its outcome once it is committed. Two round trips: BEGIN with the locks,
 * then the write with COMMIT. Of several writes the COMMIT waits for all in a third one, although the wire would take it
 * with them: behind a write that was never sent it would commit half a batch. Throws with nothing committed, or
 * `FateUnknown`.
 *
 * `lost` is what an earlier try had decided when the answer to its COMMIT was lost. The locks wait for that transaction
 * to end one way or the other; then a look at what it wrote tells which way, for all of a batch is stored or none of it.
 * `jobs` may be a part of those that were lost.
 */
export async function runBatch(context: BatchContext, jobs: readonly Job[], lost?: Decided): Promise<void> {
  const books = await openBooks(context, jobs)
  if (lost && (await isCommitted(context.db, lost))) {
    await context.db.query({ text: 'rollback' })
    return tellOutcomes(context, partOf(lost, jobs))
  }
  const decided = decideBatch(books, jobs)
  await store(context.db, writesOf(books, decided.jobs), decided)
  for (const [key, player] of books.players) context.kept.put(key, player)
  tellOutcomes(context, decided)
}

function tellOutcomes({ terms, noteChange }: BatchContext, { jobs, failed }: Decided): void {
  for (const { job, outcome, events, audit } of jobs) {
    for (const { tenantId, event } of events) if ('terms' in event) terms.put(tenantId, event.terms)
    if (events.length > 0) noteChange(job.who, kindsOf(events, audit))
    job.resolve(outcome)
  }
  for (const { job, error } of failed) job.reject(error)
}

function kindsOf(events: DecidedJob['events'], audit: DecidedJob['audit']): ReadonlySet<LifeKind> {
  const kinds = new Set<LifeKind>()
  for (const { event } of events) {
    kinds.add(eventKinds[event.type])
    if (outgoingTypeOf(event) !== undefined) kinds.add('webhook')
  }
  return audit.length > 0 ? kinds.add('act') : kinds
}

const partOf = ({ jobs, failed }: Decided, wanted: readonly Job[]): Decided => ({
  jobs: jobs.filter(({ job }) => wanted.includes(job)),
  failed: failed.filter(({ job }) => wanted.includes(job)),
})

/** A batch that stored neither an event nor an answer left no trace, and is as good as undone. */
async function isCommitted(db: Queryable, lost: Decided): Promise<boolean> {
  const tenantIds: TenantId[] = []
  const eventIds: EventId[] = []
  for (const { tenantId, event } of lost.jobs.flatMap(({ events }) => events)) {
    tenantIds.push(tenantId)
    eventIds.push(event.id)
  }
  if ((await load.eventsPresent(db, tenantIds, eventIds)).length > 0) return true
  const claims = lost.jobs.flatMap(({ job }) => job.receipt?.claim ?? [])
  return (await load.answersPresent(db, claims)).length > 0
}

/** Sends the writes and commits them. A single write is there as a whole or not at all, so the COMMIT goes with it. */
async function store(db: Queryable, writes: readonly Write[], decided: Decided): Promise<void> {
  if (writes.length > 1) await allOf(writes.map((write) => write(db)))
  const [written, committed] = await Promise.allSettled([
    writes.length === 1 ? writes[0]?.(db) : undefined,
    db.query({ text: 'commit' }),
  ])
  if (committed.status === 'rejected') throw new FateUnknown(decided, committed.reason)
  if (written.status === 'rejected') throw written.reason
  // A COMMIT in a failed transaction resolves all the same, and says what it did.
  const { command } = committed.value
  if (command !== 'COMMIT') throw new Error(`the batch was not committed: ${command}`)
}
