import { isDeepStrictEqual } from 'node:util'
import type { Bet } from '../core/bet/bet.ts'
import { wakeAt } from '../core/due.ts'
import { type DomainEvent, isBetEvent } from '../core/events.ts'
import { evolve } from '../core/evolve.ts'
import type { PayoutId } from '../core/funded/payout.ts'
import type { EventId, ExternalBetId, ProgramId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { type Account, balancesOf, entriesOf, type LedgerEntry } from '../core/ledger/entries.ts'
import { lossSums } from '../core/loss/loss.ts'
import { type Cents, subtract, ZERO } from '../core/money.ts'
import { newPlayer, noStanding, type Player } from '../core/player.ts'
import type { Balances, Program } from '../core/program.ts'
import { betFrom } from '../store/bet-state.ts'
import { eventOfRow } from '../store/event-rows.ts'
import {
  type StoredPlayer,
  storedPlayer,
  storedProgram,
  type TermsOf,
  wholePlayer,
  wholeProgram,
} from '../store/player-state.ts'
import type {
  EntryRow,
  ProgramRecord,
  StoredBet,
  StoredPayout,
  StoredSnapshot,
  VerifiedEvent,
} from '../store/verify.ts'

/** All that is stored of one player. */
export interface StoredLife {
  readonly snapshot: StoredSnapshot
  readonly events: readonly VerifiedEvent[]
  readonly entriesByEvent: ReadonlyMap<EventId, readonly EntryRow[]>
  readonly bets: readonly StoredBet[]
  readonly programs: readonly ProgramRecord[]
  readonly payouts: readonly StoredPayout[]
  readonly termsOf: TermsOf
}

interface WrongBalance {
  readonly id: ProgramId
  readonly account: Account
  /** What is booked above what the snapshot says, in minor units; below it if negative. */
  readonly excess: Cents
}

/** A player folded anew, and where what is stored differs from it. */
export interface RefoldedPlayer {
  readonly snapshot: StoredSnapshot
  /** Whether the snapshot is what the events fold to, and wakes when it has to. */
  readonly isSnapshotRight: boolean
  readonly seqIsBroken: boolean
  /** Events whose columns are not what is in their facts. */
  readonly wrongColumns: readonly EventId[]
  /** The event that cannot follow those before it; nothing after it was folded. */
  readonly misfit: EventId | null
  readonly derivedEntries: ReadonlyMap<EventId, readonly LedgerEntry[]>
  readonly storedEntries: readonly LedgerEntry[]
  readonly wrongEntries: readonly { readonly eventId: EventId; readonly expected: string; readonly actual: string }[]
  readonly wrongBalances: readonly WrongBalance[]
  readonly wrongBets: readonly ExternalBetId[]
  readonly wrongPrograms: readonly ProgramId[]
  readonly wrongPayouts: readonly PayoutId[]
  readonly eventCount: number
  readonly betCount: number
  readonly programCount: number
}

interface Fold {
  readonly player: Player
  readonly bets: ReadonlyMap<ExternalBetId, Bet>
  /** Programs as their last change of status left them; the latest one as it stands. */
  readonly programs: ReadonlyMap<ProgramId, { readonly milestone: Program; readonly balances: Balances }>
  readonly misfit: EventId | null
}

/** Folds a player's events from nothing and compares with the rows that are stored. Rules 2.13 */
export function refold(life: StoredLife): RefoldedPlayer {
  const events = life.events.map((row) => eventOfRow(row, life.termsOf))
  const fold = foldEvents(life.snapshot, events)
  const derivedEntries = new Map(events.map((event) => [event.id, entriesOf(event)]))
  const storedEntries = events.flatMap(({ id }) => (life.entriesByEvent.get(id) ?? []).map(entryOfRow))
  return {
    snapshot: life.snapshot,
    isSnapshotRight:
      isSamePlayer(life.snapshot.state, plain(storedPlayer(fold.player))) &&
      isAt(life.snapshot.wake_at, wakeOf(life, fold)),
    wrongColumns: events.flatMap((event, i) => (isColumnOf(life.events[i], event) ? [] : [event.id])),
    misfit: fold.misfit,
    seqIsBroken: seqIsBroken(life),
    derivedEntries,
    storedEntries,
    wrongEntries: wrongEntries(life, derivedEntries),
    wrongBalances: wrongBalances(life, fold, storedEntries),
    wrongBets: wrongBets(life, fold),
    wrongPrograms: wrongPrograms(life, fold),
    wrongPayouts: wrongPayouts(life, events),
    eventCount: events.length,
    betCount: life.bets.length,
    programCount: fold.programs.size,
  }
}

/** Losses are the same when their sums are: snapshots from before migration 0024 have them one by one. */
const summed = <Any extends Pick<Program, 'losses' | 'sessionSince'>>(program: Any) => ({
  ...program,
  losses: lossSums(program),
})

function isSamePlayer(stored: StoredPlayer, folded: StoredPlayer): boolean {
  const [one, other] = [stored, folded].map((player) => {
    const { program, ...others } = wholePlayer(player)
    return { ...others, program: program && summed(program) }
  })
  return isDeepStrictEqual(one, other)
}

/** Nothing falls due any more for whom the user has left behind. */
const wakeOf = ({ snapshot }: StoredLife, { player }: Fold): Instant | null =>
  snapshot.user_id === null ? null : wakeAt(player)

const isAt = (column: Date | null | undefined, at: Instant | null): boolean => (column?.getTime() ?? null) === at

const isColumnOf = (row: VerifiedEvent | undefined, event: DomainEvent): boolean =>
  row?.program_id === ('programId' in event ? event.programId : null) &&
  row?.external_bet_id === (isBetEvent(event) ? event.report.externalBetId : null) &&
  isAt(row?.event_at, isBetEvent(event) ? event.eventAt : null)

/** A player's events are numbered without a gap, on from those of an earlier player of the same user. */
const seqIsBroken = ({ snapshot: { seq, seq_base: base }, events }: StoredLife): boolean =>
  seq !== base + events.length || events.some((event, i) => event.seq !== base + i + 1)

function foldEvents({ player_id }: StoredSnapshot, events: readonly DomainEvent[]): Fold {
  let player = newPlayer(player_id, noStanding)
  const bets = new Map<ExternalBetId, Bet>()
  const programs = new Map<ProgramId, { milestone: Program; balances: Balances }>()
  for (const event of events) {
    const isBet = isBetEvent(event)
    try {
      player = evolve(isBet ? { ...player, bet: bets.get(event.report.externalBetId) ?? null } : player, event)
    } catch {
      return { player, bets, programs, misfit: event.id }
    }
    if (isBet && player.bet) bets.set(event.report.externalBetId, player.bet)
    const { program } = player
    if (program === null || !('programId' in event)) continue
    const milestone = isBet ? (programs.get(program.id)?.milestone ?? program) : program
    programs.set(program.id, { milestone, balances: program.balances })
  }
  return { player, bets, programs, misfit: null }
}

const entryOfRow = ({ program_id: programId, debit, credit, amount }: EntryRow): LedgerEntry => ({
  programId,
  debit,
  credit,
  amount,
})

function wrongEntries(life: StoredLife, derived: RefoldedPlayer['derivedEntries']): RefoldedPlayer['wrongEntries'] {
  return [...derived].flatMap(([eventId, entries]) => {
    const actual = (life.entriesByEvent.get(eventId) ?? []).map(entryOfRow)
    return isDeepStrictEqual(actual, entries) ? [] : [{ eventId, expected: told(entries), actual: told(actual) }]
  })
}

const told = (entries: readonly LedgerEntry[]): string =>
  entries.length === 0
    ? 'none'
    : entries.map(({ debit, credit, amount }) => `${debit} -> ${credit} ${amount}`).join(', ')

/** The sub-balances of the latest program's snapshot against the entries that are booked. */
function wrongBalances({ snapshot }: StoredLife, fold: Fold, entries: readonly LedgerEntry[]): readonly WrongBalance[] {
  return [...fold.programs].flatMap(([id, { balances }]) => {
    const latest = snapshot.state.program
    const expected = latest?.id === id ? latest.balances : balances
    const booked = balancesOf(entries.filter(({ programId }) => programId === id))
    return (['available', 'reserved', 'held'] as const)
      .map((account) => ({ id, account, excess: subtract(booked.get(account) ?? ZERO, expected[account]) }))
      .filter(({ excess }) => excess !== ZERO)
  })
}

/**
 * Doubts are left out: another user's event can raise one on this bet, and across players there is no order of events
 * to fold them in. They move no money.
 */
const isSameBet = (row: StoredBet, folded: Bet | undefined): boolean =>
  folded !== undefined &&
  isDeepStrictEqual({ ...betFrom(row, row.state), doubts: {} }, plain({ ...folded, doubts: {} }))

/** A bet belongs to whoever placed it: what another player's events say of it is not looked for. */
function wrongBets({ bets }: StoredLife, fold: Fold): readonly ExternalBetId[] {
  const stored = new Set(bets.map(({ external_bet_id }) => external_bet_id))
  const missing = [...fold.bets].filter(([id, { placement }]) => placement !== null && !stored.has(id))
  const wrong = bets.filter((row) => !isSameBet(row, fold.bets.get(row.external_bet_id)))
  return [...wrong.map(({ external_bet_id }) => external_bet_id), ...missing.map(([id]) => id)]
}

function wrongPrograms({ programs }: StoredLife, fold: Fold): readonly ProgramId[] {
  const stored = new Map(programs.map((row) => [row.program_id, row]))
  return [...new Set([...fold.programs.keys(), ...stored.keys()])].filter(
    (id) => !isRecordOf(stored.get(id), fold.programs.get(id)?.milestone),
  )
}

const isRecordOf = (row: ProgramRecord | undefined, folded: Program | undefined): boolean =>
  folded !== undefined &&
  row?.kind === folded.kind &&
  row.status === folded.status &&
  isAt(row.started_at, folded.startedAt) &&
  isAt(row.ended_at, folded.endedAt) &&
  isDeepStrictEqual(summed(wholeProgram(row.state)), summed(wholeProgram(plain(storedProgram(folded)))))

/** The record of a payout is what the last event that tells of it says. */
function wrongPayouts({ payouts }: StoredLife, events: readonly DomainEvent[]): readonly PayoutId[] {
  const told = new Map(events.flatMap((event) => ('payout' in event ? [[event.payout.id, event.payout]] : [])))
  const stored = new Map(payouts.map((row) => [row.payout_id, row]))
  return [...new Set([...told.keys(), ...stored.keys()])].filter((id) => {
    const [row, payout] = [stored.get(id), told.get(id)]
    return row?.status !== payout?.status || !isDeepStrictEqual(row?.payout, payout)
  })
}

/** As JSON gives it back. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
