import { isBetCommand } from '../../core/commands.ts'
import type { EventId, PlayerId, TenantId } from '../../core/ids.ts'
import * as load from '../../store/batch/load.ts'
import { lockQueued } from '../../store/batch/queued.ts'
import type { Queryable } from '../../store/statement.ts'
import type { TermsShelf } from '../../store/terms.ts'
import { StoreUnavailable, type Who } from '../app.ts'
import type { Clock } from '../clock.ts'
import { monthOf } from '../month.ts'
import { newId } from '../uuid.ts'
import { Books } from './books.ts'
import { type Decided, decideBatch } from './decide-batch.ts'
import type { Job } from './job.ts'
import { writeBatch } from './write-batch.ts'

export interface BatchContext {
  readonly db: Queryable
  readonly clock: Clock
  readonly terms: TermsShelf
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
 * Runs jobs as one transaction and tells each its outcome once it is committed. Three round trips: BEGIN with the
 * locks, all writes, COMMIT. The COMMIT waits for the writes although the wire would take it with them: behind a write
 * that was never sent it would commit half a batch. Throws with nothing committed, or `FateUnknown`.
 *
 * `lost` is what an earlier try had decided when the answer to its COMMIT was lost. The locks wait for that transaction
 * to end one way or the other; then a look at what it wrote tells which way, for all of a batch is stored or none of it.
 * `jobs` may be a part of those that were lost.
 */
export async function runBatch(context: BatchContext, jobs: readonly Job[], lost?: Decided): Promise<void> {
  const books = await openBooks(context, jobs)
  if (lost && (await isCommitted(context.db, lost))) {
    await context.db.query({ text: 'rollback' })
    return tellOutcomes(context.terms, partOf(lost, jobs))
  }
  const decided = decideBatch(books, jobs)
  await writeBatch(context.db, books, decided.jobs)
  await commit(context.db, decided)
  tellOutcomes(context.terms, decided)
}

function tellOutcomes(terms: TermsShelf, { jobs, failed }: Decided): void {
  for (const { job, outcome, events } of jobs) {
    for (const { tenantId, event } of events) if ('terms' in event) terms.put(tenantId, event.terms)
    job.resolve(outcome)
  }
  for (const { job, error } of failed) job.reject(error)
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

async function commit(db: Queryable, decided: Decided): Promise<void> {
  const answer = await db.query({ text: 'commit' }).catch((cause: unknown) => {
    throw new FateUnknown(decided, cause)
  })
  // A COMMIT in a failed transaction resolves all the same, and says what it did.
  if (answer.command !== 'COMMIT') throw new Error(`the batch was not committed: ${answer.command}`)
}

async function openBooks({ db, clock, terms }: BatchContext, jobs: readonly Job[]): Promise<Books> {
  const books = new Books()
  const whos = distinct(
    jobs.map(({ who }) => who),
    ({ tenantId, userId }) => `${tenantId} ${userId}`,
  )
  const bets = betsOf(jobs)
  const tenantIds = [...new Set(whos.map(({ tenantId }) => tenantId))]
  const [, tenants, players, betRows, queued] = await allOf([
    db.query({ text: 'begin' }),
    load.loadTenants(db, tenantIds),
    load.lockPlayers(
      db,
      whos.map(({ tenantId }) => tenantId),
      whos.map(({ userId }) => userId),
    ),
    bets.length === 0
      ? Promise.resolve([])
      : load.lockBets(
          db,
          bets.map(({ tenantId }) => tenantId),
          bets.map(({ externalBetId }) => externalBetId),
        ),
    lockQueuedOf(db, jobs),
  ])
  for (const { event_id, is_early } of queued) books.queued.set(event_id, { isEarly: is_early })
  books.openTenants(tenants, clock.now())
  const found = new Set(players.map(({ tenant_id, user_id }) => `${tenant_id} ${user_id}`))
  const unseen = whos.filter(({ tenantId, userId }) => !found.has(`${tenantId} ${userId}`))
  const added = unseen.length === 0 ? [] : await addPlayers(db, unseen)
  const rows = [...players, ...added]
  await terms.fetch(
    db,
    rows.flatMap(({ tenant_id, state }) => (state.program ? [{ tenantId: tenant_id, hash: state.program.terms }] : [])),
  )
  books.openPlayers(rows, terms.of)
  books.openBets(betRows)
  await countMonths(db, books, jobs)
  return books
}

/** Sent behind the locks of the players, so that nobody else decides on what it finds. */
function lockQueuedOf(db: Queryable, jobs: readonly Job[]) {
  const queued = jobs.filter(({ isQueued }) => isQueued)
  if (queued.length === 0) return Promise.resolve([])
  return lockQueued(
    db,
    queued.map(({ who }) => who.tenantId),
    queued.map(({ command }) => command.id),
  )
}

/** The first row of a new player: whoever loses the race to insert it finds the winner's. */
async function addPlayers(db: Queryable, whos: readonly Who[]): Promise<readonly load.PlayerRow[]> {
  const tenantIds = whos.map(({ tenantId }) => tenantId)
  const userIds = whos.map(({ userId }) => userId)
  await load.addPlayers(
    db,
    tenantIds,
    whos.map(() => newId<PlayerId>()),
    userIds,
  )
  return load.lockPlayers(db, tenantIds, userIds)
}

/** Only a tenant with a monthly limit has its purchases locked and counted. */
async function countMonths(db: Queryable, books: Books, jobs: readonly Job[]): Promise<void> {
  const limited = distinct(
    jobs
      .filter(({ command }) => command.type === 'PurchaseChallenge')
      .map(({ who }) => who.tenantId)
      .filter((tenantId) => books.tenant(tenantId).standing.monthly_challenge_limit !== null),
    (tenantId) => tenantId,
  )
  if (limited.length === 0) return
  const months = limited.map((tenantId) => monthOf(books.tenant(tenantId).now))
  for (const { tenant_id, purchases } of await load.lockMonths(db, limited, months)) {
    books.tenant(tenant_id).purchasesThisMonth = purchases
  }
}

function betsOf(jobs: readonly Job[]) {
  const named = jobs.flatMap(({ who, command }) =>
    isBetCommand(command) ? [{ tenantId: who.tenantId, externalBetId: command.report.externalBetId }] : [],
  )
  return distinct(named, ({ tenantId, externalBetId }) => `${tenantId} ${externalBetId}`)
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/** Waits until all are settled, so that nothing is in flight when the batch gives up, then gives the results. */
async function allOf<T extends readonly Promise<unknown>[]>(promises: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(promises)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as { [K in keyof T]: Awaited<T[K]> }
}
