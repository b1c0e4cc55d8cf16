import { expect, test } from 'vitest'
import { startService } from '../helpers/service.ts'

test('a replica that reaches its database is ready, and one that does not is passed over', async () => {
  const service = await startService()
  expect(await service.anybody.get('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await service.app.loseDatabase()
  expect(await service.anybody.get('/ready')).toMatchObject({
    status: 503,
    body: { error: 'service_unavailable', message: 'The database cannot be reached' },
  })
  await service.end()
})
