import { wakeAt } from '../../core/due.ts'
import { entriesOf } from '../../core/ledger/entries.ts'
import { outgoingTypeOf } from '../../core/outgoing.ts'
import { insertAuditEvents } from '../../store/audit.ts'
import { type RowVersion, takeBackPlayers } from '../../store/batch/load.ts'
import { deleteQueued } from '../../store/batch/queued.ts'
import * as write from '../../store/batch/write.ts'
import * as rarely from '../../store/batch/write-rarely.ts'
import { storedBet } from '../../store/bet-state.ts'
import { type NewEvent, rowOfEvent } from '../../store/event-rows.ts'
import { storedPlayer, storedProgram } from '../../store/player-state.ts'
import { isoOf, type Queryable } from '../../store/statement.ts'
import { insertTerms } from '../../store/terms.ts'
import { ClaimLost, type StoredResponse } from '../idempotency.ts'
import { noticeOf } from '../live/notice.ts'
import { monthOf } from '../month.ts'
import type { Books, OpenBet, OpenPlayer } from './books.ts'
import type { DecidedJob } from './decide-batch.ts'
import { flagRows, resolutionRows } from './flag-rows.ts'
import type { Job } from './job.ts'

/** A statement that is ready to go: all its values are bytes or texts. */
export type Write = (db: Queryable) => Promise<unknown>

/** All that a batch has to write. Throws when something cannot be written, before anything is sent. */
export function writesOf(books: Books, decided: readonly DecidedJob[]): readonly Write[] {
  const events = decided.flatMap((each) => each.events)
  const writes = [
    writeBets(books, events),
    rarely.upsertPrograms(programRows(decided)),
    rarely.upsertPayouts(payoutRows(events)),
    rarely.insertOutbox(events.flatMap(outboxRow)),
    // In this order: a flag that a correction itself opens stays open.
    rarely.resolveFlags(resolutionRows(events)),
    rarely.insertFlags(flagRows(events)),
    rarely.countPurchases(events.flatMap(purchaseRow)),
    insertTerms(events.flatMap(termsRow)),
    insertAuditEvents(decided.flatMap(({ audit }) => audit)),
    storeAnswers(decided.flatMap(({ job, outcome }) => answerRow(job, job.receipt?.render(outcome) ?? null))),
    emptyInbox(decided),
    takeBackNewcomers(books, decided),
  ]
  return writes.filter((each) => each !== null)
}

/** Players and bets in the order of their keys, as they are locked. */
function writeBets(books: Books, events: readonly NewEvent[]): Write | null {
  const players = changedOf(books.players)
  const bets = changedOf(books.bets)
  const newBets = bets.filter(({ version }) => version === null)
  const changedBets = bets.filter(({ version }) => version !== null)
  const send = write.writeBets({
    events: events.map(rowOfEvent),
    entries: events.flatMap(entryRows),
    newBets: newBets.map(betRow),
    changedBets: changedBets.map(betRow),
    players: players.map(playerRow),
    tenants: tenantRows(books),
    notice: noticeOf(players),
  })
  return (
    send &&
    (async (db) => {
      const written = await send(db)
      for (const player of players) player.xmin = written.xmin
      noteVersions(changedBets, written.changedBets)
      noteVersions(newBets, written.newBets)
    })
  )
}

function changedOf<Open extends OpenPlayer | OpenBet>(opened: ReadonlyMap<string, Open>): readonly Open[] {
  const changed = [...opened].filter(([, open]) => open.changed)
  return changed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, open]) => open)
}

function noteVersions(opened: readonly OpenBet[], versions: readonly RowVersion[]): void {
  for (const [i, open] of opened.entries()) open.version = versions[i] ?? open.version
}

function storeAnswers(answers: Parameters<typeof rarely.storeAnswers>[0]): Write | null {
  const store = rarely.storeAnswers(answers)
  if (store === null) return null
  return async (db) => {
    const stored = await store(db)
    if (stored.length !== answers.length) throw new ClaimLost('the key of a request is no longer its own')
  }
}

function emptyInbox(decided: readonly DecidedJob[]): Write | null {
  const queued = decided.flatMap(({ job }) => (job.isQueued ? [job] : []))
  if (queued.length === 0) return null
  const tenantIds = queued.map(({ who }) => who.tenantId)
  const eventIds = queued.map(({ command }) => command.id)
  return (db) => deleteQueued(db, tenantIds, eventIds)
}

/**
 * Of a user who was never seen and of whom nothing is decided but a waking, no row stays: they have been erased since
 * somebody saw what was due for them, or what they have queued, and shall not be named again.
 */
function takeBackNewcomers(books: Books, decided: readonly DecidedJob[]): Write | null {
  const made = [...books.players].filter(([, { isNew }]) => isNew)
  if (made.length === 0) return null
  const asking = new Set(decided.flatMap(({ job: { key, command } }) => (command.type === 'Wake' ? [] : [key])))
  const unasked = made.flatMap(([key, open]) => (asking.has(key) ? [] : [open]))
  if (unasked.length === 0) return null
  const tenantIds = unasked.map(({ tenantId }) => tenantId)
  const playerIds = unasked.map(({ playerId }) => playerId)
  return (db) => takeBackPlayers(db, tenantIds, playerIds)
}

const termsRow = ({ tenantId, event }: NewEvent) => ('terms' in event ? [{ tenantId, terms: event.terms }] : [])

const betRow = ({ tenantId, version, bet }: OpenBet) => ({
  ctid: version?.ctid ?? null,
  xmin: version?.xmin ?? null,
  tenant_id: tenantId,
  external_bet_id: bet.externalBetId,
  player_id: bet.playerId,
  standing: bet.standing,
  state: storedBet(bet),
})

const entryRows = ({ tenantId, event }: NewEvent) =>
  entriesOf(event).map(({ programId, debit, credit, amount }, line) => ({
    tenant_id: tenantId,
    event_id: event.id,
    line,
    program_id: programId,
    debit,
    credit,
    amount,
  }))

const playerRow = ({ xmin, tenantId, playerId, seq, player }: OpenPlayer) => ({
  xmin,
  tenant_id: tenantId,
  player_id: playerId,
  seq,
  wake_at: wakeAt(player),
  state: storedPlayer(player),
})

const tenantRows = (books: Books) =>
  [...books.tenants.values()].flatMap(({ row: { tenant_id, xmin }, isTrusted }) =>
    isTrusted ? [{ tenant_id, xmin }] : [],
  )

/** Of a program that changed more than once in the batch, the last word counts. */
function programRows(decided: readonly DecidedJob[]) {
  const last = new Map(decided.flatMap(({ programs }) => programs).map((each) => [each.program.id, each]))
  return [...last.values()].map(({ holder, program }) => ({
    tenant_id: holder.tenantId,
    program_id: program.id,
    player_id: holder.playerId,
    kind: program.kind,
    status: program.status,
    started_at: isoOf(program.startedAt),
    ended_at: isoOf(program.endedAt),
    state: storedProgram(program),
  }))
}

/** Of a payout that changed more than once in the batch, the last word counts. */
function payoutRows(events: readonly NewEvent[]) {
  const told = events.flatMap(({ tenantId, playerId, event }) =>
    'payout' in event ? [{ tenantId, playerId, payout: event.payout }] : [],
  )
  const last = new Map(told.map((each) => [each.payout.id, each]))
  return [...last.values()].map(({ tenantId, playerId, payout }) => ({
    tenant_id: tenantId,
    payout_id: payout.id,
    player_id: playerId,
    program_id: payout.programId,
    status: payout.status,
    payout,
  }))
}

const outboxRow = ({ tenantId, playerId, seq, event }: NewEvent) => {
  const type = outgoingTypeOf(event)
  if (type === undefined) return []
  return [{ tenant_id: tenantId, event_id: event.id, player_id: playerId, seq, type, at: isoOf(event.at) }]
}

const purchaseRow = ({ tenantId, event, recordedAt }: NewEvent) =>
  event.type === 'ChallengePurchased' ? [{ tenant_id: tenantId, month: monthOf(recordedAt) }] : []

const answerRow = ({ receipt }: Job, response: StoredResponse | null) => {
  if (receipt === undefined || response === null) return []
  const { tenantId, scope, key, claimId } = receipt.claim
  return [{ tenant_id: tenantId, scope, key, claim_id: claimId, status: response.status, body: response.body }]
}
