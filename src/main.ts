import { join } from 'node:path'
import { systemClock } from './app/clock.ts'
import { createApp } from './app/create-app.ts'
import type { SendMail } from './app/mail.ts'
import { collectYoung } from './collect-young.ts'
import { type Config, configOfProcess } from './config.ts'
import { Demo } from './demo.ts'
import { closeServer } from './http/close-server.ts'
import type { Counters } from './http/limits/counters.ts'
import { MemoryCounters } from './http/limits/memory-counters.ts'
import { SteadyCounters } from './http/limits/steady-counters.ts'
import { createServer } from './http/server.ts'
import { askOperator } from './jobs/ask-operator.ts'
import { WebhookDeliverer } from './jobs/deliver-webhooks.ts'
import { makeLog } from './log.ts'
import { loggedMail } from './logged-mail.ts'
import { guardedAgent } from './outbound/guarded-agent.ts'
import { urlProblemOf } from './outbound/url-problem.ts'
import { startProblem } from './start-problem.ts'
import { type OpenDatabase, openDatabase } from './store/open-database.ts'
import { keptSuperAdminKey } from './super-admin-key.ts'
import { Telemetry } from './telemetry.ts'
import { welcome } from './welcome.ts'

/** How long a stop may take before it is cut short, in milliseconds. */
const STOP_MS = 30_000

const log = makeLog('info')

/** Builds everything in order of dependence, listens, and takes it down in the opposite order. */
async function main(config: Config, stop: Stop): Promise<void> {
  log.level = config.logLevel
  const database = await openDatabase({ ...config, log: (line) => log.debug(line) })
  stop.add(() => database.close())
  exitWhenGone(database, stop)
  const sendMail = await mailOf(config, stop)
  const ownUrls = new Set<string>()
  const agent = guardedAgent(config.allowPrivateOutbound, ownUrls)
  const urlProblem = urlProblemOf(config.allowPrivateOutbound, ownUrls)
  stop.add(() => agent.close())
  const telemetry = new Telemetry(log)
  const onError = (error: unknown): void => telemetry.workFailed(error)
  const running = createApp({
    ...database,
    clock: systemClock,
    sendMail,
    pipeline: config.pipeline,
    askApproval: askOperator(database.pool, agent, systemClock.now, urlProblem),
    urlProblem,
    onError,
    telemetry,
  })
  telemetry.observe({ ...running, pool: database.pool })
  stop.add(() => running.stop())
  const deliverer = new WebhookDeliverer({
    db: database.pool,
    agent,
    urlProblem,
    now: () => systemClock.now(),
    random: Math.random,
    onError,
    onAttempt: ({ tenantId, userId }, result) => {
      telemetry.webhookAttempted(result)
      running.app.noteChange({ tenantId, userId }, ['webhook'])
    },
  })
  stop.add(() => deliverer.stop())
  const superAdminKey = config.superAdminKey ?? (await keptSuperAdminKey(config.dataDir))
  const server = await createServer({
    app: running.app,
    superAdminKey,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    telemetry,
    limits: { counters: await countersOf(config, telemetry, stop), clock: systemClock },
    packages: join(import.meta.dirname, '..', 'packages'),
  })
  stop.add(() => closeServer(server))
  const demo = config.databaseUrl === null ? new Demo(server) : null
  stop.add(async () => demo?.close())
  const address = await server.listen({ port: config.port, host: config.host })
  const shown = (await demo?.start({ ...config, app: running.app, db: database.pool, ownUrls })) ?? null
  const baseUrl = config.publicUrl ?? address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]')
  process.stdout.write(welcome(baseUrl, config.superAdminKey === null ? superAdminKey : null, shown))
}

// The clients of a mail server and of Redis are loaded only where one is named: each takes some 25 MB of memory, and a
// start waits for it.

async function mailOf({ smtpUrl }: Config, stop: Stop): Promise<SendMail> {
  if (smtpUrl === null) return loggedMail(log)
  const { smtpMail } = await import('./smtp-mail.ts')
  const mail = smtpMail(smtpUrl)
  stop.add(async () => mail.close())
  return mail.send
}

/** Counters that all replicas share, or those of this process where no Redis is named. */
async function countersOf({ redisUrl }: Config, telemetry: Telemetry, stop: Stop): Promise<Counters> {
  if (redisUrl === null) return new MemoryCounters(systemClock)
  const { RedisCounters } = await import('./http/limits/redis-counters.ts')
  const shared = new RedisCounters(redisUrl)
  stop.add(() => shared.close())
  return new SteadyCounters(shared, systemClock, (away, error) => telemetry.countersAway(away, error))
}

/** What has been started, to be stopped in the opposite order: first nothing more comes in, then all is answered. */
class Stop {
  readonly #steps: (() => Promise<unknown>)[] = []
  #isOn = false

  /** Whether the process is on its way out. */
  get isOn(): boolean {
    return this.#isOn
  }

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step)
  }

  /** Takes all of it down and ends the process; with code 1 where that fails or takes too long. */
  now(exitCode: number): void {
    if (this.#isOn) return
    this.#isOn = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    this.#run().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }

  /** Each step once: a start that is not through yet goes on adding some. */
  async #run(): Promise<void> {
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) await step()
  }
}

function stopOnSignals(): Stop {
  const stop = new Stop()
  process.on('SIGTERM', () => stop.now(0))
  // Under npm a Ctrl-C arrives twice.
  process.on('SIGINT', () => stop.now(0))
  return stop
}

function exitWhenGone({ gone }: OpenDatabase, stop: Stop): void {
  gone.then((error) => {
    if (error === null) return
    log.fatal({ err: error }, 'the embedded database is gone')
    stop.now(1)
  })
}

if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(`Node 26 is needed, this is ${process.version}: start with npm, which brings its own.\n`)
  process.exit(1)
}

collectYoung()
const stop = stopOnSignals()
try {
  await main(configOfProcess(), stop)
} catch (error) {
  // A start whose database was just stopped fails, and is none the less a stop.
  if (!stop.isOn) giveUp(error)
}

function giveUp(error: unknown): never {
  const reason = startProblem(error)
  if (reason === null) log.fatal({ err: error }, 'the service could not start')
  else process.stderr.write(`${reason}\n`)
  process.exit(1)
}
