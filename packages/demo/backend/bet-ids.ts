import { randomBytes } from 'node:crypto'
import type { Leg } from '../src/shown.ts'

// A real sportsbook keeps a table of its bets; here the id of a bet says what it is on: `m2.home+m5.draw.9f3a6c01be`.

/** Ids may be as long as this, so no accumulator of this page can be longer. */
const LENGTH_MAX = 128

/** Throws a TypeError for a bet on more than an id can hold. */
export function newBetId(legs: readonly Leg[]): string {
  const on = legs.map(({ matchId, outcome }) => `${matchId}.${outcome}`).join('+')
  const id = `${on}.${randomBytes(5).toString('hex')}`
  if (id.length > LENGTH_MAX) throw new TypeError('These are too many selections for this page')
  return id
}

/** Undefined for a bet that was not made on this page. */
export function legsOf(externalBetId: string): readonly Leg[] | undefined {
  const on = /^(.+)\.[0-9a-f]{10}$/.exec(externalBetId)?.[1]
  const legs = on?.split('+').map(legOf)
  return legs?.every((leg) => leg !== undefined) ? legs : undefined
}

function legOf(text: string): Leg | undefined {
  const [, matchId, outcome] = /^([\w-]+)\.(home|draw|away)$/.exec(text) ?? []
  return matchId === undefined ? undefined : { matchId, outcome: outcome as Leg['outcome'] }
}
