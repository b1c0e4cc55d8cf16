import { isSamePick, type Pick } from './fixtures.ts'
import type { Day } from './shown.ts'

/** A press on odds takes them, or puts them back; of one match only one outcome can be taken. */
export function pressed(picks: readonly Pick[], pick: Pick): readonly Pick[] {
  const others = picks.filter(({ fixture }) => fixture.id !== pick.fixture.id)
  return picks.some((one) => isSamePick(one, pick)) ? others : [...others, pick]
}

/** Those that can still be bet on. */
export const onOffer = (picks: readonly Pick[], { phase, fixtures }: Day): readonly Pick[] =>
  phase === 'open' ? picks.filter(({ fixture }) => fixtures.some(({ id }) => id === fixture.id)) : []

export const samePicks = (a: readonly Pick[], b: readonly Pick[]): boolean =>
  a.length === b.length && a.every((pick, nth) => b[nth] !== undefined && isSamePick(pick, b[nth]))
