import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startAskingService, webhookSecretOf } from '../helpers/approvals.ts'
import { runLines, shellUnder } from '../helpers/documented-calls.ts'
import { DocumentedReceiver, documentedReceiver } from '../helpers/documented-receiver.ts'
import { buy } from '../helpers/service.ts'
import { testReceiver } from '../helpers/test-receiver.ts'

testReceiver('ts')

test('is set up by the lines of the document, and asked from then on', async () => {
  const service = await startAskingService()
  const tenant = await service.seed()
  const receiver = await DocumentedReceiver.start('ts', await webhookSecretOf(service, tenant))
  const values = { BASE: () => service.url, KEY: () => tenant.serverKey, RECEIVER: () => receiver.url }
  const noStream = async () => expect.fail('nothing is streamed')
  const calls = await runLines(service, shellUnder('docs/webhooks.md', 'Set it up'), values, noStream)
  expect(calls.map(({ asked, answer }) => `${asked} ${answer.status}`)).toEqual([
    'PATCH /v1/admin/settings 200',
    'POST /v1/admin/webhook-deliveries/ping 200',
    'GET /v1/admin/webhook-deliveries 200',
  ])
  expect(calls[2]?.answer.body.deliveries).toMatchObject([{ eventType: 'ping' }])
  expect((await buy(tenant, 'anna')).status).toBe(201)
  await receiver.stop()
  const { body } = await tenant.api.post('/v1/challenges/purchase', { userId: 'boris', challengeTierId: tenant.tierId })
  expect(body.message).toMatch(/the approval URL of the operator could not be reached$/)
  await service.end()
}, 60_000)

test('is a program without a mistake that the compiler could find', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  await writeFile(join(folder, 'receiver.mts'), documentedReceiver('ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
  const modules = join(import.meta.dirname, '../../node_modules')
  const options = '--noEmit --strict --erasableSyntaxOnly --target esnext --module nodenext --types node --typeRoots'
  const compiler = [...options.split(' '), join(modules, '@types'), 'receiver.mts']
  const compiled = promisify(execFile)(join(modules, '.bin/tsc'), compiler, { cwd: folder })
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  await rm(folder, { recursive: true })
  expect(stdout).toBe('')
}, 120_000)
