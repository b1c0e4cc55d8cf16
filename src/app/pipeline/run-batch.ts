import { eventKinds, type LifeKind } from '../../core/life-kind.ts'
import { outgoingTypeOf } from '../../core/outgoing.ts'
import * as load from '../../store/batch/load.ts'
import { waitAsEver, waitBriefly } from '../../store/batch/write.ts'
import type { Queryable } from '../../store/statement.ts'
import { isFateUnknown, StoreUnavailable } from '../../store/store-unavailable.ts'
import { allOf } from './all-of.ts'
import type { BatchContext } from './batch-context.ts'
import type { Books } from './books.ts'
import { type Decided, type DecidedJob, decideBatch } from './decide-batch.ts'
import type { Job } from './job.ts'
import { openBooks } from './open-books.ts'
import { type Write, writesOf } from './write-batch.ts'

/** The COMMIT was sent and its answer never came: the batch may be stored or not. */
export class FateUnknown extends StoreUnavailable {
  readonly decided: Decided
  constructor(decided: Decided, cause: unknown) {
    super('the answer to a COMMIT was lost', { cause })
    this.decided = decided
  }
}

/** Tells those of a batch, which is stored, what came of their commands. */
export type Tell = () => void

/** What the batch took as known has an answer, but nothing to write that would show whether it is true. */
export class Unproven extends Error {
  override readonly name = 'Unproven'
}

/**
 * Runs jobs as one transaction, and gives what tells each its outcome once it is committed. With trust, a batch whose
 * players and bets are known is one statement and one round trip, which finds out whether what is known is true.
 * Otherwise there are two: BEGIN with the locks, then the write with COMMIT. Of several writes the COMMIT waits for all
 * in a round trip of its own, although the wire would take it with them: behind a write that was never sent it would
 * commit half a batch. Throws with nothing committed, or `FateUnknown`; a trust that was in vain shows as `Unproven`,
 * as a serialisation failure or as a key that is taken.
 *
 * `lost` is what an earlier try had decided when the answer to its COMMIT was lost; then nothing is trusted. The locks wait
 * for that transaction to end one way or the other; then a look at what it wrote tells which way, for all of a batch is
 * stored or none of it. Where `jobs` are a part of those that were lost, it is looked for theirs alone: what the others
 * have left there may be of a later try.
 */
export async function runBatch(
  context: BatchContext,
  jobs: readonly Job[],
  { trusts, lost }: { readonly trusts: boolean; readonly lost?: Decided | undefined },
): Promise<Tell> {
  const books = await openBooks(context, jobs, trusts && lost === undefined)
  const before = lost && partOf(lost, jobs)
  if (before && (await isCommitted(context.db, before))) {
    await context.db.query({ text: 'rollback' })
    return () => tellOutcomes(context, before)
  }
  const decided = decideBatch(books, jobs)
  if (!books.isProvenByWrite) throw new Unproven('a command that changes nothing asks for a lock')
  await store(context.db, books, writesOf(books, decided.jobs), decided)
  context.kept.keep(books)
  return () => tellOutcomes(context, decided)
}

function tellOutcomes({ terms, noteChange }: BatchContext, { jobs, failed }: Decided): void {
  for (const { job, outcome, events, audit } of jobs) {
    for (const { tenantId, event } of events) if ('terms' in event) terms.put(tenantId, event.terms)
    if (events.length > 0) noteChange(job.who, kindsOf(events, audit))
    job.resolve(outcome)
  }
  for (const { job, error } of failed) job.reject(error)
}

const kindsOf = (events: DecidedJob['events'], audit: DecidedJob['audit']): readonly LifeKind[] => [
  ...events.map(({ event }) => eventKinds[event.type]),
  ...(events.some(({ event }) => outgoingTypeOf(event) !== undefined) ? (['webhook'] as const) : []),
  ...(audit.length > 0 ? (['act'] as const) : []),
]

const partOf = ({ jobs, failed }: Decided, wanted: readonly Job[]): Decided => ({
  jobs: jobs.filter(({ job }) => wanted.includes(job)),
  failed: failed.filter(({ job }) => wanted.includes(job)),
})

/**
 * Looks for what nobody but this batch can have stored. The event of a queued bet may be of another replica, which has taken
 * it out of the inbox meanwhile. What has left no other trace is as good as undone.
 */
async function isCommitted(db: Queryable, lost: Decided): Promise<boolean> {
  const own = lost.jobs.filter(({ job }) => !job.isQueued)
  const events = own.flatMap((each) => each.events)
  const tenantIds = events.map(({ tenantId }) => tenantId)
  const eventIds = events.map(({ event }) => event.id)
  if ((await load.eventsPresent(db, tenantIds, eventIds)).length > 0) return true
  const claims = own.flatMap(({ job }) => job.receipt?.claim ?? [])
  return (await load.answersPresent(db, claims)).length > 0
}

/** Sends the writes and commits them. A single write is there as a whole or not at all, so the COMMIT goes with it. */
async function store(db: Queryable, books: Books, writes: readonly Write[], decided: Decided): Promise<void> {
  const [only] = writes
  if (!books.isBegun) {
    if (only && writes.length === 1) return storeAlone(db, only, decided)
    await db.query({ text: 'begin' })
  }
  // Players and bets come first; what comes after them is in order for everybody, and worth waiting for.
  const sent = books.isLockingMore ? [waitBriefly, ...writes.slice(0, 1), waitAsEver, ...writes.slice(1)] : writes
  if (writes.length > 1) await allOf(sent.map((write) => write(db)))
  const [written, committed] = await Promise.allSettled([
    writes.length === 1 ? allOf(sent.map((write) => write(db))) : undefined,
    db.query({ text: 'commit' }),
  ])
  if (committed.status === 'rejected') throw new FateUnknown(decided, committed.reason)
  if (written.status === 'rejected') throw written.reason
  // A COMMIT in a failed transaction resolves all the same, and says what it did.
  const { command } = committed.value
  if (command !== 'COMMIT') throw new Error(`the batch was not committed: ${command}`)
}

/** A statement outside a transaction commits by itself, so that its answer is the answer to the COMMIT. */
async function storeAlone(db: Queryable, write: Write, decided: Decided): Promise<void> {
  try {
    await write(db)
  } catch (error) {
    throw isFateUnknown(error) ? new FateUnknown(decided, error) : error
  }
}
