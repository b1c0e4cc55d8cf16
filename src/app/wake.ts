import type { TenantId } from '../core/ids.ts'
import { duePlayers } from '../store/players.ts'
import type { Queryable } from '../store/statement.ts'
import type { Outcome, Request, Who } from './app.ts'
import type { Clock } from './clock.ts'

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

/** Calls `wakeDue` every second until it is stopped; a failure is reported and the next second tries again. */
export function startWakeLoop(context: WakeContext, onError: (error: unknown) => void, everyMs = 1000) {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= wakeDue(context, null)
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
