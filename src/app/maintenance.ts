import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import { withTransaction } from '../store/database.ts'
import { beginMaintenance, endMaintenance, listMaintenance, type Maintenance } from '../store/maintenance.ts'
import { readTenants } from '../store/tenants.ts'
import { INSTALLATION, recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'

/** What the super admin keeps from writing. */
export interface Maintaining {
  /** What is told to whoever writes for a tenant, or for none; null while all is as usual. */
  maintenanceOf(tenantId: TenantId | null): Promise<Maintenance | null>
  /** Begins (or tells anew) with a message, ends without; null is the installation. False: there is no such tenant. */
  maintain(tenantId: TenantId | null, maintenance: Maintenance | null): Promise<boolean>
}

type State = Awaited<ReturnType<typeof listMaintenance>>

/** How long a replica may believe what it read, in milliseconds: all of them have stopped writing within a second. */
const BELIEVED_MS = 500

/** The maintenance of the installation and of its tenants, kept in the database so that every replica sees it. */
export function maintaining(pool: Pool, clock: Clock): Maintaining {
  let known: { readonly state: Promise<State>; readonly at: number } | null = null
  const state = (): Promise<State> => {
    const now = performance.now()
    if (known !== null && now - known.at < BELIEVED_MS) return known.state
    const reading = listMaintenance(pool)
    const mine = { state: reading, at: now }
    known = mine
    // What could not be read is not believed.
    reading.catch(() => {
      if (known === mine) known = null
    })
    return reading
  }
  return {
    maintenanceOf: async (tenantId) => {
      const all = await state()
      return all.get(null) ?? all.get(tenantId) ?? null
    },
    maintain: async (tenantId, maintenance) => {
      if (tenantId !== null && (await readTenants(pool, [tenantId])).length === 0) return false
      await withTransaction(pool, async (db) => {
        if (maintenance === null) await endMaintenance(db, tenantId)
        else await beginMaintenance(db, tenantId, maintenance.message, clock.now())
        const action = maintenance === null ? 'maintenance.ended' : 'maintenance.begun'
        const target = tenantId === null ? 'installation:all' : `tenant:${tenantId}`
        await recordAct(db, clock, { tenantId: tenantId ?? INSTALLATION, action, target, after: { ...maintenance } })
      })
      known = null
      return true
    },
  }
}
