import type { Review } from '../payout-books.ts'
import type { Random } from '../random.ts'
import { Tally } from '../tally.ts'
import { CHARACTERS } from './characters.ts'
import { STYLES } from './styles.ts'
import type { Slip, Temper, TierName } from './table.ts'

/** A slip that was sent and now waits for its matches. */
export interface Ticket {
  readonly id: string
  readonly slip: Slip
  /** The season's day on which its last match is played. */
  readonly lastDay: number
  readonly isAccepted: boolean
}

export interface Player {
  readonly userId: string
  readonly temper: Temper
  readonly random: Random
  readonly tally: Tally
  readonly openTickets: Ticket[]
  ticketCount: number
  losingStreak: number
  exclusion: 'none' | 'excluded' | 'over'
}

/** The fewest players a season can do with: one for each written part. */
export const PLAYERS_MIN = CHARACTERS.length

/** The whole cast: first the written parts, then players of every style in turn, each with habits of their own. */
export function castPlayers(count: number, run: string, random: Random, review: Review): Player[] {
  return Array.from({ length: count }, (_, nth) => {
    const own = random.fork(`player ${nth}`)
    return {
      userId: `${run}-p${String(nth + 1).padStart(4, '0')}`,
      temper: CHARACTERS[nth] ?? ordinary(nth - CHARACTERS.length, own),
      random: own,
      tally: new Tally(review),
      openTickets: [],
      ticketCount: 0,
      losingStreak: 0,
      exclusion: 'none',
    }
  })
}

const TIER_TASTES: readonly (readonly TierName[])[] = [
  ['Sprint'],
  ['Classic'],
  ['Marathon'],
  ['Sprint', 'Classic'],
  ['Sprint', 'Classic', 'Marathon'],
]

function ordinary(nth: number, random: Random): Temper {
  const style = STYLES[nth % STYLES.length]
  if (!style) throw new Error('there are no styles')
  return {
    ...style,
    tiers: random.pick(TIER_TASTES),
    startsAt: random.next() * 0.4,
    buysAgain: 0.3 + random.next() * 0.65,
    choices: { continue: 0.3, refund: 0.2, cancel: 0.03 },
    cancels: 0.003,
    impatience: 0.02,
    purse: { asks: 0.3, wishes: ['all', 'all', 'part', 'too much', 'crumb', 'too little'], leaves: 0.01 },
  }
}
