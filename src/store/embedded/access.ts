import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isErrorCode } from './error-code.ts'
import { handOver, type Runner } from './runner.ts'
import type { Settings } from './settings.ts'

/** How this process, and no one else, reaches the server. */
export interface Access {
  readonly initdbArgs: readonly string[]
  readonly settings: Settings
  url(database: string): string
  /** Removes what was made for it outside the data directory. */
  close(): Promise<void>
}

const SOCKET_PORT = 5432
const SOCKET_DIR_PREFIX = 'cf-'
// What the kernel takes as the path of a socket: 107 bytes on Linux, 103 on macOS.
const SOCKET_PATH_MAX = 103

/**
 * A Unix socket in a directory that only this user may enter, which is all the authentication there is: no port is
 * opened and no password exists. The directory is not in the data directory, whose path may be too long for a socket,
 * and whose file system (a share of the host, say) may have none.
 */
export async function socketAccess(runner: Runner): Promise<Access> {
  const parent =
    Buffer.byteLength(`${tmpdir()}/${SOCKET_DIR_PREFIX}XXXXXX/.s.PGSQL.${SOCKET_PORT}`) <= SOCKET_PATH_MAX
      ? tmpdir()
      : '/tmp'
  const dir = await mkdtemp(join(parent, SOCKET_DIR_PREFIX))
  await handOver(runner, dir)
  const query = new URLSearchParams({ host: dir, port: String(SOCKET_PORT), user: 'postgres', sslmode: 'disable' })
  return {
    initdbArgs: ['--auth=trust'],
    settings: { listen_addresses: '', unix_socket_directories: `"${dir}"`, port: SOCKET_PORT },
    url: (database) => `postgresql:///${database}?${query}`,
    close: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Removes the directory that a killed process left behind, by the address that it had. */
export async function removeSocketDirOf(url: string | null): Promise<void> {
  const dir = URL.parse(url ?? '')?.searchParams.get('host')
  if (dir && basename(dir).startsWith(SOCKET_DIR_PREFIX)) await rm(dir, { recursive: true, force: true })
}

/**
 * A free port of the loopback interface and a password that is made once and kept beside the database: Node cannot
 * reach a Unix socket on Windows.
 */
export async function loopbackAccess(runner: Runner, dataDir: string): Promise<Access> {
  const passwordFile = join(dataDir, 'postgres.password')
  const password = await keptPassword(passwordFile)
  await handOver(runner, passwordFile)
  const port = await freePort()
  return {
    initdbArgs: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port },
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`,
    close: async () => {},
  }
}

async function keptPassword(file: string): Promise<string> {
  try {
    await writeFile(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error
  }
  return readFile(file, 'utf8')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
