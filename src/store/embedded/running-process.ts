import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isErrorCode } from './error-code.ts'

/** A process of this machine, ours or not. */
export interface RunningProcess {
  readonly commandLine: string
  /** Null where the system does not tell. */
  readonly parentPid: number | null
}

/** Whether a process with this id exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrorCode(error, 'EPERM')
  }
}

/**
 * What the system tells of a process; null where it is gone or hidden. Windows does not tell how a process was called, so
 * there it is taken for the server, whose arguments are in `argumentsFile`.
 */
export async function inspect(pid: number, argumentsFile: string): Promise<RunningProcess | null> {
  if (process.platform === 'linux') return inspectProc(pid)
  if (process.platform !== 'win32') return inspectPs(pid)
  const commandLine = await readIfThere(argumentsFile)
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

/** The text of a file; null where there is none or it may not be read. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // ESRCH: the process went while its entry in /proc was read.
    if (['ENOENT', 'ESRCH', 'EACCES'].some((code) => isErrorCode(error, code))) return null
    throw error
  }
}
