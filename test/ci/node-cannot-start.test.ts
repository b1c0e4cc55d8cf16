import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { postinstall: string } }

let bin: string
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'bin-'))
})
afterEach(() => rmSync(bin, { recursive: true }))

/** What `npm install` ends with, where the shell finds this program as its `node`. */
function installed(node: string) {
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${node}\n`)
  chmodSync(join(bin, 'node'), 0o755)
  return spawnSync('sh', ['-c', scripts.postinstall], {
    env: { PATH: `${bin}:${process.env.PATH}` },
    encoding: 'utf8',
  })
}

test('an install says nothing where Node starts', () => {
  expect(installed(`exec '${process.execPath}' "$@"`)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('an install fails and says which library to get where Node cannot start', () => {
  const { status, stderr } = installed(
    'echo "error while loading shared libraries: libatomic.so.1: cannot open" >&2; exit 127',
  )
  expect(status).toBe(1)
  expect(stderr).toContain('loading shared libraries: libatomic.so.1')
  expect(stderr).toContain('apt-get install libatomic1')
  expect(stderr).toContain('npm install again')
})
