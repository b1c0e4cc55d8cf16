import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './cluster.ts'
import { isErrorCode } from './programs.ts'

/** Another process serves its database from this directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

// A setting that PostgreSQL ignores and shows on its command line: the process that has to be its parent.
const OWNER = 'challenge_funding.owner'
export const ownerArgs: readonly string[] = ['-c', `${OWNER}=${process.pid}`]

const SHUTDOWN_MS = 60_000

interface RunningProcess {
  readonly commandLine: string
  /** Null where the system does not tell. */
  readonly parentPid: number | null
}

/**
 * Makes way for a new server in `cluster`. One whose Node died is stopped, or waited for if it is already on its way
 * out; a lock file whose number has come to another program (as after the restart of a container) is removed. Whatever
 * else holds the lock is left for PostgreSQL to judge, which never lets two servers into one directory.
 *
 * Throws `DataDirInUse` when the server's Node lives.
 */
export async function makeWay(cluster: string, shutDown: (pid: number) => Promise<void>): Promise<void> {
  const pid = await lockHolder(cluster)
  if (pid === null || !isAlive(pid)) return
  const running = await inspect(pid, cluster)
  if (running === null) return
  if (!/(^|[/\\])postgres(\.exe)?"?[ :]/.test(running.commandLine)) return rm(lockFile(cluster), { force: true })
  const owner = ownerOf(running, cluster)
  if (owner === null) return
  if (isAlive(owner) && (running.parentPid === null || running.parentPid === owner)) {
    throw new DataDirInUse(`${cluster} is in use by process ${owner}: stop it, or set another DATA_DIR.`)
  }
  await shutDown(pid)
  await untilReleased(cluster, pid)
}

const lockFile = (cluster: string): string => join(cluster, 'postmaster.pid')

/** The process id in the lock file of the server, or null where there is none. */
export async function lockHolder(cluster: string): Promise<number | null> {
  const text = await readIfThere(lockFile(cluster))
  const pid = Number.parseInt(text ?? '', 10)
  return pid > 0 ? pid : null
}

function ownerOf({ commandLine }: RunningProcess, cluster: string): number | null {
  const owner = new RegExp(`${OWNER}=(\\d+)`).exec(commandLine)?.[1]
  return owner !== undefined && commandLine.includes(cluster) ? Number(owner) : null
}

async function untilReleased(cluster: string, pid: number): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_MS
  while (isAlive(pid) && (await lockHolder(cluster)) === pid) {
    if (Date.now() > deadline) throw new Error(`The old database process ${pid} in ${cluster} does not stop.`)
    await setTimeout(20)
  }
}

/** What the system tells of a process; null where it is gone or hidden. */
async function inspect(pid: number, cluster: string): Promise<RunningProcess | null> {
  if (process.platform === 'linux') return inspectProc(pid)
  if (process.platform !== 'win32') return inspectPs(pid)
  const commandLine = await readIfThere(join(cluster, 'postmaster.opts'))
  return commandLine === null ? null : { commandLine, parentPid: null }
}

async function inspectProc(pid: number): Promise<RunningProcess | null> {
  const commandLine = await readIfThere(`/proc/${pid}/cmdline`)
  const parent = /^PPid:\s*(\d+)/m.exec((await readIfThere(`/proc/${pid}/status`)) ?? '')?.[1]
  if (commandLine === null || parent === undefined) return null
  return { commandLine: commandLine.replaceAll('\0', ' '), parentPid: Number(parent) }
}

async function inspectPs(pid: number): Promise<RunningProcess | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)])
    const [, parent, commandLine] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? []
    return parent === undefined || commandLine === undefined ? null : { commandLine, parentPid: Number(parent) }
  } catch {
    // ps fails when the process has gone.
    return null
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // ESRCH: the process went while its entry in /proc was read.
    if (['ENOENT', 'ESRCH', 'EACCES'].some((code) => isErrorCode(error, code))) return null
    throw error
  }
}
