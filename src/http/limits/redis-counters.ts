import { hash } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { Coalescer } from '../../app/coalesce.ts'
import type { Count, Counter, Counters } from './counters.ts'
import { RedisCall, SCRIPT } from './redis-call.ts'

const SHA = hash('sha1', SCRIPT)

/** How long Redis may take for a call before it counts as away, in milliseconds. */
const CALL_MS = 250
/** After so many times as long without a word the connection is given up: the host may have gone without closing it. */
const SILENT_CALLS = 20
const RECONNECT_MS_MAX = 1000
/**
 * What costs is the call, whoever shares it. A loop that is busy turns once in a millisecond and brings a few requests each
 * time; one that rests turns at once. Measured: docs/performance.md.
 */
const TURNS_MAX = 8

/** What is counted to see whether anything is. */
const TRIAL: Counter = { key: 'trial', limit: 'trial', max: 1_000_000, points: 1, takes: 'some', burst: false }

/**
 * Counters that all replicas share. What arrives while one call runs is counted by the next, all of it in one call: a
 * request waits for one round trip at most, and a busy service pays for one call among many requests. The windows are
 * Redis's own (a counter expires by itself), so that clocks that differ between replicas do not matter.
 *
 * Throws with what Redis or the system said when it is away; nothing waits for it to come back.
 */
export class RedisCounters implements Counters {
  readonly #redis: Redis
  readonly #calls: Coalescer<readonly Counter[], readonly Count[]>
  /** Why there is no connection. */
  #lost: Error | null = null

  /** @param callMs how long a call may take: tests run on machines that are busy with others */
  constructor(url: string, callMs = CALL_MS) {
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: callMs,
      socketTimeout: SILENT_CALLS * callMs,
      connectTimeout: 2000,
      retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MS_MAX),
    })
    // Each lost connection is told of here as well as to the calls that wait; unheard it would end the process.
    this.#redis.on('error', (error: Error) => {
      this.#lost = error
    })
    this.#calls = new Coalescer((requests) => this.#call(requests), {
      // Two would be twice as many with half of the requests each.
      concurrency: 1,
      turnsMax: TURNS_MAX,
      // None is made twice: it counts.
      failsForAll: () => true,
    })
  }

  take(counters: readonly Counter[]): Promise<readonly Count[]> {
    return this.#calls.get(counters)
  }

  /** Resolves when Redis has answered for the first time. */
  async ready(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready')
  }

  /** Throws while Redis does not count: one that is full or may only be read answers, and refuses each write. */
  async ping(): Promise<void> {
    await this.#call([[TRIAL]])
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #call(requests: readonly (readonly Counter[])[]): Promise<readonly (readonly Count[])[]> {
    const call = new RedisCall(requests)
    return call.read(await this.#run([call.keys.length, ...call.keys, ...call.args]))
  }

  async #run(args: (string | number)[]): Promise<string> {
    try {
      return (await this.#redis.call('evalsha', [SHA, ...args])) as string
    } catch (error) {
      // A Redis that was started anew has not seen the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw this.#reasonOf(error)
      return (await this.#redis.call('eval', [SCRIPT, ...args]).catch((again: unknown) => {
        throw this.#reasonOf(again)
      })) as string
    }
  }

  /** To be logged: the driver's own errors bear what was sent, names of players and, at its login, the password. */
  #reasonOf(error: unknown): Error {
    const told = this.#redis.status === 'ready' ? error : (this.#lost ?? error)
    return new Error(told instanceof Error ? told.message : String(told))
  }
}
