import { type ChallengeFundingError, type Client, createClient, isFailure } from '../../sdk/src/index.ts'
import { SignatureError, verifyWebhook } from '../../sdk/src/webhooks.ts'
import type { Season } from '../../simulator/src/season/match.ts'
import type { Leg, Wish } from '../src/shown.ts'
import { checkBet, fortuneOf, fortuneStake, placeBet, settleBets } from './bets.ts'
import { Feed } from './feed.ts'
import { cheapestTier, limitsOf, pageState } from './page-state.ts'
import { newPlayer, playerOf, setCookie } from './player-session.ts'
import { Sportsbook } from './sportsbook.ts'

/*
 * The backend of the demo sportsbook, as an operator would write it: it holds the server key, knows who has logged in,
 * reports every bet and every settlement, and is told by webhook what became of its players. It speaks to the service
 * over HTTP only, by the published client.
 */

export interface BackendSettings {
  /** Where the service is. */
  readonly baseUrl: string
  readonly serverKey: string
  readonly publicKey: string
  readonly webhookSecrets: readonly string[]
  readonly season: Season
  /** Epoch milliseconds: the first match day comes after it. */
  readonly opensAt: number
}

export interface Backend {
  /** Answers what comes to /demo/api/ and /demo/webhooks. */
  readonly handle: (request: Request) => Promise<Response>
  /** Ends what streams. */
  readonly close: () => void
}

/** What a request is answered with: the client tells the feed on whose behalf it asks. */
interface Asked {
  readonly player: string
  readonly client: Client
  readonly book: Sportsbook
  readonly body: unknown
}

export function createBackend(settings: BackendSettings): Backend {
  const feed = new Feed()
  const seen = new Set<string>()
  const book = new Sportsbook(settings.season, settings.opensAt)

  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/demo/webhooks') return receiveWebhook(request, settings.webhookSecrets, seen, feed)
    const asked = `${request.method} ${pathname.slice('/demo/api'.length)}`
    if (asked === 'POST /new-player') return json(200, {}, setCookie(newPlayer()))
    const known = playerOf(request)
    const player = known ?? newPlayer()
    if (asked === 'GET /feed') return feed.listen(player)
    const answer = answers[asked]
    if (answer === undefined) return json(404, { error: 'not_found', message: 'There is no such page' })
    // No page of another site can send JSON here without being asked first, and is refused then.
    const body: unknown = request.method === 'POST' ? await request.json() : null
    const client = clientFor(settings, feed, player)
    const given = await answer({ player, client, book, body }, settings)
    return json(200, given, known === null ? setCookie(player) : {})
  }
  return {
    handle: (request) => handle(request).catch(refused),
    close: () => feed.close(),
  }
}

/** A webhook counts once it is sure who sent it, and only the first time that it comes. */
async function receiveWebhook(request: Request, secret: readonly string[], seen: Set<string>, feed: Feed) {
  const event = await verifyWebhook({ secret, headers: request.headers, body: await request.text() })
  if (!seen.has(event.eventId)) {
    seen.add(event.eventId)
    if (seen.size > 10_000) seen.delete(seen.values().next().value ?? '')
    const { userId: player, eventType: title } = event
    feed.add({ kind: 'webhook', player, title, status: 204, sent: event, answer: null })
  }
  return new Response(null, { status: 204 })
}

type AnswerTo = (asked: Asked, settings: BackendSettings) => Promise<object>

const answers: { readonly [request: string]: AnswerTo } = {
  'GET /state': async ({ client, book, player }, { publicKey }) => ({
    ...(await pageState(client, book, player)),
    publicKey,
  }),
  // For the widget: the player has logged in with us, so we may have a token made.
  'POST /token': ({ client, player }) => client.mintUserToken({ userId: player }),
  // A real sportsbook takes the payment first; this one plays with demo money.
  'POST /buy': async ({ client, player }) => {
    const tier = await cheapestTier(client)
    if (tier === null) throw new TypeError('No challenge is on sale')
    return client.purchaseChallenge({ userId: player, challengeTierId: tier.id })
  },
  'POST /check': async (asked) => checkBet(asked.client, asked.book, asked.player, await openWishIn(asked)),
  'POST /bets': async (asked) => placeBet(asked.client, asked.book, asked.player, await openWishIn(asked)),
  'POST /play': async ({ client, book }) => ({ settled: await playDay(client, book) }),
  // What a person at the operator does in the backoffice.
  'POST /confirm': async ({ client, player }) => {
    const { payouts } = await client.listPayouts({ status: 'pending', userId: player })
    for (const { id } of payouts) await client.confirmPayout({ id })
    return { confirmed: payouts.length }
  },
  'POST /next-day': async ({ client, book }) => {
    await playDay(client, book)
    return advanceTo(client, book.nextMorningAfter(await nowOf(client)))
  },
  'POST /whole-day': async ({ client, book, player, body }) => {
    const fortune = (body as { fortune?: unknown }).fortune === 'lucky' ? 'lucky' : 'unlucky'
    await playFortune(client, book, player, fortune)
    return { settled: await playDay(client, book) }
  },
}

/** Lets the matches of the day end, and settles every bet on them. */
async function playDay(client: Client, book: Sportsbook): Promise<number> {
  const { evening } = book.fullTimeAt(await nowOf(client))
  return settleBets(client, book, Date.parse((await advanceTo(client, evening)).now))
}

/** The shortcut of the page: a day on which everything goes right, or wrong. */
async function playFortune(client: Client, book: Sportsbook, userId: string, fortune: 'lucky' | 'unlucky') {
  const now = await nowOf(client)
  if (book.dayAt(now).phase === 'over') await advanceTo(client, book.nextMorningAfter(now))
  for (const on of fortuneOf(book, await nowOf(client), fortune)) {
    const limits = await limitsOf(client, userId)
    // A bet may itself be the one that was missing for the pass: then there is nothing more to bet on.
    if (limits === null) return
    const stake = fortuneStake(book.oddsOf(on.matchId, on.outcome) ?? 1, fortune, limits.maxStake)
    if (stake >= limits.minStake) await placeBet(client, book, userId, { legs: [on], stake })
  }
}

const nowOf = async (client: Client): Promise<number> => Date.parse((await client.getClock()).now)

/** Moves the clock to a moment, unless it is there already: it is the one of all visitors, and any of them may have moved it. */
async function advanceTo(client: Client, moment: number): Promise<{ readonly now: string }> {
  const { now } = await client.getClock()
  if (moment <= Date.parse(now)) return { now }
  try {
    return await client.advanceClock({ to: new Date(moment).toISOString() })
  } catch (error) {
    const later = isFailure(error, 'validation_error') ? await client.getClock() : null
    if (later === null || Date.parse(later.now) < moment) throw error
    return later
  }
}

/** No more bets are taken on a match. */
class BettingClosed extends Error {
  override readonly name = 'BettingClosed'
}

/**
 * What a page asks to bet, where its matches are still to be played. It may show a day that is over by now: all visitors
 * share one clock. Throws `BettingClosed`.
 */
async function openWishIn({ client, book, body }: Asked): Promise<Wish> {
  const wish = wishIn(body)
  const ids = wish.legs.map(({ matchId }) => matchId)
  const closed = book.closedOf(ids, await nowOf(client))
  if (closed === undefined) return wish
  throw new BettingClosed(`${closed.home} – ${closed.away} has kicked off: no more bets are taken on it.`)
}

function wishIn(body: unknown): Wish {
  const { legs, stake } = body as { [name in keyof Wish]?: unknown }
  if (!Array.isArray(legs) || typeof stake !== 'number') throw new TypeError('This is no bet')
  return { legs: legs.map(legIn), stake }
}

function legIn(leg: unknown): Leg {
  const { matchId, outcome } = leg as { [name in keyof Leg]?: unknown }
  const isOutcome = outcome === 'home' || outcome === 'draw' || outcome === 'away'
  if (typeof matchId !== 'string' || !isOutcome) throw new TypeError('This is no bet')
  return { matchId, outcome }
}

/** The published client, with an eye on what it sends: the page shows it. Reads would only fill the page. */
const clientFor = ({ baseUrl, serverKey }: BackendSettings, feed: Feed, player: string): Client =>
  createClient({
    baseUrl,
    credentials: { serverKey },
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      const { pathname } = new URL(String(url))
      if (init?.method === 'POST' && pathname !== '/v1/bets/validate' && pathname !== '/v1/sse/token') {
        const answer: unknown = await response.clone().json()
        const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
        feed.add({ kind: 'call', player, title: `POST ${pathname}`, status: response.status, sent, answer })
      }
      return response
    },
  })

function refused(error: unknown): Response {
  if (error instanceof SignatureError) return json(401, { error: 'unauthorized', message: error.message })
  if (error instanceof BettingClosed) return json(409, { error: 'betting_closed', message: error.message })
  if (isFailure(error)) return json(failureStatus(error), { error: error.code, message: error.message })
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return json(400, { error: 'validation_error', message: error.message })
  }
  throw error
}

const failureStatus = ({ status }: ChallengeFundingError): number => (status >= 400 ? status : 502)

const json = (status: number, body: object, headers: { readonly [header: string]: string } = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
