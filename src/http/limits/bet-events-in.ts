import type { Operation } from '../../contract/operations/operation.ts'

/** How many for each player. */
export type BetEvents = ReadonlyMap<string, number>

const none: BetEvents = new Map()

/** How many bet events a body brings for each player. What is wrong with one is judged later; it counts all the same. */
export function betEventsIn(operation: Operation | null, body: unknown): BetEvents {
  if (operation?.betEvents === undefined) return none
  const bets = operation.betEvents === 'one' ? [body] : betsIn(body)
  const events = new Map<string, number>()
  for (const bet of bets) {
    const userId = userIdIn(bet)
    if (userId !== undefined) events.set(userId, (events.get(userId) ?? 0) + 1)
  }
  return events
}

const betsIn = (body: unknown): readonly unknown[] =>
  typeof body === 'object' && body !== null && 'bets' in body && Array.isArray(body.bets) ? body.bets : []

const userIdIn = (bet: unknown): string | undefined =>
  typeof bet === 'object' && bet !== null && 'userId' in bet && typeof bet.userId === 'string' ? bet.userId : undefined
