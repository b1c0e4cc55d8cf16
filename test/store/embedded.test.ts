import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findEmbeddedPostgres } from '../../src/store/embedded/launcher.ts'
import { EmbeddedWorld, kill, query, rowsOfOwner } from '../helpers/embedded-world.ts'

const world = new EmbeddedWorld()

describe('the embedded database', () => {
  test('keeps its rows from one start to the next', async () => {
    const first = await world.start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await world.start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('flushes every commit, checks its pages and folds the case of every letter', async () => {
    const { url } = await world.start()
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
    for (const name of settings) expect(await query(url, `show ${name}`)).toEqual([{ [name]: 'on' }])
    expect(await query(url, `select lower('ÄÖÜẞ') as low, 'a' > 'B' as by_code_point`)).toEqual([
      { low: 'äöüß', by_code_point: true },
    ])
  })

  test('opens no port, and lets nobody but its user to its socket', async () => {
    const { url } = await world.start()
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socketDir = new URL(url).searchParams.get('host') ?? ''
    const { stdout } = spawnSync('ls', ['-ld', socketDir], { encoding: 'utf8' })
    expect(stdout).toMatch(/^drwx------/)
  })

  test('stops in order, as often as it is told to, and leaves nothing behind', async () => {
    const server = await world.start()
    const socketDir = new URL(server.url).searchParams.get('host') ?? ''
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(await server.gone).toBeNull()
    expect(await world.processes()).toEqual([])
    expect(existsSync(socketDir)).toBe(false)
    expect(await readdir(world.dataDir)).toEqual(['postgres'])
    expect(await readdir(join(world.dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('is found by another command while it runs, and only then', async () => {
    expect(await findEmbeddedPostgres(world.dataDir)).toBeNull()
    const server = await world.start()
    expect(await findEmbeddedPostgres(world.dataDir)).toBe(server.url)
    await server.stop()
    expect(await findEmbeddedPostgres(world.dataDir)).toBeNull()
  })

  test('is refused to a second process, and to a second start in the same one', async () => {
    const owner = await world.startOwner()
    await expect(world.start()).rejects.toMatchObject({
      name: 'DataDirInUse',
      message: expect.stringContaining(`in use by process ${owner.process.pid}`),
    })
    await kill(owner)
    await world.start()
    await expect(world.start()).rejects.toMatchObject({ name: 'DataDirInUse' })
  })

  test('belongs to one of two processes that start at once on a new directory; the other is refused', async () => {
    await world.removeDatabase()
    const results = await Promise.allSettled([world.start(), world.startOwner()])
    const refusals = results.filter((result) => result.status === 'rejected')
    expect(refusals).toHaveLength(1)
    expect(String(refusals[0]?.reason)).toContain('DataDirInUse')
    expect((await readdir(world.dataDir)).sort()).toEqual(['postgres', 'postgres.url'])
  })

  test('can also be reached by the loopback interface, with its password only', async () => {
    await world.removeDatabase()
    const { url } = await world.start({ transport: 'loopback' })
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })
})

const repository = fileURLToPath(new URL('../../', import.meta.url))
const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
const isRoot = process.getuid?.() === 0
/** Root's home is closed to others: there the service runs as root only, and in a user namespace only. */
const nobodyReaches =
  isRoot && spawnSync('test', ['-r', join(repository, 'package.json')], { uid: nobody, gid: nobody }).status === 0

describe.runIf(nobodyReaches)('another user than root', () => {
  beforeEach(() => chmod(world.dataDir, 0o755))

  test('runs the service with its database', async () => {
    await world.removeDatabase()
    await chown(world.dataDir, nobody, nobody)
    const owner = await world.startOwner({ uid: nobody })
    await kill(owner)
    const again = await world.startOwner({ uid: nobody })
    process.kill(again.process.pid ?? 0, 'SIGINT')
    expect(await again.exited).toEqual([0, null])
  })

  describe('where user namespaces are forbidden', () => {
    let tools: string
    let PATH: string

    beforeEach(async () => {
      tools = await mkdtemp(join(tmpdir(), 'tools-'))
      await writeFile(join(tools, 'unshare'), '#!/bin/sh\necho unshare failed: Operation not permitted >&2\nexit 1\n')
      await chmod(join(tools, 'unshare'), 0o755)
      PATH = [tools, dirname(process.execPath), process.env.PATH].join(delimiter)
    })
    afterEach(() => rm(tools, { recursive: true }))

    test('runs the database for root, and the files change hands as needed', async () => {
      await (await world.start()).stop()
      const acknowledged = await kill(await world.startOwner({ PATH }))
      const server = await world.start()
      expect(await rowsOfOwner(server.url)).toBeGreaterThanOrEqual(acknowledged)
    })

    test('lets that user through to its files, and through no more than the folder of the data', async () => {
      await world.removeDatabase()
      await chmod(world.dataDir, 0o700)
      await world.startOwner({ PATH })
      expect((await stat(world.dataDir)).mode & 0o777).toBe(0o701)
    })

    test('runs the database behind a password that it may read', async () => {
      await world.removeDatabase()
      const owner = await world.startOwner({ PATH, transport: 'loopback' })
      expect(owner.heard().acknowledged).toBeGreaterThan(0)
    })

    test('is told of as the reason, with what else was tried, when that user may not reach the files', async () => {
      const home = await mkdtemp(join(tmpdir(), 'home-'))
      onTestFinished(() => rm(home, { recursive: true }))
      await rename(world.dataDir, join(home, 'data'))
      world.dataDir = join(home, 'data')
      await expect(world.startOwner({ PATH })).rejects.toThrow(
        /cannot be run here:\n- in a user namespace.*\n.*Operation not permitted\n- as nobody, ending with its parent: .*\n- as nobody: /,
      )
    })
  })
})
