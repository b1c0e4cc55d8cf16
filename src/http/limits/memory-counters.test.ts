import { expect, test } from 'vitest'
import { events, requests } from '../../../test/helpers/limit-counters.ts'
import { type Instant, instant } from '../../core/instant.ts'
import { BurstAllowance } from './burst-allowance.ts'
import { type Counter, type Counters, WINDOW_MS } from './counters.ts'
import { MemoryCounters } from './memory-counters.ts'
import { type SharedCounters, SteadyCounters } from './steady-counters.ts'

class HandClock {
  #now = instant(Date.UTC(2026, 2, 2, 12))
  now = (): Instant => this.#now
  forward(ms: number): void {
    this.#now = instant(this.#now + ms)
  }
}

/** How many of `times` requests pass. */
async function passed(counters: Counters, group: readonly Counter[], times: number) {
  let count = 0
  for (let i = 0; i < times; i += 1) if (!(await counters.take(group)).some(({ refused }) => refused)) count += 1
  return count
}

test('the last request that a limit allows passes, the next does not, and a new window begins anew', async () => {
  const clock = new HandClock()
  const counters = new MemoryCounters(clock)
  expect(await passed(counters, [requests('a', 5)], 7)).toBe(5)
  clock.forward(WINDOW_MS - 1)
  expect(await passed(counters, [requests('a', 5)], 1)).toBe(0)
  clock.forward(1)
  expect(await passed(counters, [requests('a', 5)], 7)).toBe(5)
})

test('a window begins with its first request and says when it ends', async () => {
  const clock = new HandClock()
  const counters = new MemoryCounters(clock)
  expect(await counters.take([requests('a', 5)])).toMatchObject([{ count: 1, resetMs: WINDOW_MS }])
  clock.forward(20_000)
  expect(await counters.take([requests('a', 5)])).toMatchObject([{ count: 2, resetMs: 40_000 }])
})

test('a request that one limit refuses uses up nothing of the others', async () => {
  const counters = new MemoryCounters(new HandClock())
  const group = [requests('full', 1), requests('shared', 100), events('anna', 30, 1)]
  await passed(counters, group, 50)
  expect(await counters.take([requests('shared', 100, { points: 0 }), events('anna', 30, 0)])).toMatchObject([
    { count: 1 },
    { count: 1 },
  ])
})

test('bet events are taken as far as there is room', async () => {
  const counters = new MemoryCounters(new HandClock())
  expect(await counters.take([events('anna', 30, 29)])).toMatchObject([{ taken: 29, refused: false }])
  expect(await counters.take([events('anna', 30, 3)])).toMatchObject([{ taken: 1, refused: true, count: 30 }])
  expect(await counters.take([events('anna', 30, 1)])).toMatchObject([{ taken: 0, refused: true, count: 30 }])
})

test('a look adds nothing, and is refused when there is no room for one', async () => {
  const counters = new MemoryCounters(new HandClock())
  const look = requests('failed', 2, { points: 0 })
  await passed(counters, [requests('failed', 2)], 1)
  expect(await passed(counters, [look], 9)).toBe(9)
  await passed(counters, [requests('failed', 2)], 1)
  expect(await passed(counters, [look], 9)).toBe(0)
})

test('the burst allowance gives 100 more, then 20 a second, and only to those that may have it', async () => {
  const clock = new HandClock()
  const counters = new MemoryCounters(clock, new BurstAllowance())
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(110)
  clock.forward(1000)
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(20)
  expect(await passed(counters, [requests('hard', 10, { burst: false })], 200)).toBe(10)
})

test('a request that another limit refuses leaves the allowance alone', async () => {
  const counters = new MemoryCounters(new HandClock(), new BurstAllowance())
  await passed(counters, [requests('a', 0), requests('hard', 0, { burst: false })], 50)
  expect(await passed(counters, [requests('a', 0)], 200)).toBe(100)
})

/** Counters that a test takes away and brings back. */
class Switched implements SharedCounters {
  away = false
  asked = 0
  readonly #counters: MemoryCounters
  constructor(clock: HandClock) {
    this.#counters = new MemoryCounters(clock)
  }
  async take(counters: readonly Counter[]) {
    await this.#answer()
    return this.#counters.take(counters)
  }
  ping = (): Promise<void> => this.#answer()
  async #answer(): Promise<void> {
    this.asked += 1
    if (this.away) throw new Error('away')
  }
}

test('while the shared counters are away this process counts with the allowance, and returns to them by itself', async () => {
  const clock = new HandClock()
  const shared = new Switched(clock)
  const told: boolean[] = []
  const counters = new SteadyCounters(shared, clock, (away) => told.push(away))
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(10)
  shared.away = true
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(110)
  shared.away = false
  clock.forward(1000)
  await counters.take([requests('b', 10)])
  await expect.poll(() => told).toEqual([true, false])
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(0)
})

test('shared counters that come and go give nobody a window or an allowance anew', async () => {
  const clock = new HandClock()
  const shared = new Switched(clock)
  const told: boolean[] = []
  const counters = new SteadyCounters(shared, clock, (away) => told.push(away))
  shared.away = true
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(110)
  shared.away = false
  clock.forward(500)
  await counters.take([requests('b', 10)])
  await expect.poll(() => told).toEqual([true, false])
  shared.away = true
  expect(await passed(counters, [requests('a', 10)], 200)).toBe(10)
})

test('counters that are away are asked twice a second, whatever the traffic', async () => {
  const clock = new HandClock()
  const shared = new Switched(clock)
  const counters = new SteadyCounters(shared, clock, () => {})
  shared.away = true
  await passed(counters, [requests('a', 10)], 100)
  expect(shared.asked).toBe(1)
  clock.forward(500)
  await passed(counters, [requests('a', 10)], 100)
  expect(shared.asked).toBe(2)
})
