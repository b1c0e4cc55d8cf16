import type { Pool } from 'pg'
import type { EventId, TenantId, Uuid } from '../core/ids.ts'
import type { Trace } from '../store/audit.ts'
import { withTransaction } from '../store/database.ts'
import {
  type ChangedFlag,
  type FlagFilter,
  type FlagRecord,
  findFlag,
  insertFlag,
  listFlags,
  resolveFlag,
} from '../store/flags.ts'
import type { Page, PageRequest } from '../store/page.ts'
import type { Queryable } from '../store/statement.ts'
import type { Tenant } from '../store/tenants.ts'
import { recordAct } from './audit/record-act.ts'
import { type Clock, tenantNow } from './clock.ts'
import { newId } from './uuid.ts'

/** A person at the operator says that something is wrong with a bet event. */
export interface NewFlag {
  readonly betEventId: EventId
  readonly description: string
  readonly actor: string
}

/** What a person at the operator should look at. Rules 4.13 */
export interface Flagging {
  flags(filter: FlagFilter, page: PageRequest): Promise<Page<FlagRecord>>
  flag(tenantId: TenantId, id: Uuid): Promise<FlagRecord | null>
  /** Null: there is no such bet event. */
  openFlag(tenant: Tenant, flag: NewFlag): Promise<FlagRecord | null>
  /** One that was resolved before stays as it is. Null: there is no such flag. */
  resolveFlag(tenant: Tenant, id: Uuid, by: { actor: string; note: string }): Promise<FlagRecord | null>
}

/** Flags move no money and are folded from nothing, so that they need no command of a player. */
export function flagging(pool: Pool, clock: Clock): Flagging {
  const flag: Flagging['flag'] = (tenantId, id) => findFlag(pool, tenantId, id)
  // What somebody wrote stays with the flag: it could name a person.
  const record = (db: Queryable, tenantId: TenantId, action: string, id: Uuid, flag: ChangedFlag, after: Trace) =>
    recordAct(db, clock, { tenantId, action, target: `flag:${id}`, ...whose(flag), after })
  return {
    flags: (filter, page) => listFlags(pool, filter, page),
    flag,
    openFlag: async (tenant, { betEventId, description, actor }) => {
      const id = newId<Uuid>()
      await withTransaction(pool, async (db) => {
        const opened = await insertFlag(db, {
          tenantId: tenant.id,
          id,
          betEventId,
          description,
          actor,
          at: tenantNow(clock, tenant),
        })
        if (opened !== null) await record(db, tenant.id, 'flag.opened', id, opened, { betEventId })
      })
      return flag(tenant.id, id)
    },
    resolveFlag: async (tenant, id, { actor, note }) => {
      await withTransaction(pool, async (db) => {
        const resolved = await resolveFlag(db, { tenantId: tenant.id, id, actor, note, at: tenantNow(clock, tenant) })
        if (resolved !== null) await record(db, tenant.id, 'flag.resolved', id, resolved, { status: 'resolved' })
      })
      return flag(tenant.id, id)
    },
  }
}

const whose = ({ player_id: playerId }: ChangedFlag) => (playerId === null ? {} : { playerId })
