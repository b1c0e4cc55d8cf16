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
  const { db, clock } = context
  const books = new Books()
  const { taken, ...locked } = wantedBy(context.kept, jobs, trusts)
  const isLocking = locked.players.length > 0 || locked.bets.length > 0 || locked.tenantIds.length > 0
  const [tenants, found, betRows, queued] = isLocking ? await lock(db, books, locked, jobs) : [[], [], [], []]
  for (const { event_id, is_early } of queued) books.queued.set(event_id, { isEarly: is_early })
  books.realNow = clock.now()
  books.openTenants(tenants, false)
  books.take(taken)
  await openPlayers(context, books, locked.players, found)
  let missing = missingIn(locked.players, found)
  // More than once only where a user whose row was just made begins anew before it is locked.
  while (missing.length > 0) {
    const added = await addPlayers(db, missing)
    await openPlayers(context, books, missing, added)
    missing = missingIn(missing, added)
  }
  books.openBets(locked.bets, betRows)
  await countMonths(db, books, jobs)
  return books
}

/** Begins the transaction and locks, all in one round trip. */
async function lock(db: Queryable, books: Books, { players, bets, tenantIds }: Locked, jobs: readonly Job[]) {
  const [, ...rows] = await allOf([
    db.query({ text: 'begin' }),
    tenantIds.length === 0 ? [] : load.loadTenants(db, tenantIds),
    players.length === 0 ? [] : load.lockPlayers(db, players),
    bets.length === 0 ? [] : load.lockBets(db, bets),
    lockQueuedOf(db, jobs),
  ])
  books.isBegun = true
  return rows
}

function missingIn(wanted: readonly WantedPlayer[], rows: readonly load.PlayerRow[]): readonly WantedPlayer[] {
  if (rows.length === wanted.length) return []
  const places = new Set(rows.map(({ place }) => place))
  return wanted.filter((_, place) => !places.has(place))
}

async function openPlayers(
  { db, terms }: BatchContext,
  books: Books,
  wanted: readonly WantedPlayer[],
  rows: readonly load.PlayerRow[],
): Promise<void> {
  const named = rows.flatMap(({ place, state }) => {
    const tenantId = wanted[place]?.tenantId
    return tenantId !== undefined && state?.program ? [{ tenantId, hash: state.program.terms }] : []
  })
  if (named.length > 0) await terms.fetch(db, named)
  books.openPlayers(wanted, rows, terms.of)
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
async function addPlayers(db: Queryable, missing: readonly WantedPlayer[]): Promise<readonly load.PlayerRow[]> {
  await load.addPlayers(
    db,
    missing.map(({ tenantId }) => tenantId),
    missing.map(() => newId<PlayerId>()),
    missing.map(({ userId }) => userId),
  )
  return load.lockPlayers(db, missing)
}

/** Only a tenant with a monthly limit has its purchases locked and counted. */
async function countMonths(db: Queryable, books: Books, jobs: readonly Job[]): Promise<void> {
  const buyers = jobs.filter(({ command }) => command.type === 'PurchaseChallenge').map(({ who }) => who.tenantId)
  const limited = [...new Set(buyers)].filter(
    (tenantId) => books.tenant(tenantId).standing.monthly_challenge_limit !== null,
  )
  if (limited.length === 0) return
  const months = limited.map((tenantId) => monthOf(books.tenant(tenantId).now))
  for (const { tenant_id, purchases } of await load.lockMonths(db, limited, months)) {
    books.tenant(tenant_id).purchasesThisMonth = purchases
  }
}
