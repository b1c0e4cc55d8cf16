import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

/** A Redis of a test's own, which keeps nothing on disk. */
export interface TestRedis {
  readonly url: string
  /** Its process at this moment. */
  readonly pid: () => number
  /** Kills it as a power cut would. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same port, empty. */
  readonly revive: () => Promise<void>
  readonly end: () => Promise<void>
}

/** Starts Redis on a free port and waits until it answers. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server = await launch(port, url)
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  const revive = async (): Promise<void> => {
    server = await launch(port, url)
  }
  return { url, pid: () => server.pid ?? 0, kill, revive, end: kill }
}

async function launch(port: number, url: string): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  await once(server, 'spawn')
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  client.on('error', () => {})
  await client.ping()
  client.disconnect()
  return server
}
