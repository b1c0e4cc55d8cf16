import type { Answer, Client } from '../../sdk/src/index.ts'
import { fromDecimalOdds, fromEuro, returnOf, toEuro } from '../../simulator/src/amount.ts'
import { combinedOdds } from '../src/odds.ts'
import type { Leg, Wish } from '../src/shown.ts'
import { legsOf, newBetId } from './bet-ids.ts'
import type { Sportsbook } from './sportsbook.ts'

// The calls that an operator's backend makes around a bet.

/**
 * Reports a placement. The odds are the book's own: what a page sends says only on what, and how much. A player who waits
 * for the verdict does not wait until the minute of a limit is over: the bet is not taken then.
 */
export function placeBet(client: Client, book: Sportsbook, userId: string, wish: Wish) {
  const placement = { ...placementOf(book, userId, wish), status: 'placed' } as const
  return client.recordBet(placement, { retries: { maxRetryAfterMs: 0 } })
}

/** Asks whether a bet would be taken, while the player still types. */
export function checkBet(client: Client, book: Sportsbook, userId: string, wish: Wish) {
  return client.validateBet(placementOf(book, userId, wish))
}

function placementOf(book: Sportsbook, userId: string, { legs, stake }: Wish) {
  // Two outcomes of one match never come true together.
  if (legs.length === 0 || new Set(legs.map(({ matchId }) => matchId)).size < legs.length) throw noSuchBet()
  const selections = legs.map(({ matchId, outcome }) => {
    const odds = book.oddsOf(matchId, outcome)
    if (odds === undefined) throw noSuchBet()
    return { eventId: matchId, marketId: '1x2', outcomeId: outcome, odds, sport: 'football' }
  })
  return {
    userId,
    externalBetId: newBetId(legs),
    betTypeIdentifier: legs.length === 1 ? 'single' : 'accumulator',
    stakeAmount: stake,
    odds: combinedOdds(selections.map(({ odds }) => odds)),
    selections,
  }
}

const noSuchBet = (): TypeError => new TypeError('There is no such bet')

/** Reports how every open bet ended whose matches are over; gives how many that were. */
export async function settleBets(client: Client, book: Sportsbook, now: number): Promise<number> {
  const settlements: Settlement[] = []
  for await (const open of client.each.listBetEvents({ status: 'placed', limit: 500 })) {
    const legs = legsOf(open.externalBetId)
    if (!legs?.every(({ matchId }) => book.isOver(matchId, now))) continue
    const { userId, externalBetId } = open
    settlements.push({ userId, externalBetId, ...endOf(book, legs, open) })
  }
  for (let at = 0; at < settlements.length; at += BATCH) {
    await client.recordBets({ bets: settlements.slice(at, at + BATCH) })
  }
  return settlements.length
}

const BATCH = 500

type Settlement = { readonly userId: string; readonly externalBetId: string } & ReturnType<typeof endOf>
type Open = Answer<'listBetEvents'>['betEvents'][number]

/** Lost with one selection that went wrong; a match that was called off leaves the odds of the others. */
function endOf(book: Sportsbook, legs: readonly Leg[], { stakeAmount, odds }: Open) {
  const played = legs.filter(({ matchId }) => book.match(matchId)?.result !== undefined)
  if (played.length === 0) return { status: 'voided' as const }
  if (played.some(({ matchId, outcome }) => book.match(matchId)?.result !== outcome)) {
    return { status: 'settled-lost' as const }
  }
  const left = combinedOdds(played.map(({ matchId, outcome }) => book.oddsOf(matchId, outcome) ?? 1))
  // In whole numbers, half up: a cent too much would be flagged.
  const paid = returnOf(fromEuro(stakeAmount ?? 0), fromDecimalOdds(played.length === legs.length ? (odds ?? 1) : left))
  return { status: 'settled-won' as const, settlementAmount: toEuro(paid) }
}

/** The bets of a day that go right, or wrong: the demo knows the results. At most three. */
export function fortuneOf(book: Sportsbook, now: number, fortune: 'lucky' | 'unlucky'): readonly Leg[] {
  const bets = book.dayAt(now).fixtures.flatMap(({ id }) => {
    const result = book.match(id)?.result
    if (result === undefined) return []
    const outcomes = (['home', 'draw', 'away'] as const).filter((one) => (one === result) === (fortune === 'lucky'))
    const offered = outcomes.map((outcome) => ({ matchId: id, outcome, odds: book.oddsOf(id, outcome) ?? 0 }))
    // Whole stakes at high odds could win more than one bet may.
    const oddsMax = fortune === 'lucky' ? 10 : 4.5
    const inRules = offered.filter(({ odds }) => odds >= 1.5 && odds <= oddsMax).toSorted((a, b) => a.odds - b.odds)
    return inRules.slice(0, 1)
  })
  return bets.slice(0, 3).map(({ matchId, outcome }) => ({ matchId, outcome }))
}

/** As much as the rules allow; less on high odds, so that luck comes in steps that can be watched. */
export function fortuneStake(odds: number, fortune: 'lucky' | 'unlucky', stakeMax: number): number {
  return Math.floor(fortune === 'lucky' ? stakeMax / Math.max(1, odds - 1) : stakeMax)
}
