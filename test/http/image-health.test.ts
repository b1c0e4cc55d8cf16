import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { freePort } from '../helpers/free-port.ts'
import { startService } from '../helpers/service.ts'

// What the image asks of its process. Orchestrators put a new container in the place of one that is not healthy.

const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8')
const [, check = ''] = /^HEALTHCHECK .*\\\n +CMD (.+)$/m.exec(dockerfile) ?? []

/** The code that the check ends with, given the port of the service: 0 is healthy. */
async function checked(port: string): Promise<number> {
  const [program, ...given] = JSON.parse(check) as [string, ...string[]]
  expect(program).toBe('node')
  const [code] = await once(spawn(process.execPath, given, { env: { PORT: port } }), 'exit')
  return code
}

test('a container whose database is away or frozen is healthy: a new one would not have it either', async () => {
  const line = new DatabaseLine()
  const service = await startService({ via: line.to })
  const { port } = new URL(service.url)
  expect(await checked(port)).toBe(0)
  line.freeze()
  const startedAt = performance.now()
  expect(await checked(port)).toBe(0)
  // What waits for a frozen database takes 5 seconds, and the image gives its check 3.
  expect(performance.now() - startedAt).toBeLessThan(4500)
  await line.cut()
  expect((await service.anybody.get('/ready')).status).toBe(503)
  expect(await checked(port)).toBe(0)
  await service.end()
}, 90_000)

test('a container in which nobody listens is not healthy', async () => {
  expect(await checked(String(await freePort()))).toBe(1)
})
