import { expect, test } from 'vitest'
import type { TenantId } from '../../src/core/ids.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { expectError } from '../helpers/expect-error.ts'
import { emptied } from '../helpers/inbox.ts'
import { startService } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('a service that works says so to anybody', async () => {
  const { status, body } = await used.service.anybody.get('/health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    components: {
      database: expect.stringMatching(/^ok \(\d+ ms\)$/),
      queue: expect.stringMatching(/^ok \(0 waiting\)$/),
    },
    correlationId: expect.any(String),
  })
})

test('what waits in the inbox is told', async () => {
  const { pool, app } = used.service.app
  const { id, api } = await used.service.seed({ integrationMode: 'async' })
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table players in exclusive mode')
  await api.post('/v1/bets', { userId: 'anna', externalBetId: 'b1', status: 'voided' })
  const { status, body } = await used.service.anybody.get('/health')
  await blocker.query('rollback')
  blocker.release()
  expect(status).toBe(200)
  expect(body.components.queue).toMatch(/^ok \(\d waiting, 1 in the inbox, the oldest for \d s\)$/)
  await emptied(used.service.app)
  expect((await used.service.anybody.get('/health')).body.components.queue).toBe('ok (0 waiting)')
  expect(await app.betRecords({ tenantId: id as TenantId }, { limit: 1, cursor: null })).toMatchObject({ items: [{}] })
})

test('one without its database says so, and whom it cannot serve it asks to come back', async () => {
  const line = new DatabaseLine()
  const service = await startService({ via: line.to })
  const tenant = await service.seed()
  await line.cut()
  const health = await service.anybody.get('/health')
  expect(health.status).toBe(503)
  expect(health.body).toMatchObject({
    error: 'service_unavailable',
    status: 'unavailable',
    components: { database: 'unavailable' },
  })
  expectError(await tenant.api.get('/v1/users/anybody/progress'), 503, 'service_unavailable')
  await line.restore()
  await expect.poll(async () => (await service.anybody.get('/health')).status).toBe(200)
  await service.end()
  await line.cut()
})

test('it needs no key and takes none', async () => {
  const { anybody } = used.service
  expect((await anybody.get('/health', { 'x-api-key': 'wrong' })).status).toBe(200)
})
