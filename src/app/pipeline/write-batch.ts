import type { Bet } from '../../core/bet/bet.ts'
import { wakeAt } from '../../core/due.ts'
import { entriesOf } from '../../core/ledger/entries.ts'
import { outgoingTypeOf } from '../../core/outgoing.ts'
import { deleteQueued } from '../../store/batch/queued.ts'
import * as write from '../../store/batch/write.ts'
import { type NewEvent, rowOfEvent } from '../../store/event-rows.ts'
import { storedPlayer, storedProgram } from '../../store/player-state.ts'
import { isoOf, type Queryable } from '../../store/statement.ts'
import { insertTerms } from '../../store/terms.ts'
import { ClaimLost, type StoredResponse } from '../app.ts'
import { noticeOf } from '../live/notice.ts'
import { monthOf } from '../month.ts'
import type { Books, OpenBet } from './books.ts'
import type { DecidedJob } from './decide-batch.ts'
import { flagRows, resolutionRows } from './flag-rows.ts'
import type { Job } from './job.ts'

/**
 * Sends every write of a batch in one go and waits for all of them. All values are bytes or texts before the first is
 * sent; one that cannot be written fails like a write, and no COMMIT follows.
 */
export async function writeBatch(db: Queryable, books: Books, decided: readonly DecidedJob[]): Promise<void> {
  const events = decided.flatMap((each) => each.events)
  const answers = decided.flatMap(({ job, outcome }) => answerRow(job, job.receipt?.render(outcome) ?? null))
  const bets = [...books.bets].filter(([, open]) => open.changed).sort(byKey)
  const results = await Promise.allSettled([
    write.writeBets(db, {
      events: events.map(rowOfEvent),
      entries: events.flatMap(entryRows),
      newBets: bets.filter(([, open]) => open.isNew).map(betRow),
      changedBets: bets.filter(([, open]) => !open.isNew).map(betRow),
      players: playerRows(books),
      notice: noticeOf([...books.players.values()].filter(({ changed }) => changed)),
    }),
    write.upsertPrograms(db, programRows(decided)),
    write.upsertPayouts(db, payoutRows(events)),
    write.insertOutbox(db, events.flatMap(outboxRow)),
    // In this order: a flag that a correction itself opens stays open.
    write.resolveFlags(db, resolutionRows(events)),
    write.insertFlags(db, flagRows(events)),
    write.countPurchases(db, events.flatMap(purchaseRow)),
    termsOf(db, events),
    storeAnswers(db, answers),
    emptyInbox(db, decided),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function storeAnswers(db: Queryable, answers: readonly object[]): Promise<void> {
  const stored = await write.storeAnswers(db, answers)
  if (stored.length !== answers.length) throw new ClaimLost('the key of a request is no longer its own')
}

async function emptyInbox(db: Queryable, decided: readonly DecidedJob[]): Promise<void> {
  const queued = decided.flatMap(({ job }) => (job.isQueued ? [job] : []))
  if (queued.length === 0) return
  await deleteQueued(
    db,
    queued.map(({ who }) => who.tenantId),
    queued.map(({ command }) => command.id),
  )
}

const termsOf = async (db: Queryable, events: readonly NewEvent[]): Promise<void> => {
  const bought = events.flatMap(({ tenantId, event }) => ('terms' in event ? [{ tenantId, terms: event.terms }] : []))
  if (bought.length > 0) await insertTerms(db, bought)
}

type KeyedBet = readonly [key: string, open: OpenBet]
const byKey = ([a]: KeyedBet, [b]: KeyedBet): number => (a < b ? -1 : a > b ? 1 : 0)

const betRow = ([key, { bet }]: KeyedBet) => ({
  tenant_id: key.slice(0, key.indexOf(' ')),
  external_bet_id: bet.externalBetId,
  player_id: bet.playerId,
  standing: bet.standing,
  state: bet satisfies Bet,
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

const playerRows = (books: Books) =>
  [...books.players.values()]
    .filter(({ changed }) => changed)
    .map(({ tenantId, playerId, seq, player }) => ({
      tenant_id: tenantId,
      player_id: playerId,
      seq,
      wake_at: wakeAt(player),
      state: storedPlayer(player),
    }))

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
