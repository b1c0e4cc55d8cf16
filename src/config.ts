import { isIP } from 'node:net'
import { resolve } from 'node:path'

export interface Config {
  /** 0 lets the system choose. */
  readonly port: number
  readonly host: string
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null
  /** False behind a pooler that cannot keep named statements. */
  readonly databasePrepared: boolean
  /** An absolute path. */
  readonly dataDir: string
  /** Null: counters live in this process. */
  readonly redisUrl: string | null
  /** Null: one is made at the first start and kept under `dataDir`. */
  readonly superAdminKey: string | null
  /** Its parameter `from` is the sender. Null: mails are logged. */
  readonly smtpUrl: string | null
  /** Where the world finds this service, without a slash at the end. Null: at the address that it listens on. */
  readonly publicUrl: string | null
  /** How many proxies, or which, may say whom they speak for. */
  readonly trustProxy: false | number | readonly string[]
  readonly logLevel: LogLevel
  /** Whether webhooks may go to private addresses and plain http: for development only. */
  readonly allowPrivateOutbound: boolean
  /** A file in the layout of football-data.co.uk for the demo sportsbook. Null: a made-up league. */
  readonly demoSeason: string | null
  readonly pipeline: PipelineConfig
}

export interface PipelineConfig {
  /** Batches that may be on their way at once; each has its own connection. */
  readonly lanes: number
  /** Commands in one batch at most. */
  readonly batchMax: number
  /** Commands that may wait over all lanes before the service says that it is busy. */
  readonly queueMax: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The environment has values that cannot be used: one line for each. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The environment has values that cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

type Environment = { readonly [name: string]: string | undefined }

/**
 * The configuration that an environment describes; an empty variable counts as unset. Throws `ConfigInvalid`, which
 * names every variable that is wrong and shows no value that may be a secret.
 */
export function readConfig(env: Environment): Config {
  const reader = new EnvironmentReader(env)
  const config: Config = {
    port: reader.integer('PORT', 8080, 0, 65_535),
    host: reader.text('HOST') ?? '0.0.0.0',
    databaseUrl: reader.url('DATABASE_URL', ['postgresql:', 'postgres:']),
    databasePrepared: reader.flag('DATABASE_PREPARED', true),
    dataDir: resolve(reader.text('DATA_DIR') ?? 'data'),
    redisUrl: reader.url('REDIS_URL', ['redis:', 'rediss:']),
    superAdminKey: reader.checked('SUPER_ADMIN_KEY', asKey),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    publicUrl: reader.checked('PUBLIC_URL', asPlace),
    trustProxy: reader.checked('TRUST_PROXY', asProxies) ?? false,
    logLevel: reader.checked('LOG_LEVEL', asLogLevel) ?? 'info',
    allowPrivateOutbound: reader.flag('ALLOW_PRIVATE_OUTBOUND', false),
    demoSeason: reader.text('DEMO_SEASON'),
    pipeline: {
      lanes: reader.integer('PIPELINE_LANES', 2, 1, 64),
      batchMax: reader.integer('PIPELINE_BATCH_MAX', 256, 1, 5_000),
      queueMax: reader.integer('PIPELINE_QUEUE_MAX', 10_000, 1, 1_000_000),
    },
  }
  if (reader.problems.length > 0) throw new ConfigInvalid(reader.problems)
  return config
}

/** The configuration of this process. */
export const configOfProcess = (): Config => readConfig(process.env)

/** What a variable must be: thrown by the functions that read one. */
class Misfit extends Error {}

/** Reads variables one after the other and collects what is wrong with them. */
class EnvironmentReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  text(name: string): string | null {
    const text = this.#env[name]?.trim()
    return text === undefined || text === '' ? null : text
  }

  /** Null when the variable is unset, and when it is wrong: then the configuration is never used. */
  checked<T>(name: string, read: (text: string) => T): T | null {
    const text = this.text(name)
    if (text === null) return null
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      this.problems.push(`${name} must be ${error.message}`)
      return null
    }
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    return this.checked(name, (text) => asInteger(text, min, max)) ?? fallback
  }

  flag(name: string, fallback: boolean): boolean {
    return this.checked(name, asFlag) ?? fallback
  }

  url(name: string, protocols: readonly string[]): string | null {
    return this.checked(name, (text) => asUrl(text, protocols))
  }
}

function asInteger(text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Misfit(`a whole number from ${min} to ${max}, not "${text}"`)
}

function asFlag(text: string): boolean {
  if (['on', 'true', 'yes', '1'].includes(text.toLowerCase())) return true
  if (['off', 'false', 'no', '0'].includes(text.toLowerCase())) return false
  throw new Misfit(`on or off, not "${text}"`)
}

function asUrl(text: string, protocols: readonly string[]): string {
  if (protocols.includes(URL.parse(text)?.protocol ?? '')) return text
  throw new Misfit(`an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
}

/** An address that paths can be appended to. */
function asPlace(text: string): string {
  const url = asUrl(text, ['https:', 'http:'])
  if (!/[?#@]/.test(url)) return url.replace(/\/+$/, '')
  throw new Misfit('an address without a user, without ? and without #')
}

function asLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text.toLowerCase())
  if (level !== undefined) return level
  throw new Misfit(`one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
}

/** A key is sent in a header, so only what a header may hold can ever match. */
function asKey(text: string): string {
  if (/^[\x21-\x7e]{8,256}$/.test(text)) return text
  throw new Misfit('8 to 256 visible ASCII characters without spaces')
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** A number of hops, or a list of addresses and networks. */
function asProxies(text: string): number | readonly string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(',').map((address) => address.trim())
  if (addresses.every((address) => NAMED_NETWORKS.includes(address) || isNetwork(address))) return addresses
  throw new Misfit(`a number of hops, or addresses and networks with commas between them, not "${text}"`)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
