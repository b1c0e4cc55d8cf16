import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentedReceiver } from '../helpers/documented-receiver.ts'
import {
  approvesAndIsTold,
  declines,
  refusesForgeries,
  survivesARotation,
  TellingWorld,
  worksOnEachEventOnce,
} from '../helpers/telling-world.ts'

// The receiver in TypeScript that docs/integration.md shows, word for word, against what the service really sends.

let world: TellingWorld
beforeAll(async () => {
  world = await TellingWorld.start('ts')
})
afterAll(() => world.stop())

test('approves a purchase and is told of it', () => approvesAndIsTold(world))
test('declines what is beyond its rules', () => declines(world))
test('works on each event once, however often it comes', () => worksOnEachEventOnce(world))
test('refuses what the service did not sign, or not now', () => refusesForgeries(world))
test('is told and asked as before while the secret is rotated', () => survivesARotation(world))

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
