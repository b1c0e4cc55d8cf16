import type { Pool } from 'pg'
import type { ExternalBetId, PlayerId, TenantId } from '../core/ids.ts'
import { accounts, balancesOf } from '../core/ledger/entries.ts'
import { add, type Cents, subtract, ZERO } from '../core/money.ts'
import { withTransaction } from '../store/database.ts'
import { termsIn } from '../store/event-rows.ts'
import { isoOf, type Queryable } from '../store/statement.ts'
import type { TermsShelf } from '../store/terms.ts'
import * as stored from '../store/verify.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'
import { type RefoldedPlayer, refold } from './refold.ts'
import { newId } from './uuid.ts'
import { slicesOf } from './verified-slices.ts'

/** What the verification looked at and what does not add up. Rules 2.13 */
export interface Findings {
  readonly valid: boolean
  readonly checked: {
    readonly programs: number
    readonly events: number
    readonly entries: number
    readonly bets: number
  }
  readonly mismatches: readonly Mismatch[]
}

export interface Mismatch {
  readonly kind: 'entry' | 'account' | 'snapshot' | 'bet' | 'program' | 'payout' | 'event'
  readonly programId: string | null
  readonly playerId: PlayerId | null
  readonly description: string
}

interface Context {
  readonly pool: Pool
  readonly clock: Clock
  readonly terms: TermsShelf
}

const SLICE = 200

/**
 * Folds every program of a tenant from its events again, derives every ledger entry anew, and compares with what is
 * stored, all in one snapshot of the database. Each mismatch opens a flag. Rules 2.13
 */
export async function verifyLedger({ pool, clock, terms }: Context, tenantId: TenantId): Promise<Findings> {
  const findings = await withTransaction(pool, async (db) => {
    await stored.beginVerification(db)
    return verifyTenant(db, terms, tenantId)
  })
  const at = isoOf(clock.now()) ?? ''
  for (const { playerId, description } of findings.mismatches) {
    await stored.flagMismatch(pool, { tenantId, id: newId(), playerId, description, at })
  }
  const after = { valid: findings.valid, mismatches: findings.mismatches.length }
  await recordAct(pool, clock, { tenantId, action: 'ledger.verified', target: 'ledger:all', after })
  return findings
}

async function verifyTenant(db: Queryable, terms: TermsShelf, tenantId: TenantId): Promise<Findings> {
  const mismatches: Mismatch[] = []
  const checked = { programs: 0, events: 0, entries: 0, bets: 0 }
  const derived = new Map<string, Cents>(accounts.map((account) => [account, ZERO]))
  const booked = new Map(derived)
  for (let after: PlayerId | null = null; ; ) {
    const snapshots = await stored.snapshotsAfter(db, tenantId, after, SLICE)
    for (const slice of slicesOf(snapshots)) {
      for (const player of await refoldSlice(db, terms, tenantId, slice)) {
        mismatches.push(...comparePlayer(player))
        count(checked, player)
        sum(derived, balancesOf([...player.derivedEntries.values()].flat()))
        sum(booked, balancesOf(player.storedEntries))
      }
    }
    after = snapshots.at(-1)?.player_id ?? null
    if (after === null || snapshots.length < SLICE) break
  }
  await stored.beginWhole(db)
  for (const { player_id: playerId, events } of await stored.orphanedEvents(db, tenantId)) {
    const description = `player ${playerId} has ${events} events and no snapshot`
    mismatches.push({ kind: 'snapshot', programId: null, playerId, description })
  }
  for (const { player_id: playerId, external_bet_id: id } of await stored.orphanedBets(db, tenantId)) {
    mismatches.push({ kind: 'bet', programId: null, playerId, description: wrongBet(id) })
  }
  const orphans = await stored.orphanEntries(db, tenantId)
  sum(booked, balancesOf(orphans.map(({ program_id: programId, ...entry }) => ({ programId, ...entry }))))
  checked.entries += orphans.length
  mismatches.push(...orphans.map(orphanMismatch), ...compareAccounts(derived, booked))
  return { valid: mismatches.length === 0, checked, mismatches }
}

async function refoldSlice(
  db: Queryable,
  terms: TermsShelf,
  tenantId: TenantId,
  snapshots: readonly stored.StoredSnapshot[],
): Promise<readonly RefoldedPlayer[]> {
  const ids = snapshots.map(({ player_id }) => player_id)
  const events = await stored.eventsOfPlayers(db, tenantId, ids)
  const entries = await stored.entriesOfPlayers(db, tenantId, ids)
  const names = new Set(events.flatMap(({ external_bet_id: name }) => name ?? []))
  const bets = await stored.betsOfPlayers(db, tenantId, ids, [...names])
  const programs = await stored.programsOfPlayers(db, tenantId, ids)
  const payouts = await stored.payoutsOfPlayers(db, tenantId, ids)
  await terms.fetch(db, termsIn(events))
  const entriesByEvent = Map.groupBy(entries, ({ event_id }) => event_id)
  const eventsByPlayer = Map.groupBy(events, ({ player_id }) => player_id)
  const betsByPlayer = Map.groupBy(bets, ({ player_id }) => player_id)
  const payoutsByPlayer = Map.groupBy(payouts, ({ player_id }) => player_id)
  const programsByPlayer = Map.groupBy(programs, ({ player_id }) => player_id)
  return snapshots.map((snapshot) =>
    refold({
      snapshot,
      events: eventsByPlayer.get(snapshot.player_id) ?? [],
      entriesByEvent,
      bets: betsByPlayer.get(snapshot.player_id) ?? [],
      programs: programsByPlayer.get(snapshot.player_id) ?? [],
      payouts: payoutsByPlayer.get(snapshot.player_id) ?? [],
      termsOf: terms.of,
    }),
  )
}

function comparePlayer(player: RefoldedPlayer): readonly Mismatch[] {
  const { snapshot } = player
  const say = (kind: Mismatch['kind'], programId: string | null, description: string): Mismatch => ({
    kind,
    programId,
    playerId: snapshot.player_id,
    description,
  })
  const found: Mismatch[] = []
  if (player.seqIsBroken) found.push(say('event', null, `the events of player ${snapshot.player_id} have a gap`))
  if (player.misfit !== null) found.push(say('event', null, `event ${player.misfit} cannot follow those before it`))
  for (const id of player.wrongColumns)
    found.push(say('event', null, `the columns of event ${id} are not what it tells`))
  const programId = snapshot.state.program?.id ?? null
  if (!player.isSnapshotRight) {
    found.push(
      say('snapshot', programId, `the snapshot of player ${snapshot.player_id} is not what its events fold to`),
    )
  }
  for (const { eventId, expected, actual } of player.wrongEntries) {
    found.push(say('entry', programId, `event ${eventId} calls for the entries ${expected}, booked are ${actual}`))
  }
  for (const { id, account, excess } of player.wrongBalances) {
    found.push(say('account', id, `the entries of program ${id} leave ${account} ${away(excess)} its snapshot`))
  }
  for (const id of player.wrongBets) found.push(say('bet', programId, wrongBet(id)))
  for (const id of player.wrongPrograms)
    found.push(say('program', id, `the record of program ${id} is not what it folds to`))
  for (const id of player.wrongPayouts)
    found.push(say('payout', programId, `the record of payout ${id} is not what its events tell`))
  return found
}

const wrongBet = (id: ExternalBetId): string => `bet ${id} is not what its events fold to`

const orphanMismatch = (row: stored.EntryRow): Mismatch => ({
  kind: 'entry',
  programId: row.program_id,
  playerId: null,
  description: `an entry ${row.debit} -> ${row.credit} of ${row.amount} belongs to no event (${row.event_id})`,
})

/** Derived from the events and booked in the ledger must agree on every account; the sum of all is nothing. */
function compareAccounts(derived: ReadonlyMap<string, Cents>, booked: ReadonlyMap<string, Cents>): readonly Mismatch[] {
  return [...derived].flatMap(([account, expected]) => {
    const actual = booked.get(account) ?? ZERO
    if (actual === expected) return []
    const description = `account ${account} stands ${away(subtract(actual, expected))} what its events come to`
    return [{ kind: 'account', programId: null, playerId: null, description } as const]
  })
}

/** The difference, and not the two amounts: they move with every bet, and the same mismatch is to be flagged once. */
const away = (excess: Cents): string => (excess > 0 ? `${excess} above` : `${-excess} below`)

function sum(totals: Map<string, Cents>, more: ReadonlyMap<string, Cents>): void {
  for (const [account, amount] of more) totals.set(account, add(totals.get(account) ?? ZERO, amount))
}

function count(
  checked: { programs: number; events: number; entries: number; bets: number },
  player: RefoldedPlayer,
): void {
  checked.programs += player.programCount
  checked.events += player.eventCount
  checked.entries += player.storedEntries.length
  checked.bets += player.betCount
}
