import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isErrorCode } from './error-code.ts'
import type { Programs } from './programs.ts'

/** Whose the server's files are and who runs it, where that is not this process's own user. */
interface User {
  readonly uid: number
  readonly gid: number
}

/** A way to run the server's programs on this machine. */
export interface Runner {
  readonly name: string
  /** Programs that prepare the ground and then become the one that is asked for, so that its process id is theirs. */
  readonly prefix: readonly string[]
  readonly user: User | null
}

/** The command line that runs `program` through `runner`, with what `spawn` has to know about the user. */
export function commandOf(runner: Runner, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...runner.prefix, program, ...args]
  return { file, args: rest, options: { ...runner.user } }
}

/** Runs a program to its end and gives what it printed. Throws with its error output where it fails. */
export async function run(runner: Runner, program: string, args: readonly string[]): Promise<string> {
  const { file, args: all, options } = commandOf(runner, program, args)
  const { stdout } = await promisify(execFile)(file, all, options)
  return stdout
}

// The kernel sends the signal when the thread that spawned the server dies, so a killed Node leaves no database behind.
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--']

// PostgreSQL refuses to run as root. In a user namespace of its own root is uid 1000 and cannot do more than own its
// files: no user has to be created and no file changes hands.
const AS_PLAIN_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

const plain: Runner = { name: 'as the same user', prefix: [], user: null }
const withParent: Runner = { name: 'as the same user, ending with its parent', prefix: WITH_PARENT, user: null }
const namespaced: Runner = {
  name: 'in a user namespace, ending with its parent',
  prefix: [...AS_PLAIN_USER, ...WITH_PARENT],
  user: null,
}

/** The ways that may work here, best first. */
function candidates(): readonly Runner[] {
  if (process.platform === 'win32') return [plain]
  if (process.getuid?.() !== 0) return process.platform === 'linux' ? [withParent, plain] : [plain]
  const nobody = findNobody()
  const others: readonly Runner[] =
    nobody === null
      ? []
      : [
          { name: 'as nobody, ending with its parent', prefix: WITH_PARENT, user: nobody },
          { name: 'as nobody', prefix: [], user: nobody },
        ]
  return [namespaced, ...others]
}

function findNobody(): User | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/**
 * Tries the ways to run the server, best first, and gives the first that works: containers may forbid user namespaces,
 * small systems lack setpriv, and another user may not reach the files. Throws with what each of them said.
 */
export async function findRunner(programs: Programs, dataDir: string): Promise<Runner> {
  const refusals: string[] = []
  for (const runner of candidates()) {
    try {
      await run(runner, programs.initdb, ['--version'])
      if (runner.user !== null) await letThrough(dataDir)
      if (process.platform !== 'win32') await run(runner, 'test', ['-x', dataDir])
      return runner
    } catch (error) {
      refusals.push(`- ${runner.name}: ${error instanceof Error ? error.message.trim() : error}`)
    }
  }
  const remedy = `Let that user reach ${programs.initdb} and ${dataDir}, run the service as an ordinary user, or set DATABASE_URL.`
  throw new Error(`The embedded database cannot be run here:\n${refusals.join('\n')}\n${remedy}`)
}

/**
 * Lets other users pass through a directory to what is theirs, and not look into it: root may have made it for itself
 * alone, and all that the service keeps in it is closed to others by modes of its own.
 */
async function letThrough(dir: string): Promise<void> {
  const { mode } = await stat(dir)
  await chmod(dir, mode | 0o001)
}

/** Gives a file, or a directory with all that is in it, to the user who runs the server, if it belongs to another one. */
export async function handOver(runner: Runner, path: string): Promise<void> {
  // Only root can give files away, and only root has a choice of users.
  if (process.getuid?.() !== 0) return
  const { uid, gid } = runner.user ?? { uid: 0, gid: 0 }
  const given = await lstat(path)
  if (given.uid === uid) return
  const entries = given.isDirectory() ? await readdir(path, { recursive: true, withFileTypes: true }) : []
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue
    await chown(join(entry.parentPath, entry.name), uid, gid).catch((error: unknown) => {
      // A server whose parent was killed is still on its way out, and takes files of its own along.
      if (!isErrorCode(error, 'ENOENT')) throw error
    })
  }
  // Last, because its owner tells whether the work was done.
  await chown(path, uid, gid)
}
