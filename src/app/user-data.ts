import type { Pool } from 'pg'
import type { PlayerId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { type Hindrance, hindranceOf } from '../core/program.ts'
import { withTransaction } from '../store/database.ts'
import { callOffDeliveries, forgetAnswersOf, holdPlayer, partFromUser } from '../store/generations.ts'
import { type KeptBet, keptOfUser } from '../store/inbox.ts'
import type { Page, PageRequest } from '../store/page.ts'
import { tellNotice } from '../store/player-notices.ts'
import type { Queryable } from '../store/statement.ts'
import type { Tenant } from '../store/tenants.ts'
import { admitUser, awaitsApproval, type Booking, forgetUser, listBookings, playerIdOf } from '../store/user-data.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'
import { noticeOf } from './live/notice.ts'
import { type Removed, resetUser } from './reset-user.ts'
import type { Outcome, Request } from './running.ts'
import { newId } from './uuid.ts'
import type { Who } from './who.ts'

/** A user as a whole. */
export interface UserData {
  /** Begins a user of a sandbox anew; what was there stays stored and is out of sight. */
  resetUser(tenant: Tenant, userId: UserId): Promise<Removed>
  /** Says in the audit that all of a user's data is handed out, in real time; null for a user that was never seen. */
  beginExport(who: Who): Promise<{ readonly playerId: PlayerId; readonly at: Instant } | null>
  /** What was booked for a user, the oldest first. */
  bookings(who: Who, page: PageRequest): Promise<Page<Booking>>
  /** The bets of a user that wait in the inbox or were set aside there, the oldest first. */
  queuedBets(who: Who, page: PageRequest): Promise<Page<KeptBet>>
  eraseUser(who: Who): Promise<Erasure>
}

/** Why a user cannot be erased now, by the codes of the contract. */
export type ErasureRefusal = 'not_found' | Hindrance | 'action_in_progress'

export type Erasure =
  | { readonly kind: 'erased'; readonly playerId: PlayerId; readonly at: Instant }
  | { readonly kind: 'refused'; readonly code: ErasureRefusal }

interface Context {
  readonly pool: Pool
  readonly clock: Clock
  readonly run: (who: Who, request: Request) => Promise<Outcome>
  readonly passedBy: (who: Who) => Promise<void>
}

export function userData(context: Context): UserData {
  const { pool, clock, passedBy } = context
  return {
    resetUser: async ({ id: tenantId }, userId) => {
      // What was taken in before belongs to what is removed.
      await passedBy({ tenantId, userId })
      return resetUser(pool, clock, { tenantId, userId })
    },
    beginExport: async (who) => {
      await passedBy(who)
      return withTransaction(pool, async (db) => {
        const playerId = await playerOf(db, who)
        if (playerId === null) return null
        const { tenantId } = who
        await recordAct(db, clock, { tenantId, action: 'player.exported', target: `player:${playerId}`, playerId })
        return { playerId, at: clock.now() }
      })
    },
    bookings: ({ tenantId, userId }, page) => listBookings(pool, tenantId, userId, page),
    queuedBets: ({ tenantId, userId }, page) => keptOfUser(pool, tenantId, userId, page),
    eraseUser: (who) => eraseUser(context, who),
  }
}

/** The player whom a user is, or is made now: the audit names users by nothing else. Null for one that was never seen. */
const playerOf = async (db: Queryable, { tenantId, userId }: Who): Promise<PlayerId | null> =>
  (await admitUser(db, tenantId, userId, newId<PlayerId>())) ?? playerIdOf(db, tenantId, userId)

/**
 * Takes a user's id away from everything that is stored. What happened stays, as that of a player whom nobody can name any
 * more: the ledger and the chain of the audit hold as before, for neither ever knew the user. Refused while a program of
 * theirs runs, since it could not be ended for somebody without a name.
 */
async function eraseUser({ pool, clock, run, passedBy }: Context, who: Who): Promise<Erasure> {
  const { tenantId, userId } = who
  await passedBy(who)
  if ((await playerOf(pool, who)) === null) return { kind: 'refused', code: 'not_found' }
  // A program that has run out may not have been ended yet.
  await run(who, { type: 'Wake' })
  return withTransaction(pool, async (db) => {
    const held = await holdPlayer(db, tenantId, userId)
    const code = held === null ? 'not_found' : hindranceOf(held.state.program)
    if (held === null || code !== null) return { kind: 'refused', code: code ?? 'not_found' }
    const at = clock.now()
    if (await awaitsApproval(db, tenantId, userId, at)) return { kind: 'refused', code: 'action_in_progress' }
    const playerId = held.player_id
    await partFromUser(db, tenantId, playerId)
    await callOffDeliveries(db, tenantId, playerId)
    await forgetAnswersOf(db, tenantId, userId, true)
    await forgetUser(db, tenantId, userId, playerId)
    await tellNotice(db, noticeOf([who]))
    await recordAct(db, clock, { tenantId, action: 'player.erased', target: `player:${playerId}`, playerId })
    return { kind: 'erased', playerId, at }
  })
}
