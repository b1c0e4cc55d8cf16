import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A service of this run's own, with an empty database that goes away with it. */
export interface Launched {
  readonly url: string
  readonly superAdminKey: string
  /** Asks the service to stop, waits until it has, and removes its data. */
  readonly stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '../../..')
const START_SECONDS = 90
const POLL_MS = 100

/**
 * Starts the service as a child process and waits until it is healthy.
 *
 * @throws Error with the end of its log when it dies first or takes longer than 90 seconds
 */
export async function launchService(): Promise<Launched> {
  const dataDir = await mkdtemp(join(tmpdir(), 'season-'))
  const port = await freePort()
  const superAdminKey = randomBytes(24).toString('hex')
  const logFile = join(dataDir, 'service.log')
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: ROOT,
    // A group of its own: Ctrl-C reaches this process only, which then stops the service in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      DATA_DIR: join(dataDir, 'data'),
      PORT: String(port),
      HOST: '127.0.0.1',
      SUPER_ADMIN_KEY: superAdminKey,
      LOG_LEVEL: 'warn',
    },
  })
  // However this process ends, a closed pipe included, the service is told to.
  const endWithUs = (): boolean => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const log = createWriteStream(logFile)
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const stop = async (): Promise<void> => {
    await stopped(child)
    process.off('exit', endWithUs)
    await rm(dataDir, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await healthy(url, child)
  } catch (error) {
    const tail = (await readFile(logFile, 'utf8').catch(() => '')).slice(-2000)
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${tail}`)
  }
  return { url, superAdminKey, stop }
}

async function healthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended at its start with code ${child.exitCode}`)
    const response = await fetch(`${url}/health`).catch(() => undefined)
    await response?.text()
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`the service was not healthy within ${START_SECONDS} seconds`)
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** A port that nobody listens on now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
