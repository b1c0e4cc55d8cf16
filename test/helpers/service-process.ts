import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..', '..')
export const SUPER_ADMIN_KEY = 'the-super-admin-key-of-the-tests'

export interface ServiceProcessOptions {
  readonly dataDir: string
  /** How it is started: as `npm start` does in the end, or by npm itself. */
  readonly by?: 'node' | 'npm'
  readonly uid?: number
  /** Chosen by the system where it is not given. */
  readonly port?: string
  /** Settings beside those that every test has. */
  readonly env?: { readonly [name: string]: string }
}

/** The service as its users run it: a process of its own, with the settings that it ships with. */
export class ServiceProcess {
  readonly child: ChildProcess
  /** Its exit code and the signal that ended it. */
  readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>
  /** Resolves when it listens or has ended. */
  readonly #settled: Promise<unknown>
  #url = ''
  #said = ''
  #complaint = ''

  private constructor({ dataDir, by = 'node', uid, port = '0', env = {} }: ServiceProcessOptions) {
    const ours = { DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', SUPER_ADMIN_KEY, DATABASE_URL: '' }
    const [file, ...args] = by === 'npm' ? ['npm', 'start'] : [process.execPath, 'src/main.ts']
    this.child = spawn(file, args, {
      cwd: ROOT,
      // A process group of its own, like that of a terminal's job.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...ours, ...env },
      ...(uid !== undefined && { uid, gid: uid }),
    })
    this.exited = once(this.child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    this.child.stderr?.on('data', (text) => {
      this.#complaint += text
    })
    this.#settled = Promise.race([this.#listening(), this.exited])
  }

  /** Resolves when it listens. Throws with what it said when it ends before. */
  static async start(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const service = ServiceProcess.launch(options)
    await service.#settled
    if (service.#url === '') throw new Error(`The service did not start:\n${service.said}`)
    return service
  }

  /** Starts it and waits for nothing. */
  static launch(options: ServiceProcessOptions): ServiceProcess {
    return new ServiceProcess(options)
  }

  /** All that it wrote so far. */
  get said(): string {
    return `${this.#said}${this.#complaint}`
  }

  get url(): string {
    return this.#url
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** Ends it at once with all that it started; for whatever a failed test leaves behind. */
  destroy(): void {
    if (this.child.exitCode === null && this.child.signalCode === null) process.kill(-(this.child.pid ?? 0), 'SIGKILL')
  }

  /** Ctrl-C in a terminal: the signal goes to npm and to node alike. */
  interrupt(): void {
    process.kill(-(this.child.pid ?? 0), 'SIGINT')
  }

  #listening(): Promise<void> {
    const { stdout } = this.child
    if (stdout === null) throw new Error('its output is read')
    return new Promise((resolve) => {
      createInterface({ input: stdout }).on('line', (line) => {
        this.#said += `${line}\n`
        const url = / listens on (\S+)/.exec(line)?.[1]
        if (url === undefined) return
        this.#url = url
        resolve()
      })
    })
  }
}

/** The main process of the database under a data directory; null while there is none. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : null
}

/** The command lines of all processes at work for a data directory: npm, node and database. */
export async function processesOf(dataDir: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [environment, command] = await Promise.all(
        ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      // The database writes over its environment, and works in its directory.
      const home = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      const isOurs = environment?.split('\0').includes(`DATA_DIR=${dataDir}`) || home.startsWith(dataDir)
      return isOurs ? [`${pid} ${command?.replaceAll('\0', ' ')}`] : []
    }),
  )
  return found.flat()
}
