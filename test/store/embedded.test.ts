import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/store/embedded/launcher.ts'
import { findPrograms } from '../../src/store/embedded/programs.ts'
import { commandOf, findRunner } from '../../src/store/embedded/runner.ts'

let dataDir: string
let servers: EmbeddedPostgres[]
let processes: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  servers = []
  processes = []
})

afterEach(async () => {
  for (const process of processes) process.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.stop()))
  await expect.poll(() => processesOn(dataDir), { timeout: 10_000 }).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: { readonly transport?: 'socket' | 'loopback' } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options })
  servers.push(server)
  return server
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const rowsIn = async (url: string): Promise<number> =>
  (await query<{ rows: number }>(url, 'select count(*)::int as rows from acknowledged'))[0]?.rows ?? 0

/** Ids of the database's processes, workers included: all of them have its directory as their own. */
async function processesOn(dir: string): Promise<readonly string[]> {
  // macOS has no /proc, but there is a search through command lines, which finds the main process.
  if (!existsSync('/proc'))
    return spawnSync('pgrep', ['-f', dir], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const homes = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => homes[index]?.startsWith(dir))
}

interface Facts {
  readonly postmaster?: number
  readonly acknowledged?: number
  readonly drained?: boolean
}

/** The program beside this file, in a process of its own. */
interface Owner {
  readonly process: ChildProcess
  readonly exited: Promise<readonly unknown[]>
  readonly postmaster: number
  /** What it has said so far, the last word on each subject. */
  heard(): Facts
}

async function startOwner(options: { readonly PATH?: string; readonly uid?: number } = {}): Promise<Owner> {
  const program = fileURLToPath(new URL('embedded-owner.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir], {
    // A process group of its own, like that of a terminal's job.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: options.PATH ?? process.env.PATH },
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  })
  let facts: Facts = {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    facts = { ...facts, ...JSON.parse(line) }
  })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const exited = once(child, 'close')
  processes.push(child)
  await expect.poll(() => child.exitCode !== null || facts.acknowledged, { timeout: 20_000 }).toBeTruthy()
  if (facts.postmaster === undefined) throw new Error(complaint)
  return { process: child, exited, postmaster: facts.postmaster, heard: () => facts }
}

/** `kill -9`, and everything that the process had said before. */
async function killAndListen(owner: Owner): Promise<number> {
  owner.process.kill('SIGKILL')
  await owner.exited
  return owner.heard().acknowledged ?? 0
}

describe('the embedded database', () => {
  test('keeps its rows from one start to the next', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('flushes every commit, checks its pages and folds the case of every letter', async () => {
    const { url } = await start()
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']
    for (const name of settings) expect(await query(url, `show ${name}`)).toEqual([{ [name]: 'on' }])
    expect(await query(url, `select lower('ÄÖÜẞ') as low, 'a' > 'B' as by_code_point`)).toEqual([
      { low: 'äöüß', by_code_point: true },
    ])
  })

  test('opens no port, and lets nobody but its user to its socket', async () => {
    const { url } = await start()
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socketDir = new URL(url).searchParams.get('host') ?? ''
    const { stdout } = spawnSync('ls', ['-ld', socketDir], { encoding: 'utf8' })
    expect(stdout).toMatch(/^drwx------/)
  })

  test('stops in order, as often as it is told to, and leaves nothing behind', async () => {
    const server = await start()
    const socketDir = new URL(server.url).searchParams.get('host') ?? ''
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(await server.gone).toBeNull()
    expect(await processesOn(dataDir)).toEqual([])
    expect(existsSync(socketDir)).toBe(false)
    expect(await readdir(dataDir)).toEqual(['postgres'])
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('is found by another command while it runs, and only then', async () => {
    expect(await findEmbeddedPostgres(dataDir)).toBeNull()
    const server = await start()
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url)
    await server.stop()
    expect(await findEmbeddedPostgres(dataDir)).toBeNull()
  })

  test('is refused to a second process, and to a second start in the same one', async () => {
    const owner = await startOwner()
    await expect(start()).rejects.toMatchObject({
      name: 'DataDirInUse',
      message: expect.stringContaining(`in use by process ${owner.process.pid}`),
    })
    await killAndListen(owner)
    await start()
    await expect(start()).rejects.toMatchObject({ name: 'DataDirInUse' })
  })

  test('belongs to one of two processes that start at once on a new directory; the other is refused', async () => {
    const results = await Promise.allSettled([start(), startOwner()])
    const refusals = results.filter((result) => result.status === 'rejected')
    expect(refusals).toHaveLength(1)
    expect(String(refusals[0]?.reason)).toContain('DataDirInUse')
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.url'])
  })

  test('can also be reached by the loopback interface, with its password only', async () => {
    const { url } = await start({ transport: 'loopback' })
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })
})

describe('kill -9', () => {
  test('of the service ends its database, and a start at once finds every row that was acknowledged', async () => {
    let acknowledged = 0
    for (let round = 1; round <= 4; round += 1) {
      const owner = await startOwner()
      acknowledged = await killAndListen(owner)
      const server = await start()
      expect(server.pid()).not.toBe(owner.postmaster)
      expect(await rowsIn(server.url)).toBeGreaterThanOrEqual(acknowledged)
      await server.stop()
    }
    expect(acknowledged).toBeGreaterThan(0)
  })

  test('of the service leaves no database process behind', async () => {
    const owner = await startOwner()
    expect((await processesOn(dataDir)).length).toBeGreaterThan(1)
    await killAndListen(owner)
    await expect.poll(() => processesOn(dataDir), { timeout: 10_000 }).toEqual([])
  })

  test('of service and database together loses no acknowledged row', async () => {
    const owner = await startOwner()
    process.kill(owner.postmaster, 'SIGKILL')
    const acknowledged = await killAndListen(owner)
    const { url } = await start()
    expect(await rowsIn(url)).toBeGreaterThanOrEqual(acknowledged)
  })

  test('of the database is noticed, and it comes back on the same address with its rows', async () => {
    const server = await start()
    await query(server.url, 'create table kept as select 42 as answer')
    for (let round = 1; round <= 3; round += 1) {
      const killed = server.pid()
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => server.pid(), { timeout: 20_000 }).not.toBe(killed)
      expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    }
  })

  test('of a database that cannot come back is told to whoever waits for it', async () => {
    const server = await start()
    await rm(join(dataDir, 'postgres'), { recursive: true })
    process.kill(server.pid(), 'SIGKILL')
    expect(await server.gone).toMatchObject({ message: expect.stringContaining('did not start') })
    await server.stop()
  })

  test('of the database while it is told to stop still ends in a stop', async () => {
    const server = await start()
    process.kill(server.pid(), 'SIGKILL')
    await server.stop()
    expect(await server.gone).toBeNull()
    expect(await processesOn(dataDir)).toEqual([])
  })
})

describe('Ctrl-C', () => {
  test('reaches the service and not its database, which outlives the drain', async () => {
    const owner = await startOwner()
    process.kill(-(owner.process.pid ?? 0), 'SIGINT')
    // Under npm it arrives twice.
    process.kill(-(owner.process.pid ?? 0), 'SIGINT')
    expect(await owner.exited).toEqual([0, null])
    expect(owner.heard().drained).toBe(true)
    expect(await processesOn(dataDir)).toEqual([])
  })
})

describe('what an earlier process left behind', () => {
  test('is stopped first if it is a database whose service died without taking it along', async () => {
    await (await start()).stop()
    const { postgres } = await findPrograms()
    const dead = spawnSync(process.execPath, ['--version']).pid
    const runner = await findRunner(await findPrograms(), dataDir)
    const unbound = { ...runner, prefix: runner.prefix.filter((_, index) => index < runner.prefix.indexOf('setpriv')) }
    const socketDir = await mkdtemp(join(tmpdir(), 'cf-'))
    const { file, args, options } = commandOf(unbound, postgres, [
      ...['-D', join(dataDir, 'postgres'), '-c', `challenge_funding.owner=${dead}`],
      ...['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketDir}`],
    ])
    const orphan = spawn(file, args, { ...options, stdio: 'ignore' })
    const exited = once(orphan, 'close')
    await expect.poll(() => existsSync(join(socketDir, '.s.PGSQL.5432')), { timeout: 10_000 }).toBe(true)
    const server = await start()
    expect(await exited).toEqual([0, null])
    expect(server.pid()).not.toBe(orphan.pid)
    await rm(socketDir, { recursive: true })
  })

  test('does not block the start if it is a lock file whose number is now another program', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.ppid}\n${dataDir}/postgres\n`)
    const { url } = await start()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is cleared away if it is a half-built database, unless its builder lives', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid
    await mkdir(join(dataDir, `postgres.new-${dead}`, 'base'), { recursive: true })
    await mkdir(join(dataDir, `postgres.new-${process.ppid}`))
    await start()
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', `postgres.new-${process.ppid}`, 'postgres.url'])
  })
})

const repository = fileURLToPath(new URL('../../', import.meta.url))
const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
const isRoot = process.getuid?.() === 0
/** Root's home is closed to others: there the service runs as root only, and in a user namespace only. */
const nobodyReaches =
  isRoot && spawnSync('test', ['-r', join(repository, 'package.json')], { uid: nobody, gid: nobody }).status === 0

describe.runIf(nobodyReaches)('another user than root', () => {
  beforeEach(() => chmod(dataDir, 0o755))

  test('runs the service with its database', async () => {
    await chown(dataDir, nobody, nobody)
    const owner = await startOwner({ uid: nobody })
    await killAndListen(owner)
    const again = await startOwner({ uid: nobody })
    process.kill(again.process.pid ?? 0, 'SIGINT')
    expect(await again.exited).toEqual([0, null])
  })

  test('runs the database for root where user namespaces are forbidden, and the files change hands as needed', async () => {
    const tools = await mkdtemp(join(tmpdir(), 'tools-'))
    await writeFile(join(tools, 'unshare'), '#!/bin/sh\necho unshare failed: Operation not permitted >&2\nexit 1\n')
    await chmod(join(tools, 'unshare'), 0o755)
    const PATH = [tools, dirname(process.execPath), process.env.PATH].join(delimiter)
    await (await start()).stop()
    const acknowledged = await killAndListen(await startOwner({ PATH }))
    const server = await start()
    expect(await rowsIn(server.url)).toBeGreaterThanOrEqual(acknowledged)
    await rm(tools, { recursive: true })
  })
})
