import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'

// What the image and the compose file say of the project. Nothing here builds them.

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The names that the service asks its environment for. */
function knownVariables(): ReadonlySet<string> {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
  return asked
}

test('every variable that the compose file sets is one that the service reads', () => {
  const { service } = parse(read('compose.yaml')).services
  const set = Object.keys(service.environment)
  expect(set).toContain('DATABASE_URL')
  expect(set.filter((name) => !knownVariables().has(name))).toEqual([])
})

test('everything that the image takes from the project is there, and is let through', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  const letThrough = read('.dockerignore').split('\n')
  expect(copied).toContain('src')
  expect(copied.filter((file) => !existsSync(join(root, file)) || !letThrough.includes(`!${file}`))).toEqual([])
})
