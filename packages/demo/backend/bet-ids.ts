import { randomBytes } from 'node:crypto'
import type { Outcome } from '../../simulator/src/season/match.ts'

/** What a bet is on. A real sportsbook keeps a table of its bets; here the id of a bet says it all. */
export interface BetOn {
  readonly matchId: string
  readonly outcome: Outcome
}

export const newBetId = ({ matchId, outcome }: BetOn): string =>
  `${matchId}.${outcome}.${randomBytes(5).toString('hex')}`

/** Undefined for a bet that was not made on this page. */
export function betOnOf(externalBetId: string): BetOn | undefined {
  const [, matchId, outcome] = /^([\w-]+)\.(home|draw|away)\.[0-9a-f]{10}$/.exec(externalBetId) ?? []
  if (matchId === undefined || outcome === undefined) return undefined
  return { matchId, outcome: outcome as Outcome }
}
