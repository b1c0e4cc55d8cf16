import type { Operation } from '../../contract/operations/operation.ts'
import { textIn } from '../text-in.ts'

/** How many for each player, each of whom comes once. */
export type BetEvents = Iterable<readonly [userId: string, events: number]>

export const noBetEvents: BetEvents = []

/** How many bet events a body brings for each player. What is wrong with one is judged later; it counts all the same. */
export function betEventsIn(operation: Operation | null, body: unknown): BetEvents {
  if (operation?.betEvents === undefined) return noBetEvents
  if (operation.betEvents === 'one') {
    const userId = textIn(body, 'userId')
    return userId === null ? noBetEvents : [[userId, 1]]
  }
  const events = new Map<string, number>()
  for (const bet of betsIn(body)) {
    const userId = textIn(bet, 'userId')
    if (userId !== null) events.set(userId, (events.get(userId) ?? 0) + 1)
  }
  return events
}

const betsIn = (body: unknown): readonly unknown[] =>
  typeof body === 'object' && body !== null && 'bets' in body && Array.isArray(body.bets) ? body.bets : []
