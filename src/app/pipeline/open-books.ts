import { isBetCommand } from '../../core/commands.ts'
import type { ExternalBetId, PlayerId, TenantId } from '../../core/ids.ts'
import * as load from '../../store/batch/load.ts'
import { lockQueued } from '../../store/batch/queued.ts'
import type { Queryable } from '../../store/statement.ts'
import type { Who } from '../app.ts'
import { monthOf } from '../month.ts'
import { newId } from '../uuid.ts'
import { allOf } from './all-of.ts'
import { Books } from './books.ts'
import type { Job } from './job.ts'
import type { KnownPlayer } from './kept-players.ts'
import type { BatchContext } from './run-batch.ts'

/** Begins the transaction, locks the players and bets that the jobs name, and opens the books on them. */
export async function openBooks(context: BatchContext, jobs: readonly Job[]): Promise<Books> {
  const { db, clock, terms } = context
  const books = new Books()
  const { players, known, bets, tenantIds } = wantedBy(context, jobs)
  const [, tenants, found, betRows, queued] = await allOf([
    db.query({ text: 'begin' }),
    load.loadTenants(db, [...tenantIds]),
    load.lockPlayers(db, [...players.values()]),
    bets.size === 0 ? [] : load.lockBets(db, [...bets.values()]),
    lockQueuedOf(db, jobs),
  ])
  for (const { event_id, is_early } of queued) books.queued.set(event_id, { isEarly: is_early })
  books.openTenants(tenants, clock.now())
  for (const { tenant_id, user_id } of found) players.delete(`${tenant_id} ${user_id}`)
  const rows = players.size === 0 ? found : [...found, ...(await addPlayers(db, [...players.values()]))]
  await terms.fetch(
    db,
    rows.flatMap(({ tenant_id, state }) =>
      state?.program ? [{ tenantId: tenant_id, hash: state.program.terms }] : [],
    ),
  )
  books.openPlayers(rows, known, terms.of)
  books.openBets(betRows)
  await countMonths(db, books, jobs)
  return books
}

/** Each player, bet and tenant once; players and bets by their keys, tenant first. */
function wantedBy({ kept }: BatchContext, jobs: readonly Job[]) {
  const players = new Map<string, load.PlayerWanted>()
  const known = new Map<string, KnownPlayer>()
  const bets = new Map<string, { readonly tenantId: TenantId; readonly externalBetId: ExternalBetId }>()
  const tenantIds = new Set<TenantId>()
  for (const { key, who, command } of jobs) {
    const { tenantId, userId } = who
    tenantIds.add(tenantId)
    if (!players.has(key)) {
      const player = kept.get(key)
      if (player !== undefined) known.set(key, player)
      players.set(key, { tenantId, userId, known: player })
    }
    if (isBetCommand(command)) {
      const { externalBetId } = command.report
      bets.set(`${tenantId} ${externalBetId}`, { tenantId, externalBetId })
    }
  }
  return { players, known, bets, tenantIds }
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
  return load.lockPlayers(
    db,
    whos.map((who) => ({ ...who, known: undefined })),
  )
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
