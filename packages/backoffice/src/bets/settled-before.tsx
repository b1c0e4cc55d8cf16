import { useAskEach } from '../ask.ts'
import { Actor } from '../ui/actor.tsx'
import { inWords } from '../words.ts'
import type { Bet } from './bet.ts'

/** How each of these bets was settled or voided, by the id of its placement; an open one is not among them. */
export function useSettledBefore(bets: readonly Bet[]): ReadonlyMap<string, Bet> {
  const answers = useAskEach(
    'listBetEvents',
    bets.map(({ externalBetId, userId }) => ({ externalBetId, userId, limit: 50 })),
  )
  // The newest one: a correction counts in place of what it corrected.
  const counts = answers.map((answer) =>
    answer?.betEvents.find(({ status, resultStatus }) => status !== 'placed' && resultStatus === 'accepted'),
  )
  return new Map(bets.flatMap(({ id }, index) => (counts[index] === undefined ? [] : [[id, counts[index]]])))
}

/** "settled won by kim@operator.example" */
export const SettledBefore = ({ event: { status, actor } }: { readonly event: Bet }) => (
  <>
    {inWords(status)} by {actor === null ? 'your feed' : <Actor actor={actor} />}
  </>
)
