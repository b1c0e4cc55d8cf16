import type { PlayerId } from '../../core/ids.ts'
import * as load from '../../store/batch/load.ts'
import { lockQueued } from '../../store/batch/queued.ts'
import type { Queryable } from '../../store/statement.ts'
import { monthOf } from '../month.ts'
import { newId } from '../uuid.ts'
import { allOf } from './all-of.ts'
import type { BatchContext } from './batch-context.ts'
import { Books } from './books.ts'
import type { Job } from './job.ts'
import { type Locked, type WantedPlayer, wantedBy } from './wanted-by.ts'

/**
 * Opens the books on the players and bets that the jobs name: what the batch may trust is taken as it is known, the rest
 * is locked by a transaction that begins here. Where there is no rest, nothing is sent.
 */
export async function openBooks(context: BatchContext, jobs: readonly Job[], trusts: boolean): Promise<Books> {
  const books = new Books()
  const { taken, ...locked } = wantedBy(context.kept, jobs, trusts)
  const isLocking = locked.players.length > 0 || locked.bets.length > 0 || locked.tenantIds.length > 0
  const { tenants, made, players, bets, queued } = isLocking ? await lockAll(context.db, locked, jobs) : nothing
  books.isBegun = isLocking
  for (const { event_id, is_early } of queued) books.queued.set(event_id, { isEarly: is_early })
  books.realNow = context.clock.now()
  books.openTenants(tenants, false)
  books.take(taken)
  await fetchTerms(context, locked.players, players)
  books.openPlayers(locked.players, players, new Set(made.map((row) => row.player_id)), context.terms.of)
  books.openBets(locked.bets, bets)
  await countMonths(context.db, books, jobs)
  return books
}

const nothing = { tenants: [], made: [], players: [], bets: [], queued: [] }

/**
 * Locks what is there; where users were never seen, lets all of it go and begins again with their rows made, each at its
 * place in the order of locks. Made behind the locks of others they would be out of that order, and two batches could wait
 * in a ring.
 */
async function lockAll(db: Queryable, locked: Locked, jobs: readonly Job[]) {
  const found = await lock(db, locked, jobs)
  if (found.players.length === locked.players.length) return found
  const [, again] = await allOf([db.query({ text: 'rollback' }), lock(db, locked, jobs, newId)])
  return again
}

/**
 * Begins a transaction and locks, all in one round trip. With `newPlayerId` users who were never seen get their rows. The
 * tenants are read last: whoever waited for a lock decides by the clock and the settings that stand by then.
 */
async function lock(db: Queryable, locked: Locked, jobs: readonly Job[], newPlayerId?: () => PlayerId) {
  const [, made, players, bets, queued, tenants] = await allOf([
    db.query({ text: 'begin' }),
    newPlayerId ? load.addPlayers(db, locked.players, newPlayerId) : [],
    locked.players.length === 0 ? [] : load.lockPlayers(db, locked.players),
    locked.bets.length === 0 ? [] : load.lockBets(db, locked.bets),
    lockQueuedOf(db, jobs),
    locked.tenantIds.length === 0 ? [] : load.loadTenants(db, locked.tenantIds),
  ])
  return { tenants, made, players, bets, queued }
}

/** Has the terms at hand of all programs that were read. */
async function fetchTerms(
  { db, terms }: BatchContext,
  wanted: readonly WantedPlayer[],
  rows: readonly load.PlayerRow[],
): Promise<void> {
  const named = rows.flatMap(({ place, state }) => {
    const tenantId = wanted[place]?.tenantId
    return tenantId !== undefined && state?.program ? [{ tenantId, hash: state.program.terms }] : []
  })
  if (named.length > 0) await terms.fetch(db, named)
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

/** Only a tenant with a monthly limit has its purchases locked and counted. */
async function countMonths(db: Queryable, books: Books, jobs: readonly Job[]): Promise<void> {
  const buyers = jobs.filter(({ command }) => command.type === 'PurchaseChallenge').map(({ who }) => who.tenantId)
  const limited = [...new Set(buyers)].filter(
    (tenantId) => books.tenant(tenantId).standing.monthlyChallengeLimit !== null,
  )
  if (limited.length === 0) return
  const months = limited.map((tenantId) => monthOf(books.tenant(tenantId).now))
  for (const { tenant_id, purchases } of await load.lockMonths(db, limited, months)) {
    books.countPurchases(tenant_id, purchases)
  }
}
