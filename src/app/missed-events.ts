import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EventId, TenantId } from '../core/ids.ts'
import { lastOutgoing, type OutgoingEvent, outgoingAfter, standsBehind, wentOut } from '../store/outbox.ts'
import type { Page } from '../store/page.ts'

/** How long what was committed may stand behind another transaction before it is left for the next call. */
const PATIENCE_MS = 2000
const LOOK_AGAIN_MS = 10

/**
 * What went out after an event. The list ends where a transaction is still on its way, or a later page could begin
 * before something that this one has not shown; so whatever is there at the call is waited for a moment. Null: no event
 * of this id went out, and who was answered with an empty page would believe that nothing was missed.
 */
export async function missedEvents(
  pool: Pool,
  tenantId: TenantId,
  after: EventId | null,
  limit: number,
): Promise<Page<OutgoingEvent> | null> {
  const last = await lastOutgoing(pool, tenantId)
  const until = performance.now() + PATIENCE_MS
  while (last !== null && performance.now() < until && (await standsBehind(pool, last))) await wait(LOOK_AGAIN_MS)
  const page = await outgoingAfter(pool, tenantId, after, limit)
  const isEmpty = page.items.length === 0
  return isEmpty && after !== null && !(await wentOut(pool, tenantId, after)) ? null : page
}
