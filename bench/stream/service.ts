import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Child } from '../child.ts'

export interface WholeService extends Pick<Child, 'pid' | 'end'> {
  readonly port: number
}

const KEY = 'nobody-asks-with-this-key'

/** The service as npm starts it, on a database of ours, with everything that it does by itself. */
export async function startWholeService(
  databaseUrl: string,
  dataDir: string,
  nodeFlags: readonly string[] = [],
): Promise<WholeService> {
  const child = spawn(process.execPath, [...nodeFlags, new URL('../../src/main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      SUPER_ADMIN_KEY: KEY,
      LOG_LEVEL: 'warn',
    },
  })
  const exited = once(child, 'exit')
  const { pid } = child
  if (pid === undefined) throw new Error('the service has no process')
  for await (const line of createInterface({ input: child.stdout })) {
    const port = / listens on \S+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    const end = async () => {
      child.kill('SIGTERM')
      await exited
    }
    return { pid, port: Number(port), end }
  }
  throw new Error('the service ended before it listened')
}

/** The most memory that a process ever had resident, in MB. */
export function peakMbOf(pid: number): number {
  const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}
