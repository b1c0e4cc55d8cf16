import { expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { startService } from '../helpers/service.ts'

test('a replica that reaches its database is ready, and one that does not is passed over', async () => {
  const line = new DatabaseLine()
  const service = await startService({ via: line.to })
  expect(await service.anybody.get('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await line.cut()
  expect(await service.anybody.get('/ready')).toMatchObject({
    status: 503,
    body: { error: 'service_unavailable', message: 'The database cannot be reached' },
  })
  await service.end()
})
