import { type Count, type Counter, isFull, nameOf, WINDOW_MS } from './counters.ts'

/**
 * Counts many requests in one call, each on all of its counters. KEYS: their counters. ARGV: the window in milliseconds;
 * for each of KEYS the points that a request adds, how many requests add them, the most it allows, and 1 where it takes
 * all or nothing; for each request the places of its counters in KEYS.
 *
 * Mostly there is room for everybody. So everything is added at once, and only where that was too much it is taken back
 * and gone through request by request. Gives `all`: for each of KEYS its count with everybody and what is left of its
 * window; or `each`: for each counter of each request what it took, its count, and what is left. It is all JSON, which
 * Redis reads and writes by itself: when the script took its numbers out of a text, that cost Redis more than counting.
 */
export const SCRIPT = `
local call, window = redis.call, ARGV[1]
local counters = cjson.decode(ARGV[2])

local function count_of(key)
  return tonumber(call('get', key) or 0)
end

local function add(key, points)
  local count = call('incrby', key, points)
  if count == points then call('pexpire', key, window) end
  return count
end

local function take_back(last)
  for k = 1, last do
    local sum = counters[4 * k - 3] * counters[4 * k - 2]
    if sum > 0 and call('decrby', KEYS[k], sum) == 0 then call('del', KEYS[k]) end
  end
end

-- A request that adds nothing looks whether there is room for one.
local function is_full(points, max, count)
  return count + math.max(points, 1) > max
end

local function add_all()
  local answer = {}
  for k, key in ipairs(KEYS) do
    local points, max = counters[4 * k - 3], counters[4 * k - 1]
    local count = points > 0 and add(key, points * counters[4 * k - 2]) or count_of(key)
    if count > max or points == 0 and is_full(0, max, count) then return take_back(k) end
    answer[2 * k - 1], answer[2 * k] = count, call('pttl', key)
  end
  return answer
end

local function add_each()
  local answer = {}
  for _, places in ipairs(cjson.decode(ARGV[3])) do
    local open = true
    for _, k in ipairs(places) do
      local points, max, all = counters[4 * k - 3], counters[4 * k - 1], counters[4 * k] == 1
      if all and is_full(points, max, count_of(KEYS[k])) then open = false end
    end
    for _, k in ipairs(places) do
      local points, max, all = counters[4 * k - 3], counters[4 * k - 1], counters[4 * k] == 1
      local count, taken = count_of(KEYS[k]), 0
      if open then taken = all and points or math.max(0, math.min(points, max - count)) end
      if taken > 0 then count = add(KEYS[k], taken) end
      for _, number in ipairs({ taken, count, call('pttl', KEYS[k]) }) do answer[#answer + 1] = number end
    end
  end
  return answer
end

local all = add_all()
return cjson.encode(all and { all = all } or { each = add_each() })
`

type Answer = { readonly all: readonly number[] } | { readonly each: readonly number[] }

/** What one call asks, and how its answer is understood. */
export class RedisCall {
  readonly #counters: Counter[] = []
  /** How many requests ask for each. */
  readonly #times: number[] = []
  /** For each request where its counters stand, from 1. */
  readonly #places: readonly (readonly number[])[]
  readonly #requests: readonly (readonly Counter[])[]

  constructor(requests: readonly (readonly Counter[])[]) {
    // Those that many requests share are one and the same object. One of a player stands there once for each request,
    // which the script counts one after the other: to look for the same player among the others would cost more.
    const shared = new Map<Counter, number>()
    this.#requests = requests
    this.#places = requests.map((counters) => counters.map((counter) => this.#placeOf(counter, shared)))
  }

  get keys(): readonly string[] {
    return this.#counters.map((counter) => `limit:${nameOf(counter)}`)
  }

  get args(): readonly [windowMs: number, counters: string, places: string] {
    const asked = this.#counters.flatMap(({ points, max, takes }, i) => [
      points,
      this.#times[i],
      max,
      takes === 'all' ? 1 : 0,
    ])
    return [WINDOW_MS, JSON.stringify(asked), JSON.stringify(this.#places)]
  }

  /** What became of each counter of each request, by the script's answer. */
  read(text: string): readonly (readonly Count[])[] {
    const answer: Answer = JSON.parse(text)
    return 'all' in answer ? this.#readAll(answer.all) : this.#readEach(answer.each)
  }

  /** Everybody got what they asked for, one after the other. */
  #readAll(numbers: readonly number[]): readonly (readonly Count[])[] {
    const waiting = [...this.#times]
    return this.#places.map((places) =>
      places.map((place) => {
        const { points = 0 } = this.#counters[place - 1] ?? {}
        const behind = (waiting[place - 1] ?? 0) - 1
        waiting[place - 1] = behind
        const count = (numbers[2 * place - 2] ?? 0) - points * behind
        return { taken: points, count, resetMs: resetOf(numbers[2 * place - 1]), refused: false }
      }),
    )
  }

  #readEach(numbers: readonly number[]): readonly (readonly Count[])[] {
    let at = 0
    const next = (): number => numbers[at++] ?? 0
    return this.#requests.map((counters) =>
      counters.map((counter) => {
        const [taken, count, left] = [next(), next(), next()]
        const refused = counter.takes === 'all' ? isFull(counter, count - taken) : taken < counter.points
        return { taken, count, resetMs: resetOf(left), refused }
      }),
    )
  }

  #placeOf(counter: Counter, shared: Map<Counter, number>): number {
    const known = counter.userId === undefined ? shared.get(counter) : undefined
    const place = known ?? this.#counters.push(counter)
    if (known === undefined && counter.userId === undefined) shared.set(counter, place)
    this.#times[place - 1] = (this.#times[place - 1] ?? 0) + 1
    return place
  }
}

/** A counter that is not there has its window before it. */
const resetOf = (left = -1): number => (left < 0 ? WINDOW_MS : left)
