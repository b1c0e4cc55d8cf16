import { beforeEach, expect, test } from 'vitest'
import { type FreshToken, leftOf, TokenKeeper } from '../src/data/token-keeper.ts'

const MINUTE = 60_000
const FINAL = new Error('never again')

let now: number
let timers: { readonly at: number; readonly act: () => void }[]
let asked: number
let onAsked: () => void
let brought: string[]
let answers: (() => Promise<FreshToken>)[]
let keeper: TokenKeeper
let exchanged: Map<string, string>

beforeEach(() => {
  now = Date.UTC(2026, 2, 2, 12)
  timers = []
  asked = 0
  onAsked = () => {}
  brought = []
  answers = []
  exchanged = new Map()
  keeper = newKeeper()
})

const newKeeper = (askedAt?: number) =>
  new TokenKeeper({
    exchanged,
    askedAt,
    renew: () => answers.shift()?.() ?? Promise.reject(new Error('not now')),
    isFinal: (error) => error === FINAL,
    onToken: (token) => brought.push(token),
    onExpired: () => {
      asked += 1
      onAsked()
    },
    now: () => now,
    timer: newTimer(),
  })

function newTimer() {
  let own: (typeof timers)[number] | undefined
  const clear = () => {
    timers = timers.filter((one) => one !== own)
  }
  const set = (ms: number, act: () => void) => {
    clear()
    own = { at: now + ms, act }
    timers.push(own)
  }
  return { set, clear }
}

/** A token that is good for so many milliseconds more. */
const tokenFor = (ms: number): string =>
  `${Buffer.from(JSON.stringify({ exp: Math.floor((now + ms) / 1000) })).toString('base64url')}.mac`

async function pass(ms: number): Promise<void> {
  const end = now + ms
  for (;;) {
    await new Promise(setImmediate)
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
    if (next === undefined) break
    timers = timers.filter((one) => one !== next)
    now = next.at
    next.act()
  }
  now = end
}

test('a token is renewed shortly before it ends, and again and again', async () => {
  answers = Array.from({ length: 3 }, (_, i) => async () => ({ token: `fresh ${i}`, ttl: 3600 }))
  keeper.take(tokenFor(60 * MINUTE))
  await pass(54 * MINUTE)
  expect(brought).toEqual([])
  await pass(2 * MINUTE)
  expect([brought, keeper.token]).toEqual([['fresh 0'], 'fresh 0'])
  await pass(110 * MINUTE)
  expect([brought, asked]).toEqual([['fresh 0', 'fresh 1', 'fresh 2'], 0])
})

test('a token that seems to be over, or to come from the future, is exchanged at once', async () => {
  for (const ms of [-200 * 24 * 60 * MINUTE, 300 * MINUTE]) {
    answers = [async () => ({ token: 'fresh', ttl: 3600 })]
    keeper.take(tokenFor(ms))
    await pass(0)
    expect(keeper.token).toBe('fresh')
  }
})

test('a token that is over, or nearly so, is exchanged before it is used', async () => {
  answers = [async () => ({ token: 'fresh', ttl: 3600 })]
  const taken = keeper.take(tokenFor(4 * MINUTE))
  await taken
  expect([keeper.token, brought]).toEqual(['fresh', []])
})

test('a token that could not be exchanged now is the one to use until it can', async () => {
  const token = tokenFor(4 * MINUTE)
  await keeper.take(token)
  expect(keeper.token).toBe(token)
})

test('a token that comes back after it was exchanged stands for what it was exchanged for', async () => {
  const first = tokenFor(60 * MINUTE)
  const second = tokenFor(110 * MINUTE)
  const third = tokenFor(170 * MINUTE)
  answers = [second, third].map((token) => async () => ({ token, ttl: 3600 }))
  await keeper.take(first)
  await pass(120 * MINUTE)
  keeper.stop()
  const next = newKeeper()
  await next.take(first)
  expect([next.token, asked]).toEqual([third, 0])
})

test('a service that does not answer is asked again, not the page', async () => {
  keeper.take(tokenFor(6 * MINUTE))
  await pass(2 * MINUTE)
  expect([brought, asked]).toEqual([[], 0])
  answers = [async () => ({ token: 'fresh', ttl: 3600 })]
  await pass(1 * MINUTE)
  expect([brought, asked]).toEqual([['fresh'], 0])
})

test('the page is asked where a token cannot be renewed, at most every 30 seconds, until it brings one', async () => {
  answers = [() => Promise.reject(FINAL)]
  keeper.take(tokenFor(1 * MINUTE))
  await pass(0)
  expect(asked).toBe(1)
  for (let i = 0; i < 20; i += 1) keeper.refused(keeper.token)
  await pass(29_999)
  expect(asked).toBe(1)
  await pass(1)
  expect(asked).toBe(2)
  await pass(30_000)
  expect(asked).toBe(3)
  keeper.take(tokenFor(60 * MINUTE))
  await pass(10 * MINUTE)
  expect(asked).toBe(3)
})

test('the page is asked no sooner because another keeper has come in the place of the one that asked', async () => {
  answers = [FINAL, FINAL].map((error) => () => Promise.reject(error))
  await keeper.take(tokenFor(1 * MINUTE))
  expect(asked).toBe(1)
  keeper.stop()
  await pass(10_000)
  await newKeeper(keeper.askedAt).take(tokenFor(1 * MINUTE))
  await pass(19_999)
  expect(asked).toBe(1)
  await pass(1)
  expect(asked).toBe(2)
})

test('a page that brings a token as soon as it is asked is not asked again', async () => {
  onAsked = () => keeper.take(tokenFor(60 * MINUTE))
  answers = [() => Promise.reject(FINAL)]
  keeper.take(tokenFor(1 * MINUTE))
  await pass(50 * MINUTE)
  expect(asked).toBe(1)
})

test('a device whose clock is set back does not keep the page from being asked', async () => {
  keeper.take(tokenFor(60 * MINUTE))
  keeper.refused(keeper.token)
  now -= 5 * 60 * MINUTE
  keeper.refused(keeper.token)
  expect(asked).toBe(2)
  await pass(29_999)
  expect(asked).toBe(2)
})

test('the refusal of an older token is nothing', async () => {
  const old = tokenFor(60 * MINUTE)
  keeper.take(old)
  keeper.take(tokenFor(59 * MINUTE))
  keeper.refused(old)
  expect(asked).toBe(0)
})

test('what comes after the end changes nothing', async () => {
  let answer: (fresh: FreshToken) => void = () => {}
  answers = [() => new Promise((resolve) => (answer = resolve))]
  keeper.take(null)
  keeper.stop()
  answer({ token: 'late', ttl: 3600 })
  await pass(60 * MINUTE)
  expect([keeper.token, brought, asked]).toEqual([null, [], 0])
})

test('what is no token has no time left', () => {
  for (const text of ['', 'abc', 'e30.mac', '.', 'bnVsbA.mac']) expect(leftOf(text, now)).toBe(0)
})
