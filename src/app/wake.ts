import type { TenantId } from '../core/ids.ts'
import { duePlayers } from '../store/players.ts'
import type { Queryable } from '../store/statement.ts'
import type { Clock } from './clock.ts'
import type { Outcome, Request } from './running.ts'
import type { Who } from './who.ts'

export interface WakeContext {
  readonly db: Queryable
  readonly clock: Clock
  readonly run: (who: Who, request: Request) => Promise<Outcome>
}

const BATCH = 500

/**
 * Wakes every player for whom something is due, of one tenant or of all, the earliest first. Replicas may wake the same
 * player: the second one finds nothing due. A player is woken by a command like any other, so nothing is locked while
 * the list is read. Throws the first failure after all others were woken.
 */
export async function wakeDue({ db, clock, run }: WakeContext, tenantId: TenantId | null): Promise<void> {
  for (;;) {
    const due = await duePlayers(db, clock.now(), tenantId, BATCH)
    const woken = await Promise.allSettled(
      due.map((row) => run({ tenantId: row.tenant_id, userId: row.user_id }, { type: 'Wake' })),
    )
    for (const outcome of woken) if (outcome.status === 'rejected') throw outcome.reason
    if (due.length < BATCH) return
  }
}
