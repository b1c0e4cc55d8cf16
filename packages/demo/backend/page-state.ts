import { type Answer, type Client, isFailure, type Progress } from '../../sdk/src/index.ts'
import type { Outcome } from '../../simulator/src/season/match.ts'
import { betOnOf } from './bet-ids.ts'
import type { Day, Sportsbook } from './sportsbook.ts'

/** A bet of the player as the page shows it. */
export interface ShownBet {
  readonly id: string
  readonly home: string
  readonly away: string
  readonly outcome: Outcome
  readonly stake: number
  readonly odds: number
  readonly status: 'open' | 'won' | 'lost' | 'void' | 'rejected'
  readonly returned: number
  readonly reasonCodes: readonly string[]
}

/** All that the page shows of its player. */
export interface PageState {
  readonly player: string
  readonly publicKey: string
  readonly season: string
  /** The tenant's time. */
  readonly now: string
  readonly day: Day
  readonly progress: Progress
  /** What a bet may be now; null without a program. */
  readonly limits: Answer<'getUserRuleset'>['limitsNow'] | null
  /** Newest first. */
  readonly bets: readonly ShownBet[]
  readonly currency: string
}

type StoredBet = Answer<'listBetEvents'>['betEvents'][number]

/** How many bet events are looked at. */
const LATEST = 100

export async function pageState(client: Client, book: Sportsbook, userId: string) {
  const [{ now }, progress, { betEvents }, limits] = await Promise.all([
    client.getClock(),
    client.getProgress({ userId }),
    client.listBetEvents({ userId, limit: LATEST }),
    limitsOf(client, userId),
  ])
  const day = book.dayAt(Date.parse(now))
  const currency = 'currency' in progress ? progress.currency : 'EUR'
  return { player: userId, season: book.title, now, day, progress, limits, bets: shownBets(betEvents, book), currency }
}

async function limitsOf(client: Client, userId: string) {
  try {
    return (await client.getUserRuleset({ userId })).limitsNow
  } catch (error) {
    if (isFailure(error, 'not_found')) return null
    throw error
  }
}

/** Placements with what became of them. */
function shownBets(events: readonly StoredBet[], book: Sportsbook): readonly ShownBet[] {
  const ends = new Map(events.filter(({ status }) => status !== 'placed').map((end) => [end.externalBetId, end]))
  return events
    .filter(({ status }) => status === 'placed')
    .flatMap((placed) => {
      const on = betOnOf(placed.externalBetId)
      const match = on && book.match(on.matchId)
      if (on === undefined || match === undefined) return []
      const { externalBetId: id, stakeAmount, odds, reasonCodes } = placed
      const end = ends.get(id)
      const status = statusOf(placed, end)
      const returned = end?.settlementAmount ?? 0
      const { home, away } = match
      const { outcome } = on
      return [{ id, home, away, outcome, stake: stakeAmount ?? 0, odds: odds ?? 0, status, returned, reasonCodes }]
    })
}

const ended = { 'settled-won': 'won', 'settled-lost': 'lost', voided: 'void' } as const

function statusOf(placed: StoredBet, end: StoredBet | undefined): ShownBet['status'] {
  if (placed.resultStatus === 'rejected') return 'rejected'
  return end === undefined || end.status === 'placed' ? 'open' : ended[end.status]
}
