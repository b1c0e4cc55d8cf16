import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPrograms } from '../../src/store/embedded/programs.ts'
import { commandOf, findRunner, handOver } from '../../src/store/embedded/runner.ts'
import { EmbeddedWorld, kill, query, rowsOfOwner } from '../helpers/embedded-world.ts'

const world = new EmbeddedWorld()

describe('kill -9', () => {
  test('of the service ends its database, and a start at once finds every row that was acknowledged', async () => {
    let acknowledged = 0
    for (let round = 1; round <= 3; round += 1) {
      const owner = await world.startOwner()
      acknowledged = await kill(owner)
      const server = await world.start()
      expect(server.pid()).not.toBe(owner.postmaster)
      expect(await rowsOfOwner(server.url)).toBeGreaterThanOrEqual(acknowledged)
      await server.stop()
    }
    expect(acknowledged).toBeGreaterThan(0)
  })

  test('of the service leaves no database process behind', async () => {
    const owner = await world.startOwner()
    expect((await world.processes()).length).toBeGreaterThan(1)
    await kill(owner)
    await expect.poll(() => world.processes(), { timeout: 10_000 }).toEqual([])
  })

  test('of service and database together loses no acknowledged row', async () => {
    const owner = await world.startOwner()
    process.kill(owner.postmaster, 'SIGKILL')
    const acknowledged = await kill(owner)
    const { url } = await world.start()
    expect(await rowsOfOwner(url)).toBeGreaterThanOrEqual(acknowledged)
  })

  test('of the database is noticed, and it comes back on the same address with its rows', async () => {
    const server = await world.start()
    await query(server.url, 'create table kept as select 42 as answer')
    for (let round = 1; round <= 3; round += 1) {
      const killed = server.pid()
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => server.pid(), { timeout: 20_000 }).not.toBe(killed)
      expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    }
  })

  test('of a database that cannot come back is told to whoever waits for it', async () => {
    const server = await world.start()
    // At one stroke: where it is removed file by file, the server may add another one meanwhile.
    await rename(join(world.dataDir, 'postgres'), join(world.dataDir, 'elsewhere'))
    process.kill(server.pid(), 'SIGKILL')
    expect(await server.gone).toMatchObject({ message: expect.stringContaining('did not start') })
    await server.stop()
  })

  test('of the database while it is told to stop still ends in a stop', async () => {
    const server = await world.start()
    process.kill(server.pid(), 'SIGKILL')
    await server.stop()
    expect(await server.gone).toBeNull()
    expect(await world.processes()).toEqual([])
  })
})

describe('Ctrl-C', () => {
  test('reaches the service and not its database, which outlives the drain', async () => {
    const owner = await world.startOwner()
    process.kill(-(owner.process.pid ?? 0), 'SIGINT')
    // Under npm it arrives twice.
    process.kill(-(owner.process.pid ?? 0), 'SIGINT')
    expect(await owner.exited).toEqual([0, null])
    expect(owner.heard().drained).toBe(true)
    expect(await world.processes()).toEqual([])
  })
})

describe('what an earlier process left behind', () => {
  test('is stopped first if it is a database whose service died without taking it along', async () => {
    const { postgres } = await findPrograms()
    const dead = spawnSync(process.execPath, ['--version']).pid
    const runner = await findRunner(await findPrograms(), world.dataDir)
    const unbound = { ...runner, prefix: runner.prefix.filter((_, index) => index < runner.prefix.indexOf('setpriv')) }
    const socketDir = await mkdtemp(join(tmpdir(), 'cf-'))
    await Promise.all([socketDir, join(world.dataDir, 'postgres')].map((dir) => handOver(runner, dir)))
    const { file, args, options } = commandOf(unbound, postgres, [
      ...['-D', join(world.dataDir, 'postgres'), '-c', `challenge_funding.owner=${dead}`],
      ...['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketDir}`],
    ])
    const orphan = spawn(file, args, { ...options, stdio: 'ignore' })
    const exited = once(orphan, 'close')
    await expect.poll(() => existsSync(join(socketDir, '.s.PGSQL.5432')), { timeout: 10_000 }).toBe(true)
    const server = await world.start()
    expect(await exited).toEqual([0, null])
    expect(server.pid()).not.toBe(orphan.pid)
    await rm(socketDir, { recursive: true })
  })

  test('does not block the start if it is a lock file whose number is now another program', async () => {
    await writeFile(join(world.dataDir, 'postgres', 'postmaster.pid'), `${process.ppid}\n${world.dataDir}/postgres\n`)
    const { url } = await world.start()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is cleared away if it is a half-built database, unless its builder lives', async () => {
    await world.removeDatabase()
    const dead = spawnSync(process.execPath, ['--version']).pid
    await mkdir(join(world.dataDir, `postgres.new-${dead}`, 'base'), { recursive: true })
    await mkdir(join(world.dataDir, `postgres.new-${process.ppid}`))
    await world.start()
    expect((await readdir(world.dataDir)).sort()).toEqual(['postgres', `postgres.new-${process.ppid}`, 'postgres.url'])
  })
})
