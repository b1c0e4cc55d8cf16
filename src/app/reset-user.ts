import type { Pool } from 'pg'
import type { PlayerId } from '../core/ids.ts'
import { withTransaction } from '../store/database.ts'
import {
  beginPlayer,
  callOffDeliveries,
  countLife,
  forgetAnswersOf,
  forgetBetAnswersOf,
  freeBets,
  holdPlayer,
  partFromUser,
} from '../store/generations.ts'
import { tellNotice } from '../store/player-notices.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'
import { noticeOf } from './live/notice.ts'
import { newId } from './uuid.ts'
import type { Who } from './who.ts'

/** What of a user is out of sight since they began anew. */
export interface Removed {
  readonly challenges: number
  readonly fundedAccounts: number
  readonly betEvents: number
}

const nothing: Removed = { challenges: 0, fundedAccounts: 0, betEvents: 0 }

/**
 * Begins a user of a sandbox anew. Their rows stay as they are, for events and ledger are facts, but belong to a player
 * without a user id, whom no list and no reader finds; a fresh player gets the id. The row of the player is locked: a bet
 * is decided before, on the old one, or after, on the new one.
 */
export function resetUser(pool: Pool, clock: Clock, { tenantId, userId }: Who): Promise<Removed> {
  return withTransaction(pool, async (db) => {
    const before = await holdPlayer(db, tenantId, userId)
    await forgetAnswersOf(db, tenantId, userId, false)
    if (before === null) return nothing
    const id = before.player_id
    await forgetBetAnswersOf(db, tenantId, id)
    const life = await countLife(db, tenantId, id)
    await partFromUser(db, tenantId, id)
    const fresh = newId<PlayerId>()
    await beginPlayer(db, tenantId, fresh, userId, before.seq)
    await freeBets(db, tenantId, id)
    await callOffDeliveries(db, tenantId, id)
    await tellNotice(db, noticeOf([{ tenantId, userId }]))
    const removed = { challenges: life.challenges, fundedAccounts: life.funded_accounts, betEvents: life.bet_events }
    const act = { tenantId, action: 'player.reset', target: `player:${id}`, playerId: fresh }
    await recordAct(db, clock, { ...act, before: removed, after: { playerId: fresh } })
    return removed
  })
}
