import { expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { startService } from '../helpers/service.ts'

test('a process that answers is alive, also while its database is away', async () => {
  const line = new DatabaseLine()
  const service = await startService({ via: line.to })
  const alive = { status: 200, body: { status: 'alive' } }
  expect(await service.anybody.get('/live')).toMatchObject(alive)
  await line.cut()
  expect((await service.anybody.get('/ready')).status).toBe(503)
  expect(await service.anybody.get('/live')).toMatchObject(alive)
  await service.end()
})

test('in maintenance it is alive, too', async () => {
  const service = await startService()
  await service.superAdmin.put('/v1/super-admin/maintenance', { enabled: true })
  expect((await service.anybody.get('/health')).status).toBe(503)
  expect((await service.anybody.get('/live')).status).toBe(200)
  await service.end()
})
