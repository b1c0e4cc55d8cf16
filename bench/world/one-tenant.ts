import type { Pool } from 'pg'
import type { TenantId } from '../../src/core/ids.ts'
import { migrate } from '../../src/store/migrate.ts'
import { startBenchApp } from './bench-app.ts'

export interface OneTenant {
  readonly tenantId: TenantId
  readonly serverKey: string
}

/** Makes the tables and one tenant in an empty database. */
export async function oneTenant(pool: Pool, url: string): Promise<OneTenant> {
  await migrate(pool)
  const { app, stop } = startBenchApp(pool, url, { lanes: 1, batchMax: 10, queueMax: 10 })
  const wanted = { name: 'Bench', environment: 'production', currency: 'EUR', settings: {}, plan: {} } as const
  const { tenant, serverKey } = await app.createTenant(wanted)
  await stop()
  return { tenantId: tenant.id, serverKey }
}
