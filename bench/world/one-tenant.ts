import type { Pool } from 'pg'
import { systemClock } from '../../src/app/clock.ts'
import { createApp } from '../../src/app/create-app.ts'
import type { TenantId } from '../../src/core/ids.ts'
import { connectPipelined } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'

export interface OneTenant {
  readonly tenantId: TenantId
  readonly serverKey: string
}

/** Makes the tables and one tenant in an empty database. */
export async function oneTenant(pool: Pool, url: string): Promise<OneTenant> {
  await migrate(pool)
  const { app, stop } = createApp({
    pool,
    connect: () => connectPipelined({ url, prepared: true }),
    clock: systemClock,
    sendMail: async () => {},
    pipeline: { lanes: 1, batchMax: 10, queueMax: 10 },
    onError: (error) => console.error(error),
  })
  const wanted = { name: 'Bench', environment: 'production', currency: 'EUR', settings: {}, plan: {} } as const
  const { tenant, serverKey } = await app.createTenant(wanted)
  await stop()
  return { tenantId: tenant.id, serverKey }
}
