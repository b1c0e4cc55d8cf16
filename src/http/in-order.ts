import { MappingFailed } from '../contract/mapping/map-bet.ts'
import { textIn } from './text-in.ts'

/** Which bet an item of a batch is about, as far as it can be told. */
export const externalBetIdOf = (bet: unknown): string | null =>
  textIn(bet instanceof MappingFailed ? bet.bet : bet, 'externalBetId')

/**
 * Hands items over before the first is answered: the pipeline keeps the order of each player. What players do to bets of
 * each other it does not, so an item about a bet that another player's has named waits for all before it.
 */
export async function inOrder<Item>(
  bets: readonly unknown[],
  record: (bet: unknown, index: number) => Promise<Item>,
): Promise<Item[]> {
  const items: Promise<Item>[] = []
  const players = new Map<string, string | null>()
  for (const [index, bet] of bets.entries()) {
    const externalBetId = externalBetIdOf(bet)
    const userId = textIn(bet, 'userId')
    if (externalBetId !== null && (players.get(externalBetId) ?? userId) !== userId) {
      await Promise.all(items)
      players.clear()
    }
    if (externalBetId !== null) players.set(externalBetId, userId)
    items.push(record(bet, index))
  }
  return Promise.all(items)
}
