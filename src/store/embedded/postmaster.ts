import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Access } from './access.ts'
import { isErrorCode } from './error-code.ts'
import { lockHolder, makeWay, ownerArgs } from './predecessor.ts'
import type { Programs } from './programs.ts'
import { commandOf, type Runner, run } from './runner.ts'
import { SETTINGS, type Settings, settingArgs } from './settings.ts'

/** All that it takes to start the server, and to start it again. */
export interface Server {
  readonly programs: Programs
  readonly runner: Runner
  readonly access: Access
  readonly cluster: string
  readonly settings: Settings
  readonly log: (line: string) => void
}

/** The server's main process. */
export interface Postmaster {
  readonly pid: number
  /** How it ended, in words. Never rejects. */
  readonly exited: Promise<string>
  /** Ends it in order: connections are cut, what is committed stays. May be called again. */
  stop(): Promise<void>
}

// A crash's recovery reads up to max_wal_size of log before it lets anyone in.
const READY_MS = 300_000
// How long the workers of a killed server may hold on to its shared memory.
const LINGERING_MS = 10_000

/**
 * Starts the server and waits until it takes connections. Throws `DataDirInUse`, or an Error with the last lines of the
 * server's log.
 */
export async function startPostmaster(server: Server): Promise<Postmaster> {
  const deadline = Date.now() + LINGERING_MS
  for (;;) {
    await makeWay(server.cluster, (pid) => requestShutdown(server, pid))
    try {
      return await launch(server)
    } catch (error) {
      // A lock file means that another server is here or has just died: look again who it is.
      if (Date.now() > deadline || (await lockHolder(server.cluster)) === null) throw error
      await setTimeout(100)
    }
  }
}

async function launch(server: Server): Promise<Postmaster> {
  const { file, args, options } = commandOf(server.runner, server.programs.postgres, [
    ...['-D', server.cluster, ...ownerArgs],
    ...settingArgs(SETTINGS, server.settings, server.access.settings),
  ])
  // A process group of its own: Ctrl-C is sent to the whole group of the terminal, and the database has to outlive the
  // service's drain. Only the main thread may come here: the kernel ends the server when the thread that started it dies.
  const child = spawn(file, args, {
    ...options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines = follow(child, server.log)
  const exited = exitOf(child)
  // An exit of Node that skips stop(). Where the kernel tells the server of its parent's death, this only comes first.
  const endWithNode = () => child.kill('SIGINT')
  process.on('exit', endWithNode)
  exited.then(() => process.off('exit', endWithNode))

  const stop = async () => {
    if (!hasEnded(child) && child.pid !== undefined) await requestShutdown(server, child.pid)
    await exited
  }
  if (await untilReady(server, child)) return { pid: child.pid ?? 0, exited, stop }
  await stop()
  throw new Error(`The embedded database did not start (${await exited}):\n${lastLines.join('\n')}`)
}

/** Hands the server's log on, line by line, and keeps its end. */
function follow(child: ChildProcess, log: (line: string) => void): readonly string[] {
  const lastLines: string[] = []
  if (child.stderr === null) return lastLines
  createInterface({ input: child.stderr }).on('line', (line) => {
    log(line)
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
  })
  return lastLines
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'close')
    return signal === null ? `exit code ${code}` : `signal ${signal}`
  } catch (error) {
    return `not started: ${error}`
  }
}

/** Asks for a fast shutdown: no new connections, running transactions are rolled back, all is flushed. */
async function requestShutdown({ programs, runner, cluster }: Server, pid: number): Promise<void> {
  // Windows has no signals: there Node would end the process on the spot.
  if (process.platform === 'win32') {
    await run(runner, programs.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
    return
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    // It has gone on its own.
    if (!isErrorCode(error, 'ESRCH')) throw error
  }
}

/** Polls until a connection succeeds; false when the server ends before, or never is ready. */
async function untilReady(server: Server, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_MS
  // Each attempt that fails is a line in the log, so a long recovery is asked less and less often.
  for (let pauseMs = 15; !hasEnded(child) && Date.now() < deadline; pauseMs = Math.min(pauseMs * 1.2, 500)) {
    if (await accepts(server.access.url('postgres'))) return true
    await setTimeout(pauseMs)
  }
  return false
}

/** Whether a server at this address lets us in. */
export async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A connection that breaks later is of no interest, but an error without a listener would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
