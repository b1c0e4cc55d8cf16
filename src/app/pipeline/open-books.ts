import { isBetCommand } from '../../core/commands.ts'
import type { PlayerId, TenantId } from '../../core/ids.ts'
import * as load from '../../store/batch/load.ts'
import { lockQueued } from '../../store/batch/queued.ts'
import type { Queryable } from '../../store/statement.ts'
import { monthOf } from '../month.ts'
import { newId } from '../uuid.ts'
import { allOf } from './all-of.ts'
import { Books, type WantedBet, type WantedPlayer } from './books.ts'
import type { Job } from './job.ts'
import type { BatchContext } from './run-batch.ts'

/** Begins the transaction, locks the players and bets that the jobs name, and opens the books on them. */
export async function openBooks(context: BatchContext, jobs: readonly Job[]): Promise<Books> {
  const { db, clock } = context
  const books = new Books()
  const { players, bets, tenantIds } = wantedBy(context, jobs)
  const [, tenants, found, betRows, queued] = await allOf([
    db.query({ text: 'begin' }),
    load.loadTenants(db, tenantIds),
    load.lockPlayers(db, players),
    bets.length === 0 ? [] : load.lockBets(db, bets),
    lockQueuedOf(db, jobs),
  ])
  for (const { event_id, is_early } of queued) books.queued.set(event_id, { isEarly: is_early })
  books.openTenants(tenants, clock.now())
  await openPlayers(context, books, players, found)
  let missing = missingIn(players, found)
  // More than once only where a user whose row was just made begins anew before it is locked.
  while (missing.length > 0) {
    const added = await addPlayers(db, missing)
    await openPlayers(context, books, missing, added)
    missing = missingIn(missing, added)
  }
  books.openBets(bets, betRows)
  await countMonths(db, books, jobs)
  return books
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

/** Each player, bet and tenant once. */
function wantedBy({ kept }: BatchContext, jobs: readonly Job[]) {
  const players = new Map<string, WantedPlayer>()
  const bets = new Map<string, WantedBet>()
  const tenantIds = new Set<TenantId>()
  for (const { key, who, command, betKey } of jobs) {
    const { tenantId, userId } = who
    tenantIds.add(tenantId)
    if (!players.has(key)) players.set(key, { key, tenantId, userId, known: kept.get(key) })
    if (betKey !== null && isBetCommand(command)) {
      bets.set(betKey, { key: betKey, tenantId, externalBetId: command.report.externalBetId })
    }
  }
  return { players: [...players.values()], bets: [...bets.values()], tenantIds: [...tenantIds] }
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
