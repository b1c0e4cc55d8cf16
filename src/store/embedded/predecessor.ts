import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inspect, isAlive, type RunningProcess, readIfThere } from './running-process.ts'

/** Another process serves its database from this directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

// A setting that PostgreSQL ignores and shows on its command line: the process that has to be its parent.
const OWNER = 'challenge_funding.owner'
export const ownerArgs: readonly string[] = ['-c', `${OWNER}=${process.pid}`]

const SHUTDOWN_MS = 60_000

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
  const running = await inspect(pid, join(cluster, 'postmaster.opts'))
  if (running === null) return
  if (isOtherProgram(running)) return rm(lockFile(cluster), { force: true })
  const owner = ownerOf(running, cluster)
  if (owner === null) return
  if (isAlive(owner) && (running.parentPid === null || running.parentPid === owner)) {
    throw new DataDirInUse(`${cluster} is in use by process ${owner}: stop it, or set another DATA_DIR.`)
  }
  await shutDown(pid)
  await untilReleased(cluster, pid)
}

/**
 * Danger: a process that was killed and not yet buried has an empty command line. Its workers may still be writing, and
 * PostgreSQL finds them by what the lock file says, so then the file stays.
 */
const isOtherProgram = ({ commandLine }: RunningProcess): boolean =>
  commandLine.trim() !== '' && !/(^|[/\\])postgres(\.exe)?"?[ :]/.test(commandLine)

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
