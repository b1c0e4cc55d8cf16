import { type Answer, type Client, isFailure } from '../../sdk/src/index.ts'
import type { PageState, ShownBet, ShownLeg } from '../src/shown.ts'
import { legsOf } from './bet-ids.ts'
import type { Sportsbook } from './sportsbook.ts'

type StoredBet = Answer<'listBetEvents'>['betEvents'][number]

/** How many bet events are looked at. */
const LATEST = 100

/** Where the player stands, and what there is to bet on. */
export async function pageState(
  client: Client,
  book: Sportsbook,
  userId: string,
): Promise<Omit<PageState, 'publicKey'>> {
  const [{ now }, progress, { betEvents }, limits, offer] = await Promise.all([
    client.getClock(),
    client.getProgress({ userId }),
    client.listBetEvents({ userId, limit: LATEST }),
    limitsOf(client, userId),
    cheapestTier(client),
  ])
  const day = book.dayAt(Date.parse(now))
  const currency = 'currency' in progress ? progress.currency : 'EUR'
  const bets = shownBets(betEvents, book)
  return { player: userId, season: book.title, now, day, progress, limits, offer, bets, currency }
}

/** What a newcomer buys. */
export async function cheapestTier(client: Client) {
  const { challengeTiers } = await client.listChallengeTiers()
  const [cheapest] = challengeTiers.toSorted((a, b) => a.ownStake - b.ownStake)
  return cheapest ?? null
}

/** What a bet may be now; null without a program. */
export async function limitsOf(client: Client, userId: string) {
  try {
    return (await client.getUserRuleset({ userId })).limitsNow
  } catch (error) {
    if (isFailure(error, 'not_found')) return null
    throw error
  }
}

/**
 * Placements with what became of them: the newest end that counts, in place of what it corrects. Where the program was over
 * before none counts, and the bet is over all the same.
 */
function shownBets(events: readonly StoredBet[], book: Sportsbook): readonly ShownBet[] {
  const told = events.filter(({ status }) => status !== 'placed').toReversed()
  const counted = told.filter(({ resultStatus }) => resultStatus === 'accepted')
  const ends = new Map([...told, ...counted].map((end) => [end.externalBetId, end]))
  return events
    .filter(({ status }) => status === 'placed')
    .flatMap((placed) => {
      const legs = shownLegs(placed.externalBetId, book)
      if (legs === undefined) return []
      const { externalBetId: id, stakeAmount, odds, reasonCodes } = placed
      const end = ends.get(id)
      const status = statusOf(placed, end)
      const returned = end?.settlementAmount ?? 0
      return [{ id, legs, stake: stakeAmount ?? 0, odds: odds ?? 0, status, returned, reasonCodes }]
    })
}

/** Undefined for a bet that was not made on this page, or on a match of another season. */
function shownLegs(betId: string, book: Sportsbook): readonly ShownLeg[] | undefined {
  const legs = legsOf(betId)?.flatMap((leg) => {
    const match = book.match(leg.matchId)
    return match === undefined ? [] : [{ ...leg, home: match.home, away: match.away }]
  })
  return legs?.length ? legs : undefined
}

const ended = { 'settled-won': 'won', 'settled-lost': 'lost', voided: 'void' } as const

function statusOf(placed: StoredBet, end: StoredBet | undefined): ShownBet['status'] {
  if (placed.resultStatus === 'rejected') return 'rejected'
  return end === undefined || end.status === 'placed' ? 'open' : ended[end.status]
}
