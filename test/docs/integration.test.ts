import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { documentedReceiver } from '../helpers/documented-receiver.ts'
import { testReceiver } from '../helpers/test-receiver.ts'

testReceiver('ts')

test('is a program without a mistake that the compiler could find', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  await writeFile(join(folder, 'receiver.ts'), documentedReceiver('ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const modules = join(import.meta.dirname, '../../node_modules')
  const options = '--noEmit --strict --erasableSyntaxOnly --target esnext --module nodenext --types node --typeRoots'
  const compiler = [...options.split(' '), join(modules, '@types'), 'receiver.ts']
  const compiled = promisify(execFile)(join(modules, '.bin/tsc'), compiler, { cwd: folder })
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  await rm(folder, { recursive: true })
  expect(stdout).toBe('')
}, 120_000)
