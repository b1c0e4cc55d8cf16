import type { Pool } from 'pg'
import type { ProgramId, TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant, later, MINUTE_MS } from '../core/instant.ts'
import { outgoingTypeOf } from '../core/outgoing.ts'
import { withTransaction } from '../store/database.ts'
import { eventsBetween } from '../store/event-log.ts'
import { tellNotice } from '../store/player-notices.ts'
import { isoOf } from '../store/statement.ts'
import { moveClock, readTenants } from '../store/tenants.ts'
import { recordAct } from './audit/record-act.ts'
import { tenantNoticeOf } from './live/notice.ts'
import { idAt } from './uuid.ts'
import { type WakeContext, wakeDue } from './wake.ts'

/** Where a test clock is moved to, or how far from wherever it stands by then, in milliseconds. */
export type ClockAdvance = { readonly to: Instant } | { readonly byMs: number }

/** Something that fell due while the test clock moved. */
export interface Transition {
  readonly userId: UserId
  readonly type: string
  readonly programId: ProgramId
  readonly at: Instant
}

/**
 * Moves a staging tenant's clock forward and runs everything that falls due on the way before it answers: each player's
 * dues in order and as of their due time, which is what any command would have found. Who moves it at the same time moves
 * it in turn. A command that is being decided at that very moment, or by a replica that stood still, is stored as of the time
 * before; what falls due by it is left to the wake-up loop. Rules 7.3
 */
export async function advanceTestClock(
  context: WakeContext & { readonly pool: Pool },
  tenantId: TenantId,
  advance: ClockAdvance,
): Promise<{ readonly now: Instant; readonly transitions: readonly Transition[] }> {
  const { db, clock } = context
  const [tenant] = await readTenants(db, [tenantId])
  const realNow = clock.now()
  const before = instant(realNow + (tenant?.clockOffsetMs ?? 0))
  // A minute back, for what the wake-up loop of a replica may be storing at this moment.
  const from = idAt(later(realNow, -MINUTE_MS))
  const offsetMs = await withTransaction(context.pool, async (tx) => {
    const wanted = 'to' in advance ? { offsetMs: advance.to - realNow, byMs: 0 } : { offsetMs: 0, byMs: advance.byMs }
    const moved = (await moveClock(tx, tenantId, wanted)) ?? 0
    const after = { now: isoOf(realNow + moved) }
    const act = { tenantId, action: 'clock.advanced', target: 'tenant:clock', before: { now: isoOf(before) }, after }
    await recordAct(tx, clock, act)
    return moved
  })
  await wakeDue(context, tenantId)
  // For all to whom nothing has happened but time.
  await tellNotice(db, tenantNoticeOf(tenantId))
  const rows = await eventsBetween(db, tenantId, from, before, instant(realNow + offsetMs))
  const transitions = rows.map((row) => ({
    userId: row.user_id,
    type: outgoingTypeOf(row) ?? row.type,
    programId: row.program_id,
    at: instant(row.at.getTime()),
  }))
  return { now: instant(clock.now() + offsetMs), transitions }
}
