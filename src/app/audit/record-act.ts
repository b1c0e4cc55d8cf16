import type { PlayerId, TenantId, Uuid } from '../../core/ids.ts'
import { insertAuditEvents, type Trace } from '../../store/audit.ts'
import { tellChanges } from '../../store/change-notices.ts'
import { INSTALLATION } from '../../store/maintenance.ts'
import type { Queryable } from '../../store/statement.ts'
import type { Clock } from '../clock.ts'
import { kindsOfAct, noticeOfChange } from '../live/change.ts'
import { newId } from '../uuid.ts'
import { actingNow } from './acting.ts'

/** The chain of what concerns all tenants at once. */
export { INSTALLATION }

/** Something that somebody did. */
export interface Act {
  /** `INSTALLATION` for what concerns them all. */
  readonly tenantId: TenantId
  /** In the past tense, as `thing.done`. */
  readonly action: string
  /** What was acted on, as `kind:id`. */
  readonly target: string
  readonly playerId?: PlayerId
  /** Never a secret, and nothing by which a user could be told: what is written here is written for good. */
  readonly before?: Trace | null
  readonly after?: Trace | null
  /** Who did it, where that is not who asked: who logs in becomes an admin only by it. */
  readonly actor?: string
}

/**
 * Writes an act into the audit of its tenant. Call it with the transaction that does what it tells of, so that there is
 * neither an act without its record nor a record without its act. Who did it is known from `actAs`.
 */
export async function recordAct(db: Queryable, clock: Clock, act: Act): Promise<void> {
  const { tenantId, action, target, playerId = null, before = null, after = null } = act
  const by = actingNow()
  const actor = act.actor ?? by.actor
  const event = { ...by, actor, tenantId, action, target, playerId, before, after, id: newId<Uuid>(), at: clock.now() }
  await insertAuditEvents([event])?.(db)
  // Acts are few: who looks on hears of one when it is committed, and not if it is not.
  if (tenantId !== INSTALLATION) {
    await tellChanges(db, [noticeOfChange({ tenantId, kinds: kindsOfAct(action), players: null })])
  }
}

/** The fields in which two versions of a thing differ, as they were and as they are. */
export function difference<Thing extends object>(before: Thing, after: Thing): { before: Trace; after: Trace } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name as keyof Thing]) !== JSON.stringify(after[name as keyof Thing]),
  )
  const part = (thing: Thing): Trace =>
    Object.fromEntries(names.map((name) => [name, thing[name as keyof Thing] ?? null]))
  return { before: part(before), after: part(after) }
}
