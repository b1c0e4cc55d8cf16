import type { Answer, Client } from '../../sdk/src/index.ts'
import type { Outcome } from '../../simulator/src/season/match.ts'
import { type BetOn, betOnOf, newBetId } from './bet-ids.ts'
import type { Sportsbook } from './sportsbook.ts'

// The calls that an operator's backend makes around a bet.

export interface Wish extends BetOn {
  readonly stake: number
}

/** Reports a placement. The odds are the book's own: what a page sends says only on what, and how much. */
export function placeBet(client: Client, book: Sportsbook, userId: string, { stake, ...on }: Wish) {
  return client.recordBet({ ...placementOf(book, userId, on, stake), externalBetId: newBetId(on), status: 'placed' })
}

/** Asks whether a bet would be taken, while the player still types. */
export function checkBet(client: Client, book: Sportsbook, userId: string, { stake, ...on }: Wish) {
  return client.validateBet({ ...placementOf(book, userId, on, stake), externalBetId: newBetId(on) })
}

function placementOf(book: Sportsbook, userId: string, { matchId, outcome }: BetOn, stake: number) {
  const odds = book.oddsOf(matchId, outcome)
  if (odds === undefined) throw new TypeError('There is no such bet')
  const selections = [{ eventId: matchId, marketId: '1x2', outcomeId: outcome, odds, sport: 'football' }]
  return { userId, stakeAmount: stake, odds, selections }
}

/** Reports how every open bet ended whose match is over; gives how many that were. */
export async function settleBets(client: Client, book: Sportsbook, now: number): Promise<number> {
  const settlements: Settlement[] = []
  for await (const open of client.each.listBetEvents({ status: 'placed', limit: 500 })) {
    const on = betOnOf(open.externalBetId)
    const match = on && book.match(on.matchId)
    if (on === undefined || match === undefined || !book.isOver(on.matchId, now)) continue
    const { userId, externalBetId } = open
    settlements.push({ userId, externalBetId, ...endOf(match.result, on.outcome, open) })
  }
  for (let at = 0; at < settlements.length; at += BATCH) {
    await client.recordBets({ bets: settlements.slice(at, at + BATCH) })
  }
  return settlements.length
}

const BATCH = 500

type Settlement = { readonly userId: string; readonly externalBetId: string } & ReturnType<typeof endOf>
type Open = Answer<'listBetEvents'>['betEvents'][number]

function endOf(result: Outcome | undefined, outcome: Outcome, { stakeAmount, odds }: Open) {
  if (result === undefined) return { status: 'voided' as const }
  if (result !== outcome) return { status: 'settled-lost' as const }
  // In whole numbers, half up: a cent too much would be flagged.
  const tenThousandths = Math.round((stakeAmount ?? 0) * 100) * Math.round((odds ?? 0) * 10_000)
  return { status: 'settled-won' as const, settlementAmount: Math.floor((tenThousandths + 5_000) / 10_000) / 100 }
}

/** The bets of a day that go right, or wrong: the demo knows the results. At most three. */
export function fortuneOf(book: Sportsbook, now: number, fortune: 'lucky' | 'unlucky'): readonly BetOn[] {
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
