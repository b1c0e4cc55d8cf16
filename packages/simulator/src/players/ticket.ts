import { type Cents, productOf, returnOf, toDecimalOdds, toEuro } from '../amount.ts'
import type { Match } from '../season/match.ts'
import type { Settlement } from '../tally.ts'
import type { Player, Ticket } from './roster.ts'
import type { Slip } from './table.ts'

export const oddsOf = (slip: Slip): number => productOf(slip.legs.map(({ odds }) => odds))

/** The day of the season on which the slip's last match is played. */
export const lastDayOf = (slip: Slip): number => Math.max(...slip.legs.map(({ match }) => match.day))

/** A placement as it goes over the wire. */
export function placementBody(player: Player, id: string, slip: Slip, at: number): Record<string, unknown> {
  const isSingle = slip.legs.length === 1
  return {
    userId: player.userId,
    externalBetId: id,
    status: 'placed',
    stakeAmount: toEuro(slip.stake),
    odds: toDecimalOdds(oddsOf(slip)),
    betTypeIdentifier: isSingle ? 'single' : 'accumulator',
    ...(slip.isCashOut ? { isCashOut: true } : {}),
    selections: slip.legs.map(({ match, outcome, odds }) => ({
      eventId: match.id,
      marketId: match.prices.draw === undefined ? 'winner' : '1x2',
      outcomeId: outcome,
      odds: toDecimalOdds(odds),
    })),
    eventTimestamp: new Date(at).toISOString(),
  }
}

/** A settlement or void as it goes over the wire. */
export function settlementBody(player: Player, settlement: Settlement, at: number): Record<string, unknown> {
  return {
    userId: player.userId,
    externalBetId: settlement.betId,
    status: settlement.status,
    ...(settlement.amount === undefined ? {} : { settlementAmount: toEuro(settlement.amount) }),
    ...(settlement.isCashOut ? { isCashOut: true } : {}),
    eventTimestamp: new Date(at).toISOString(),
  }
}

/**
 * What the matches made of a ticket: lost with any lost leg; else the stake times the odds of the legs that were played
 * and won; void when none was played.
 */
export function settle(ticket: Ticket, isCalledOff: (match: Match) => boolean): Settlement {
  const { id, slip } = ticket
  const played = slip.legs.filter(({ match }) => match.result !== undefined && !isCalledOff(match))
  if (played.some(({ match, outcome }) => match.result !== outcome)) return { betId: id, status: 'settled-lost' }
  if (played.length === 0) return { betId: id, status: 'voided' }
  const amount: Cents = returnOf(slip.stake, productOf(played.map(({ odds }) => odds)))
  return { betId: id, status: 'settled-won', amount }
}
