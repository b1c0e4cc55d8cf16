import { join } from 'node:path'
import { pino } from 'pino'
import { systemClock } from './app/clock.ts'
import { createApp, type RunningApp } from './app/create-app.ts'
import { type Config, ConfigInvalid, configOfProcess } from './config.ts'
import { type DemoTenant, makeDemoTenant } from './demo-tenant.ts'
import { closeServer } from './http/close-server.ts'
import { createServer } from './http/server.ts'
import { keptSecret } from './kept-secret.ts'
import { DataDirInUse } from './store/embedded/predecessor.ts'
import { type OpenDatabase, openDatabase } from './store/open-database.ts'
import { keptSuperAdminKey } from './super-admin-key.ts'
import { welcome } from './welcome.ts'

/** How long a stop may take before it is cut short, in milliseconds. */
const STOP_MS = 30_000

const log = pino({ level: 'info', base: null, redact: ['req.headers', '*.key', '*.token', '*.secret'] })

/** Builds everything in order of dependence, listens, and takes it down in the opposite order. */
async function main(config: Config): Promise<void> {
  log.level = config.logLevel
  const stop = new Stop()
  process.on('SIGTERM', () => stop.now(0))
  // Under npm a Ctrl-C arrives twice.
  process.on('SIGINT', () => stop.now(0))

  const database = await openDatabase({ ...config, log: (line) => log.debug(line) })
  stop.add(() => database.close())
  exitWhenGone(database, stop)
  const running = createApp({ ...database, clock: systemClock, pipeline: config.pipeline, onError: report })
  stop.add(() => running.stop())
  const superAdmin =
    config.superAdminKey === null ? await keptSuperAdminKey(config.dataDir) : { key: config.superAdminKey, made: false }
  const server = await createServer({
    app: running.app,
    superAdminKey: superAdmin.key,
    trustProxy: config.trustProxy,
    onError: (error, correlationId) => log.error({ err: error, correlationId }, 'a request failed'),
  })
  stop.add(() => closeServer(server))
  const address = await server.listen({ port: config.port, host: config.host })
  const demo = config.databaseUrl === null ? await demoTenant(running, config.dataDir) : null
  const baseUrl = config.publicUrl ?? address.replace('0.0.0.0', '127.0.0.1')
  process.stdout.write(welcome(baseUrl, config.superAdminKey === null ? superAdmin.key : null, demo))
}

/** What has been started, to be stopped in the opposite order: first nothing more comes in, then all is answered. */
class Stop {
  readonly #steps: (() => Promise<unknown>)[] = []
  #stopping = false

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step)
  }

  now(exitCode: number): void {
    if (this.#stopping) return
    this.#stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    this.#run().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }

  async #run(): Promise<void> {
    for (const step of this.#steps) await step()
  }
}

const report = (error: unknown): void => log.error({ err: error }, 'work in the background failed')

function exitWhenGone({ gone }: OpenDatabase, stop: Stop): void {
  gone.then((error) => {
    if (error === null) return
    log.fatal({ err: error }, 'the embedded database is gone')
    stop.now(1)
  })
}

/** Made at the first start; its keys stay in a file that only this user may read. */
async function demoTenant({ app }: RunningApp, dataDir: string): Promise<DemoTenant> {
  const make = async () => JSON.stringify(await makeDemoTenant(app))
  const { secret } = await keptSecret(join(dataDir, 'demo.json'), make)
  return JSON.parse(secret) as DemoTenant
}

/** What a person can mend is said in a sentence; the rest is for whoever reads logs. */
function knownReason(error: unknown): string | null {
  if (error instanceof ConfigInvalid || error instanceof DataDirInUse) return error.message
  if (!(error instanceof Error) || !('code' in error) || !('port' in error)) return null
  if (error.code === 'EADDRINUSE') return `Port ${error.port} is taken by another program: set another PORT.`
  if (error.code === 'EACCES') return `Port ${error.port} needs more rights than this user has: set another PORT.`
  return null
}

if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(`Node 26 is needed, this is ${process.version}: start with npm, which brings its own.\n`)
  process.exit(1)
}

try {
  await main(configOfProcess())
} catch (error) {
  const reason = knownReason(error)
  if (reason === null) log.fatal({ err: error }, 'the service could not start')
  else process.stderr.write(`${reason}\n`)
  process.exit(1)
}
