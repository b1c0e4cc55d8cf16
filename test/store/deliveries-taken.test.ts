import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant } from '../../src/core/instant.ts'
import { takeDue } from '../../src/store/deliveries.ts'
import { seedTenant, startApp, type TestApp } from '../helpers/app.ts'

let running: TestApp
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.end())

test('a place that becomes free goes to who has the fewest under way, not to a backlog that waits for longer', async () => {
  const { tenant: hanging } = await seedTenant(running.app)
  const { tenant: healthy } = await seedTenant(running.app)
  await running.pool.query(
    `insert into deliveries (tenant_id, event_id, seq, type, body, due_at)
     select $1::uuid, gen_random_uuid(), 0, 'ping', '{}'::jsonb, now() - interval '1 hour' from generate_series(1, 20)
      union all select $2, gen_random_uuid(), 0, 'ping', '{}', now() from generate_series(1, 2)`,
    [hanging.id, healthy.id],
  )
  const now = instant(Date.now() + 1_000)
  const underWay = new Map([[hanging.id, 7]])
  const taking = { now, underWay, leaseUntil: instant(now + 15_000) }
  expect(await takeDue(running.pool, { ...taking, limit: 1 })).toMatchObject([{ tenant_id: healthy.id }])
  // Nor does the other one starve where there is room for both.
  const both = await takeDue(running.pool, { ...taking, limit: 2 })
  expect(new Set(both.map(({ tenant_id }) => tenant_id))).toEqual(new Set([hanging.id, healthy.id]))
})
