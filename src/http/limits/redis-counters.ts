import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { Coalescer } from '../../app/coalesce.ts'
import { type Count, type Counter, type Counters, WINDOW_MS } from './counters.ts'

/**
 * Counts many requests in one call, each on all of its counters. KEYS: the counters of all requests, one after the
 * other. ARGV: the window in milliseconds, then for each request the number of its counters, and for each of these the
 * most it allows, the points, and 1 where it takes all or nothing. Gives taken, count and what is left of the window.
 */
const SCRIPT = `
local window = ARGV[1]
local answer = {}
local k, a = 1, 2
while a <= #ARGV do
  local size = tonumber(ARGV[a])
  local first = a + 1
  local counts = redis.call('mget', unpack(KEYS, k, k + size - 1))
  local open = true
  for i = 1, size do
    local at = first + (i - 1) * 3
    counts[i] = tonumber(counts[i] or 0)
    if ARGV[at + 2] == '1' and counts[i] + math.max(tonumber(ARGV[at + 1]), 1) > tonumber(ARGV[at]) then open = false end
  end
  for i = 1, size do
    local at = first + (i - 1) * 3
    local key = KEYS[k + i - 1]
    local taken = 0
    if open then
      taken = tonumber(ARGV[at + 1])
      if ARGV[at + 2] ~= '1' then taken = math.max(0, math.min(taken, tonumber(ARGV[at]) - counts[i])) end
    end
    local left = redis.call('pttl', key)
    if taken > 0 then
      redis.call('incrby', key, taken)
      if left < 0 then redis.call('pexpire', key, window) end
    end
    answer[#answer + 1] = taken
    answer[#answer + 1] = counts[i] + taken
    answer[#answer + 1] = left
  end
  k = k + size
  a = first + size * 3
end
return answer
`
const SHA = createHash('sha1').update(SCRIPT).digest('hex')

/** How long Redis may take for a call before it counts as away, in milliseconds. */
const CALL_MS = 250
const RECONNECT_MS_MAX = 1000

/**
 * Counters that all replicas share. What arrives while one call runs is counted by the next, all of it in one call: a
 * request waits for one round trip at most, and a busy service pays for one call among many requests. The windows are
 * Redis's own (a counter expires by itself), so that clocks that differ between replicas do not matter.
 *
 * Throws what the driver throws when Redis is away; nothing waits for it to come back.
 */
export class RedisCounters implements Counters {
  readonly #redis: Redis
  readonly #calls: Coalescer<readonly Counter[], readonly Count[]>

  constructor(url: string) {
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: CALL_MS,
      connectTimeout: 2000,
      keyPrefix: 'limit:',
      retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MS_MAX),
    })
    // Each lost connection is told of here as well as to the calls that wait; unheard it would end the process.
    this.#redis.on('error', () => {})
    this.#calls = new Coalescer((requests) => this.#call(requests))
  }

  take(counters: readonly Counter[]): Promise<readonly Count[]> {
    return this.#calls.get(counters)
  }

  /** Resolves when Redis has answered for the first time. */
  async ready(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready')
  }

  /** Throws while Redis is away. */
  async ping(): Promise<void> {
    await this.#redis.ping()
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #call(requests: readonly (readonly Counter[])[]): Promise<readonly (readonly Count[])[]> {
    const keys: string[] = []
    const args: (string | number)[] = [WINDOW_MS]
    for (const counters of requests) {
      args.push(counters.length)
      for (const { key, max, points, takes } of counters) {
        keys.push(key)
        args.push(max, points, takes === 'all' ? 1 : 0)
      }
    }
    return read(await this.#run(keys, args), requests)
  }

  async #run(keys: readonly string[], args: readonly (string | number)[]): Promise<readonly number[]> {
    try {
      return (await this.#redis.evalsha(SHA, keys.length, ...keys, ...args)) as number[]
    } catch (error) {
      // A Redis that was started anew has not seen the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return (await this.#redis.eval(SCRIPT, keys.length, ...keys, ...args)) as number[]
    }
  }
}

function read(answer: readonly number[], requests: readonly (readonly Counter[])[]): readonly (readonly Count[])[] {
  let at = 0
  const next = (): number => answer[at++] ?? 0
  return requests.map((counters) =>
    counters.map(({ points, max, takes }) => {
      const taken = next()
      const count = next()
      const left = next()
      const refused = takes === 'all' ? count - taken + Math.max(points, 1) > max : taken < points
      return { taken, count, resetMs: left < 0 ? WINDOW_MS : left, refused }
    }),
  )
}
