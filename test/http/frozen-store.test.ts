import { expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { startService } from '../helpers/service.ts'

test('a balancer soon hears of a database that answers nothing any more', async () => {
  const line = new DatabaseLine()
  const service = await startService({ via: line.to })
  expect((await service.anybody.get('/ready')).status).toBe(200)
  line.freeze()
  const startedAt = performance.now()
  const answers = await Promise.all(['/ready', '/ready', '/health'].map((path) => service.anybody.get(path)))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  // The limit of all other statements is 30 seconds.
  expect(performance.now() - startedAt).toBeLessThan(25_000)
  await line.cut()
  await service.end()
}, 90_000)
