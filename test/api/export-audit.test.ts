import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAudit } from '../../src/contract/operations/audit.ts'
import { auditOf, exportOf } from '../helpers/audit.ts'
import { buy } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

describe('the export', () => {
  test('is the whole chain, an event a line, the oldest first', async () => {
    await buy(used.tenant, 'anna')
    const { lines, head, length } = await exportOf(used.tenant)
    const events = (await auditOf(used.tenant)).reverse()
    expect(lines.map((line) => JSON.parse(line))).toEqual(events)
    expect(length).toBe(events.length)
    expect(head).toBe(events.at(-1).hash)
  })

  test('is read slice by slice where it is long', async () => {
    const tenant = await used.service.seed()
    const users = Array.from({ length: 600 }, (_, i) => `player-${i}`)
    await Promise.all(users.map((user) => buy(tenant, user)))
    const { lines, length } = await exportOf(tenant)
    expect(lines).toHaveLength(length)
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, i) => i + 1))
  })

  test('is nobody else’s', async () => {
    const other = await used.service.seed()
    expect((await exportOf(other)).lines.join()).not.toContain('anna')
  })
})

describe('npm run verify-audit', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'audit-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (...given: readonly string[]): Promise<{ code: number; said: string; complained: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, ['src/verify-audit.ts', ...given], (error, said, complained) =>
        resolve({ code: Number(error?.code ?? 0), said, complained }),
      )
    })

  /** What it says of a file, and how it ends. */
  async function check(lines: readonly string[], ...more: readonly string[]): Promise<{ code: number; said: string }> {
    const file = join(folder, `${Math.random()}.ndjson`)
    await writeFile(file, `${lines.join('\n')}\n`)
    const { code, said } = await run(file, ...more)
    return { code, said }
  }

  test('says what it was not given', async () => {
    const usage = 'npm run verify-audit -- FILE [--head HASH]\n'
    const missing = join(folder, 'missing.ndjson')
    expect(await run()).toEqual({ code: 2, said: '', complained: `A file is wanted\n${usage}` })
    expect(await run('--tail', 'x')).toMatchObject({
      code: 2,
      complained: expect.stringMatching(/'--tail'.*\n.*--head/),
    })
    expect(await run(missing)).toMatchObject({ code: 2, complained: expect.stringContaining(`open '${missing}'`) })
    expect((await run(missing)).complained).not.toContain('at async')
  })

  test('needs nothing but the file', async () => {
    const { lines, head } = await exportOf(used.tenant)
    expect(await check(lines)).toEqual({
      code: 0,
      said: `The chain holds: ${lines.length} events, the last hash is ${head}\n`,
    })
  })

  test('finds what was changed, removed, moved or cut off', async () => {
    const { lines, head } = await exportOf(used.tenant)
    const changed = lines.with(2, (lines[2] ?? '').replace('"actor":"', '"actor":"x'))
    const broken = async (copy: readonly string[]) => (await check(copy)).said
    expect(await broken(changed)).toMatch(/^Broken at number 3 .*its content is not what was sealed/)
    expect(await broken(lines.toSpliced(2, 1))).toMatch(/^Broken at number 3 .*expected number 3, found 4/)
    const [first = '', second = ''] = lines
    expect(await broken([second, first, ...lines.slice(2)])).toMatch(/^Broken at number 1 /)
    for (const line of ['{"id":', 'null', '7', '']) {
      expect(await broken(lines.with(1, line))).toMatch(/^Broken at number 2/)
    }
    expect((await check(lines.slice(0, -1))).code).toBe(0)
    expect(await check(lines.slice(0, -1), '--head', head)).toMatchObject({ code: 1 })
    expect(await check(lines, '--head', head)).toMatchObject({ code: 0 })
  })
})

testAccess(used, exportAudit)
