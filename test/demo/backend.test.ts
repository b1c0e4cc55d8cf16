import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, createBackend } from '../../packages/demo/backend/backend.ts'
import type { FeedEntry, PageState } from '../../packages/demo/src/shown.ts'
import { loadSeason } from '../../packages/simulator/src/season/load-season.ts'
import { signatureHeaders } from '../../src/outbound/sign.ts'
import { fails, json, ScriptedServer } from '../helpers/scripted-server.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const SECRET = 'ab'.repeat(32)
let backend: Backend

const started = async (baseUrl = used.service.url): Promise<Backend> =>
  createBackend({
    baseUrl,
    serverKey: used.tenant.serverKey,
    publicKey: 'pk_of_the_tests',
    webhookSecrets: [SECRET],
    season: await loadSeason([], 'tests'),
    opensAt: used.service.app.clock.now(),
  })

beforeAll(async () => {
  backend = await started()
})
afterAll(() => backend.close())

/** A browser with its cookie. */
class Visitor {
  #cookie = ''

  async ask(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await backend.handle(
      new Request(`http://demo.invalid/demo/api/${path}`, {
        method,
        headers: { cookie: this.#cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      }),
    )
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  async state(): Promise<PageState> {
    return (await this.ask('GET', 'state')).body as PageState
  }

  /** The entries of the feed that are there already. */
  async feed(): Promise<readonly FeedEntry[]> {
    const headers = { cookie: this.#cookie }
    const { body } = await backend.handle(new Request('http://demo.invalid/demo/api/feed', { headers }))
    const reader = body?.getReader()
    const nothing = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))
    const entries: FeedEntry[] = []
    for (;;) {
      const next = await Promise.race([reader?.read(), nothing()])
      if (next?.value === undefined) break
      const data = /^data: (.*)$/m.exec(new TextDecoder().decode(next.value))?.[1]
      if (data !== undefined) entries.push(JSON.parse(data) as FeedEntry)
    }
    await reader?.cancel()
    return entries
  }
}

test('a visitor is a player of their own, by a cookie that no script can read', async () => {
  const [anna, ben] = [new Visitor(), new Visitor()]
  const first = await anna.ask('GET', 'state')
  expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
  const { player } = await anna.state()
  expect(player).toBe((first.body as PageState).player)
  expect((await ben.state()).player).not.toBe(player)
})

test('a bet is at the odds of the book, and is settled by the result of its match', async () => {
  const visitor = new Visitor()
  await visitor.state()
  expect((await visitor.ask('POST', 'buy')).status).toBe(200)
  const { day, player } = await visitor.state()
  const [fixture] = day.fixtures
  const wish = { legs: [{ matchId: fixture?.id, outcome: 'home' }], stake: 10 }
  const placed = await visitor.ask('POST', 'bets', { ...wish, odds: 9.9, userId: 'somebody-else' })
  expect(placed).toMatchObject({ status: 200, body: { status: 'accepted' } })
  expect((await visitor.state()).bets).toMatchObject([{ status: 'open', stake: 10, odds: fixture?.odds.home }])
  expect(await visitor.ask('POST', 'play')).toMatchObject({ status: 200, body: { settled: 1 } })
  const after = await visitor.state()
  const result = after.day.fixtures[0]?.result
  expect(after.day.phase).toBe('over')
  expect(after.bets[0]?.status).toBe(result === 'home' ? 'won' : result === 'void' ? 'void' : 'lost')
  const { body } = await used.tenant.api.get(`/v1/reconciliation/${player}`)
  const results = body.betEvents.map(({ resultStatus }: { resultStatus: string }) => resultStatus)
  expect(results).toEqual(['accepted', 'accepted'])
})

test('what the service refuses is passed on with its code', async () => {
  const visitor = new Visitor()
  await visitor.ask('POST', 'next-day')
  const { day } = await visitor.state()
  const leg = { matchId: day.fixtures[0]?.id, outcome: 'home' }
  const early = await visitor.ask('POST', 'bets', { legs: [leg], stake: 10 })
  expect(early).toMatchObject({ status: 404, body: { error: 'not_found' } })
  const wrong = [
    { legs: [{ ...leg, matchId: 'm999999' }] },
    { legs: [{ ...leg, outcome: 'both' }] },
    { legs: [leg, { ...leg, outcome: 'away' }] },
    { legs: [] },
    { legs: Array.from({ length: 20 }, (_, nth) => ({ ...leg, matchId: `m${nth + 1}` })) },
    { stake: '10' },
  ]
  for (const more of wrong) {
    const wish = { legs: [leg], stake: 10, ...more }
    expect(await visitor.ask('POST', 'bets', wish)).toMatchObject({ status: 400, body: { error: 'validation_error' } })
  }
})

test('no bet is taken on a match that has been played, whoever had it played', async () => {
  const [visitor, another] = [new Visitor(), new Visitor()]
  await visitor.state()
  await visitor.ask('POST', 'buy')
  await visitor.ask('POST', 'next-day')
  const { day } = await visitor.state()
  const [over] = day.fixtures
  const wish = { legs: [{ matchId: over?.id, outcome: 'home' }], stake: 1 }
  expect(await visitor.ask('POST', 'check', wish)).toMatchObject({ status: 200 })
  await another.ask('POST', 'play')
  const message = `${over?.home} – ${over?.away} has kicked off: no more bets are taken on it.`
  const closed = { status: 409, body: { error: 'betting_closed', message } }
  expect(await visitor.ask('POST', 'check', wish)).toMatchObject(closed)
  expect(await visitor.ask('POST', 'bets', wish)).toMatchObject(closed)
  await another.ask('POST', 'next-day')
  expect(await visitor.ask('POST', 'bets', wish)).toMatchObject(closed)
  expect((await visitor.state()).bets).toEqual([])
})

test('an accumulator is one bet at the product of its odds, and is won when all of it comes true', async () => {
  const season = await loadSeason([], 'tests')
  const resultOf = (id: string) => season.matches.find((match) => match.id === id)?.result
  await used.tenant.api.put(`/v1/admin/rulesets/${used.tenant.challengeRulesetId}`, { maxOdds: null })
  const visitor = new Visitor()
  await visitor.ask('POST', 'buy')
  await visitor.ask('POST', 'next-day')
  const { day, player } = await visitor.state()
  const played = day.fixtures.filter(({ id }) => resultOf(id) !== undefined)
  const right = played.slice(0, 2).map(({ id }) => ({ matchId: id, outcome: resultOf(id) }))
  const wrong = right.map((leg, nth) => (nth === 0 ? leg : { ...leg, outcome: other(leg.outcome) }))
  const odds = right.map(
    ({ matchId, outcome }) => played.find(({ id }) => id === matchId)?.odds[outcome ?? 'home'] ?? 0,
  )
  const product = Math.floor((odds[0] ?? 0) * (odds[1] ?? 0) * 100 + 1e-6) / 100
  for (const legs of [right, wrong]) {
    expect(await visitor.ask('POST', 'bets', { legs, stake: 2 })).toMatchObject({ body: { status: 'accepted' } })
  }
  const { body: placed } = await used.tenant.api.get(`/v1/reconciliation/${player}`)
  expect(placed.betEvents.at(-1)).toMatchObject({ odds: product, selectionsCount: 2, betTypeIdentifier: 'accumulator' })
  await visitor.ask('POST', 'play')
  const { bets } = await visitor.state()
  expect(bets).toMatchObject([
    { status: 'lost', legs: [{}, {}] },
    { status: 'won', legs: [{}, {}], odds: product, returned: Math.round(product * 200) / 100 },
  ])
})

/** Another outcome than that. */
const other = (outcome: string | undefined): string => (outcome === 'home' ? 'away' : 'home')

test('the next match day comes by the test clock', async () => {
  const visitor = new Visitor()
  const { now, day } = await visitor.state()
  await visitor.ask('POST', 'next-day')
  const later = await visitor.state()
  expect(later.day.number).toBeGreaterThan(day.number)
  expect(later.day.phase).toBe('open')
  expect(Date.parse(later.now)).toBeGreaterThan(Date.parse(now))
})

test('a clock that another visitor has moved further meanwhile is taken as it is', async () => {
  const clock = (day: string) => json(200, { now: `${day}T12:00:00.000Z` })
  const service = await ScriptedServer.start()
  const empty = json(200, { betEvents: [], nextCursor: null })
  // Two questions on a match day, and by the third it is the next one.
  const [matchDay, nextDay] = [clock('2026-03-07'), clock('2026-03-08')]
  service.script = [matchDay, matchDay, fails(400, 'validation_error'), nextDay, empty]
  const kept = backend
  backend = await started(service.url)
  const told = await new Visitor().ask('POST', 'play')
  backend = kept
  service.stop()
  expect(told).toMatchObject({ status: 200, body: { settled: 0 } })
  expect(service.script).toEqual([empty])
})

test('a webhook counts when it is signed, and once', async () => {
  const visitor = new Visitor()
  const { player } = await visitor.state()
  const id = '019aa5f2-7c00-7000-8000-000000000001'
  const body = JSON.stringify({ eventId: id, eventType: 'challenge.passed', userId: player, timestamp: '', data: {} })
  const headers = signatureHeaders([SECRET], { id, body, atSeconds: Math.floor(Date.now() / 1000) })
  const send = (headers: { readonly [name: string]: string }) =>
    backend.handle(new Request('http://demo.invalid/demo/webhooks', { method: 'POST', headers, body }))
  expect((await send({})).status).toBe(401)
  expect((await send({ ...headers, 'webhook-signature': 'v1,AAAA' })).status).toBe(401)
  expect(await visitor.feed()).toEqual([])
  expect((await send(headers)).status).toBe(204)
  expect((await send(headers)).status).toBe(204)
  expect(await visitor.feed()).toMatchObject([{ kind: 'webhook', title: 'challenge.passed', player }])
  expect(await new Visitor().feed()).toEqual([])
})

test('a bet that was put right by hand shows how it stands now, not how it was settled first', async () => {
  const visitor = new Visitor()
  await visitor.state()
  await visitor.ask('POST', 'buy')
  await visitor.ask('POST', 'next-day')
  const { day, player } = await visitor.state()
  await visitor.ask('POST', 'bets', { legs: [{ matchId: day.fixtures[0]?.id, outcome: 'home' }], stake: 1 })
  await visitor.ask('POST', 'play')
  const { body } = await used.tenant.api.get(`/v1/admin/bet-events?userId=${player}`)
  const placement = body.betEvents.find(({ status }: { status: string }) => status === 'placed')
  const [settled] = (await visitor.state()).bets
  const outcome = settled?.status === 'won' ? 'lost' : 'won'
  const note = 'the result was wrong'
  const corrected = await used.tenant.api.post(`/v1/admin/bet-events/${placement.id}/correct`, { outcome, note })
  expect(corrected.status).toBe(200)
  expect((await visitor.state()).bets[0]?.status).toBe(outcome)
})

test('a player who bets too often is told so at once: nobody waits a minute for a verdict', async () => {
  const visitor = new Visitor()
  await visitor.ask('POST', 'next-day')
  const { day, now } = await visitor.state()
  const wish = { legs: [{ matchId: day.fixtures[0]?.id, outcome: 'home' }], stake: 1 }
  const limit = await ScriptedServer.start()
  limit.script = [json(200, { now }), fails(429, 'rate_limited')]
  const kept = backend
  backend = await started(limit.url)
  const told = await visitor.ask('POST', 'bets', wish)
  backend = kept
  limit.stop()
  expect(told).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(limit.seen).toHaveLength(2)
})

test('a page that stays open over a restart takes what comes next for new', async () => {
  const visitor = new Visitor()
  await visitor.state()
  await visitor.ask('POST', 'buy')
  const before = await visitor.feed()
  backend.close()
  backend = await started()
  await visitor.ask('POST', 'buy')
  const [last, next] = [before.at(-1), (await visitor.feed())[0]]
  expect(next?.id).toBeGreaterThan(last?.id ?? Number.POSITIVE_INFINITY)
})
