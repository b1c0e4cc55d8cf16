import type { Pool } from 'pg'
import type { App } from '../../src/app/app.ts'
import type { Clock } from '../../src/app/clock.ts'
import type { Outcome, Request } from '../../src/app/running.ts'
import { newId } from '../../src/app/uuid.ts'
import type { Who } from '../../src/app/who.ts'
import { type BetCommand, type Command, isBetCommand } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide.ts'
import { wakeAt } from '../../src/core/due.ts'
import type { EventId, PlayerId } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import { invariant } from '../../src/core/invariant.ts'
import { entriesOf } from '../../src/core/ledger/entries.ts'
import type { Player } from '../../src/core/player.ts'
import type { TenantRow } from '../../src/store/batch/load.ts'
import { type BetColumns, betFrom, type StoredBetState, storedBet } from '../../src/store/bet-state.ts'
import { withTransaction } from '../../src/store/database.ts'
import { type NewEvent, rowOfEvent } from '../../src/store/event-rows.ts'
import { playerFrom, type StoredPlayer, storedPlayer } from '../../src/store/player-state.ts'
import { isoOf, type Queryable, rowsOf } from '../../src/store/statement.ts'
import type { TermsShelf } from '../../src/store/terms.ts'
import * as sql from './statements.ts'

/**
 * The job of the command pipeline written the usual way: each request takes a connection from the pool, locks the player
 * with `select ... for update`, decides, writes row by row and commits. The same core decides and the same rows are
 * written; what a bet of the bench does not need (new players, outgoing events, retries) is left out, which favours it.
 */
export const runInTransaction =
  (pool: Pool, clock: Clock, terms: TermsShelf): App['run'] =>
  (who, request) =>
    withTransaction(pool, async (db) => {
      const command = commandOf(request)
      const [tenant] = await rowsOf<TenantRow>(db, sql.TENANT, [who.tenantId])
      invariant(tenant, 'a command comes from a tenant that exists')
      const now = instant(clock.now() + tenant.clock_offset_ms)
      const { before, seq } = await lockPlayer(db, who, command, tenant, terms)
      const decision = decide(before, command, now)
      const events = decision.events.map(
        (event, i): NewEvent => ({
          tenantId: who.tenantId,
          playerId: before.id,
          seq: seq + i + 1,
          recordedAt: now,
          event,
        }),
      )
      for (const event of events) await insertEvent(db, event)
      if (events.length > 0) await updateStates(db, who, before, decision.player, seq + events.length)
      return { answer: decision.answer, player: decision.player, events: decision.events, now } satisfies Outcome
    })

function commandOf(request: Request): BetCommand {
  const command = { ...request, id: newId<EventId>() } as Command
  invariant(isBetCommand(command), 'the baseline takes bets only')
  return command
}

async function lockPlayer(db: Queryable, who: Who, command: BetCommand, tenant: TenantRow, terms: TermsShelf) {
  const { tenantId, userId } = who
  const players = await rowsOf<{ player_id: PlayerId; seq: number; state: StoredPlayer }>(db, sql.LOCK_PLAYER, [
    tenantId,
    userId,
  ])
  const [row] = players
  invariant(row?.state.program, 'every player of the bench has a program')
  await terms.fetch(db, [{ tenantId, hash: row.state.program.terms }])
  const [bet] = await rowsOf<BetColumns & { state: StoredBetState }>(db, sql.LOCK_BET, [
    tenantId,
    command.report.externalBetId,
  ])
  const standing = {
    maxBackfillHours: tenant.max_backfill_hours,
    monthlyChallengeLimit: tenant.monthly_challenge_limit,
    purchasesThisMonth: 0,
    payoutReview: 'operator' as const,
  }
  const player = playerFrom(tenantId, row.player_id, row.state, standing, terms.of)
  return { before: { ...player, bet: bet ? betFrom(bet, bet.state) : null }, seq: row.seq }
}

async function insertEvent(db: Queryable, event: NewEvent): Promise<void> {
  const row = rowOfEvent(event)
  await rowsOf(db, sql.INSERT_EVENT, [
    row.tenant_id,
    row.event_id,
    row.player_id,
    row.seq,
    row.type,
    row.program_id,
    row.external_bet_id,
    isoOf(row.event_at),
    isoOf(row.at),
    isoOf(row.recorded_at),
    JSON.stringify(row.data),
  ])
  for (const [line, { programId, debit, credit, amount }] of entriesOf(event.event).entries()) {
    await rowsOf(db, sql.INSERT_ENTRY, [row.tenant_id, row.event_id, line, programId, debit, credit, amount])
  }
}

async function updateStates(db: Queryable, { tenantId }: Who, before: Player, after: Player, seq: number) {
  const { bet } = after
  if (bet !== null) {
    const values = [tenantId, bet.externalBetId, bet.playerId, bet.standing, JSON.stringify(storedBet(bet))]
    await rowsOf(db, before.bet === null ? sql.INSERT_BET : sql.UPDATE_BET, values)
  }
  const state = JSON.stringify(storedPlayer(after))
  await rowsOf(db, sql.UPDATE_PLAYER, [tenantId, after.id, seq, isoOf(wakeAt(after)), state])
}
