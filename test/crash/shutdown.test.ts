import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../helpers/free-port.ts'
import { postmasterOf, processesOf, ServiceProcess, type ServiceProcessOptions } from '../helpers/service-process.ts'

// The service as npm starts it, stopped in every way that its users have.

const COPIES = 64

let dataDir: string
let agent: Agent
let started: ServiceProcess[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shutdown-'))
  agent = new Agent({ keepAlive: true, maxSockets: COPIES })
  started = []
})
afterEach(async () => {
  agent.destroy()
  for (const service of started) service.destroy()
  await expect.poll(() => processesOf(dataDir), { timeout: 20_000 }).toEqual([])
  await rm(dataDir, { recursive: true })
})

async function start(options: Partial<ServiceProcessOptions> = {}): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ dataDir, ...options })
  started.push(service)
  return service
}

interface Demo {
  readonly serverKey: string
  readonly tierId: string
}

const demo = async (): Promise<Demo> => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly body: any
}

/** Sent over connections that are kept, as a backend does; rejects unless the whole answer arrives. */
function ask(url: string, serverKey: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': serverKey, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(url, { method: body ? 'POST' : 'GET', headers, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
        else reject(new Error('the answer was cut short'))
      })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const userIds = Array.from({ length: COPIES }, (_, i) => `user-${i}`)

const buyForAll = (url: string, { serverKey, tierId }: Demo): Promise<Answer>[] =>
  userIds.map((userId) => ask(`${url}/v1/challenges/purchase`, serverKey, { userId, challengeTierId: tierId }))

const progressOfAll = (url: string, { serverKey }: Demo): Promise<readonly Answer[]> =>
  Promise.all(userIds.map((userId) => ask(`${url}/v1/users/${userId}/progress`, serverKey)))

/** Holds every command back until it is told to let go, so that a moment in the middle of 64 requests can be chosen. */
async function holdCommands(): Promise<{ readonly letGo: () => Promise<void> }> {
  const client = new pg.Client(await readFile(join(dataDir, 'postgres.url'), 'utf8'))
  await client.connect()
  await client.query('begin')
  await client.query('lock table players in exclusive mode')
  return {
    letGo: async () => {
      await client.query('rollback')
      await client.end()
    },
  }
}

async function waiting(url: string): Promise<number> {
  const { components } = (await (await fetch(`${url}/health`)).json()) as { components: { queue: string } }
  return Number(/\((\d+) waiting\)/.exec(components.queue)?.[1])
}

/** Whether anything still listens at the address. */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const listens = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return listens
}

describe('with 64 requests on their way', () => {
  const ways: readonly (readonly [string, (service: ServiceProcess) => void])[] = [
    ['SIGTERM to npm start', (service) => service.kill('SIGTERM')],
    [
      'Ctrl-C, which arrives twice',
      (service) => {
        service.interrupt()
        service.interrupt()
      },
    ],
  ]

  test.each(ways)(
    '%s answers them all, ends with 0 and keeps what they did',
    async (_, stop) => {
      const service = await start({ by: 'npm' })
      const keys = await demo()
      const { letGo } = await holdCommands()
      const answers = buyForAll(service.url, keys)
      await expect.poll(() => waiting(service.url), { timeout: 20_000 }).toBe(COPIES)
      stop(service)
      await expect.poll(() => isListening(service.url), { timeout: 10_000 }).toBe(false)
      await letGo()
      const bought = (await Promise.all(answers)).map(({ status, body }) => ({ status, id: body.challenge.id }))
      expect(bought.map(({ status }) => status)).toEqual(userIds.map(() => 201))
      expect(await service.exited).toEqual([0, null])
      expect(await processesOf(dataDir)).toEqual([])

      const next = await start()
      expect(await demo()).toEqual(keys)
      const found = await progressOfAll(next.url, keys)
      expect(found.map(({ body }) => body.challengeId)).toEqual(bought.map(({ id }) => id))
      next.kill('SIGTERM')
      expect(await next.exited).toEqual([0, null])
    },
    120_000,
  )

  test('whoever is not answered was not taken in', async () => {
    const service = await start()
    const keys = await demo()
    const answers = buyForAll(service.url, keys)
    await Promise.race(answers)
    service.kill('SIGTERM')
    const results = await Promise.allSettled(answers)
    const statuses = results.map((result) => (result.status === 'fulfilled' ? result.value.status : 'none'))
    expect(new Set(statuses).difference(new Set([201, 503, 'none']))).toEqual(new Set())
    expect(await service.exited).toEqual([0, null])

    const next = await start()
    const found = await progressOfAll(next.url, keys)
    expect(found.map(({ body }) => body.type)).toEqual(
      statuses.map((status) => (status === 201 ? 'challenge' : 'none')),
    )
    next.kill('SIGTERM')
    await next.exited
  }, 120_000)
})

test('a connection that is kept open and idle does not hold a stop up', async () => {
  const service = await start()
  const { serverKey } = await demo()
  await ask(`${service.url}/health`, serverKey)
  const silent = createConnection({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
  await once(silent, 'connect')
  service.kill('SIGTERM')
  expect(await service.exited).toEqual([0, null])
  silent.destroy()
}, 120_000)

/** A first start makes a database, which takes a slow machine half a minute. */
const PATIENCE = { timeout: 90_000, interval: 1 }

test('SIGTERM in the middle of the first start ends it, and the next start has no trouble', async () => {
  const service = ServiceProcess.launch({ dataDir })
  started.push(service)
  await expect.poll(() => postmasterOf(dataDir), PATIENCE).not.toBeNull()
  service.kill('SIGTERM')
  expect(await service.exited).toEqual([0, null])
  await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  const next = await start()
  next.kill('SIGTERM')
  expect(await next.exited).toEqual([0, null])
}, 120_000)

test('SIGTERM while the first start makes the demo ends it as any other stop, and the next start makes the demo', async () => {
  const port = String(await freePort())
  const service = ServiceProcess.launch({ dataDir, port })
  started.push(service)
  await expect.poll(() => isListening(`http://127.0.0.1:${port}`), PATIENCE).toBe(true)
  service.kill('SIGTERM')
  expect([await service.exited, service.said]).toEqual([[0, null], ''])
  const next = await start()
  expect((await ask(`${next.url}/v1/admin/challenge-tiers`, (await demo()).serverKey)).status).toBe(200)
  next.kill('SIGTERM')
  expect(await next.exited).toEqual([0, null])
}, 120_000)

test('a port that is taken is named, and the database that was started for it ends', async () => {
  const service = await start()
  const { port } = new URL(service.url)
  const second = ServiceProcess.launch({ dataDir: join(dataDir, 'second'), port })
  expect(await second.exited).toEqual([1, null])
  expect(second.said).toBe(`Port ${port} is taken by another program: set another PORT.\n`)
  service.kill('SIGTERM')
  expect(await service.exited).toEqual([0, null])
}, 120_000)

test('a database that cannot be used is named, and why', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  const service = ServiceProcess.launch({
    dataDir,
    env: { DATABASE_URL: `postgres://fund:secret@127.0.0.1:${port}/fund` },
  })
  expect(await service.exited).toEqual([1, null])
  expect(service.said).toBe(`The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.\n`)
}, 120_000)

test('an address that is not of this machine is named', async () => {
  const service = ServiceProcess.launch({ dataDir, env: { HOST: '192.0.2.1' } })
  expect(await service.exited).toEqual([1, null])
  expect(service.said).toMatch(/^HOST must be an address of this machine: listen \w+: .*192\.0\.2\.1.*\.\n$/)
}, 120_000)

describe('the data directory', () => {
  test('that cannot be one is named', async () => {
    const file = join(dataDir, 'a file')
    await writeFile(file, '')
    const service = ServiceProcess.launch({ dataDir: file })
    expect(await service.exited).toEqual([1, null])
    expect(service.said).toMatch(/^DATA_DIR must be a folder that this user may write, with room in it: .*a file'\.\n$/)
  }, 120_000)

  test.runIf(process.platform === 'linux')(
    'below which no folder can be made is named',
    async () => {
      const service = ServiceProcess.launch({ dataDir: '/proc/a/b' })
      expect(await service.exited).toEqual([1, null])
      expect(service.said).toMatch(
        /^DATA_DIR must be a folder that this user may write, with room in it: .*'\/proc\/a'\.\n$/,
      )
    },
    120_000,
  )

  test('takes one service: a second one says why it does not start, and the first goes on', async () => {
    const service = await start()
    const second = ServiceProcess.launch({ dataDir })
    expect(await second.exited).toEqual([1, null])
    expect(second.said).toMatch(
      new RegExp(`^${dataDir}/postgres is in use by process ${service.child.pid}: stop it, or .*\n$`),
    )
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    service.kill('SIGTERM')
    expect(await service.exited).toEqual([0, null])
  }, 120_000)

  /** Where it has none the database runs as nobody, for whom that home is closed. */
  const rootHasNamespaces = process.getuid?.() !== 0 || spawnSync('unshare', ['--user', 'true']).status === 0

  test.runIf(rootHasNamespaces)(
    'may lie in a home that nobody else can enter',
    async () => {
      const home = join(dataDir, 'home')
      await mkdir(home, { mode: 0o700 })
      const service = await start({ dataDir: join(home, 'data') })
      expect((await fetch(`${service.url}/health`)).status).toBe(200)
      service.kill('SIGTERM')
      expect(await service.exited).toEqual([0, null])
      expect(await processesOf(join(home, 'data'))).toEqual([])
    },
    120_000,
  )

  const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
  const project = fileURLToPath(new URL('../../package.json', import.meta.url))
  const nobodyReaches =
    process.getuid?.() === 0 && spawnSync('test', ['-r', project], { uid: nobody, gid: nobody }).status === 0

  test.runIf(nobodyReaches)(
    'may belong to an ordinary user, who runs the service',
    async () => {
      await chown(dataDir, nobody, nobody)
      await chmod(dataDir, 0o700)
      for (let times = 1; times <= 2; times += 1) {
        const service = await start({ uid: nobody })
        expect((await fetch(`${service.url}/health`)).status).toBe(200)
        service.kill('SIGTERM')
        expect(await service.exited).toEqual([0, null])
      }
    },
    120_000,
  )

  test.runIf(nobodyReaches && rootHasNamespaces)(
    'that root has used before is refused to an ordinary user, who is told whose it is',
    async () => {
      const service = await start()
      service.kill('SIGTERM')
      expect(await service.exited).toEqual([0, null])
      await chown(dataDir, nobody, nobody)
      const second = ServiceProcess.launch({ dataDir, uid: nobody })
      expect(await second.exited).toEqual([1, null])
      expect(second.said).toMatch(
        new RegExp(`^${dataDir}/postgres belongs to the user 0, and this is ${nobody}: start as that user, .*\n$`),
      )
    },
    120_000,
  )
})
