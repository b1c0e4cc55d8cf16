import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/store/embedded/launcher.ts'

/** A program that runs an embedded database until it is killed. */
const OWNER = fileURLToPath(new URL('embedded-owner.ts', import.meta.url))

interface Facts {
  readonly postmaster?: number
  /** The number of the last row that was committed. */
  readonly acknowledged?: number
  readonly drained?: boolean
}

export interface Owner {
  readonly process: ChildProcess
  readonly exited: Promise<readonly unknown[]>
  readonly postmaster: number
  /** What it has said so far, the last word on each subject. */
  heard(): Facts
}

/** Gives each test of a file a database directory of its own, and ends all that works in it when the test ends. */
export class EmbeddedWorld {
  dataDir = ''
  /** Where the programs put their sockets: those that are killed cannot clear up. */
  #temporary = ''
  #unused = ''
  #servers: EmbeddedPostgres[] = []
  #owners: ChildProcess[] = []

  constructor() {
    beforeAll(() => this.#makeUnused())
    afterAll(() => rm(this.#unused, { recursive: true }))
    beforeEach(async () => {
      this.dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'))
      this.#temporary = await mkdtemp(join(tmpdir(), 'embedded-tmp-'))
      await chmod(this.#temporary, 0o777)
      await cp(this.#unused, this.dataDir, { recursive: true })
    })
    afterEach(() => this.#clear())
  }

  /** Leaves the data directory as it is on a machine that never ran the service. */
  removeDatabase(): Promise<void> {
    return rm(join(this.dataDir, 'postgres'), { recursive: true })
  }

  async start(options: Omit<EmbeddedPostgresOptions, 'dataDir'> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir: this.dataDir, ...options })
    this.#servers.push(server)
    return server
  }

  /** Starts the program in a process of its own and waits for its first committed row. */
  async startOwner(
    options: { readonly PATH?: string; readonly uid?: number; readonly transport?: 'loopback' } = {},
  ): Promise<Owner> {
    const child = spawn(process.execPath, [OWNER, this.dataDir, options.transport ?? 'socket'], {
      // A process group of its own, like that of a terminal's job.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: this.#temporary, PATH: options.PATH ?? process.env.PATH },
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    })
    this.#owners.push(child)
    let facts: Facts = {}
    createInterface({ input: child.stdout }).on('line', (line) => {
      facts = { ...facts, ...JSON.parse(line) }
    })
    let complaint = ''
    child.stderr.on('data', (text) => {
      complaint += text
    })
    const exited = once(child, 'close')
    await expect.poll(() => child.exitCode !== null || facts.acknowledged, { timeout: 20_000 }).toBeTruthy()
    if (facts.postmaster === undefined) throw new Error(complaint)
    return { process: child, exited, postmaster: facts.postmaster, heard: () => facts }
  }

  /** Ids of the database's processes, workers included: all of them have its directory as their own. */
  async processes(): Promise<readonly string[]> {
    // macOS has no /proc, but there is a search through command lines, which finds the main process.
    if (!existsSync('/proc')) {
      return spawnSync('pgrep', ['-f', this.dataDir], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
    }
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const homes = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
    return pids.filter((_, index) => homes[index]?.startsWith(this.dataDir))
  }

  /** A database that was never used: a copy of it is made quicker than another one. */
  async #makeUnused(): Promise<void> {
    this.#unused = await mkdtemp(join(tmpdir(), 'embedded-unused-'))
    const server = await startEmbeddedPostgres({ dataDir: this.#unused })
    await server.stop()
  }

  async #clear(): Promise<void> {
    for (const owner of this.#owners.splice(0)) owner.kill('SIGKILL')
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()))
    await expect.poll(() => this.processes(), { timeout: 10_000 }).toEqual([])
    await rm(this.dataDir, { recursive: true, force: true })
    await rm(this.#temporary, { recursive: true })
  }
}

/** `kill -9`; gives the last row that was acknowledged before. */
export async function kill(owner: Owner): Promise<number> {
  owner.process.kill('SIGKILL')
  await owner.exited
  return owner.heard().acknowledged ?? 0
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function rowsOfOwner(url: string): Promise<number> {
  const [row] = await query<{ rows: number }>(url, 'select count(*)::int as rows from acknowledged')
  return row?.rows ?? 0
}
