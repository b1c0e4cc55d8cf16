import { type Match, MS_PER_DAY, type Season } from './match.ts'

const MS_PER_HOUR = 3_600_000
const MS_PER_MINUTE = 60_000

/** One day of the season, moved into the tenant's future. The instants are epoch milliseconds. */
export interface MatchDay {
  /** 0 for the first. */
  readonly nth: number
  /** Its day in the season file, which the matches carry. */
  readonly day: number
  readonly matches: readonly Match[]
  /** When players buy, cancel and choose. */
  readonly morning: number
  /** When they bet. */
  readonly noon: number
  /** When the last match has ended: the event time of every settlement. */
  readonly fullTime: number
  /** When the settlements are sent, and when a few bet again. */
  readonly evening: number
}

/**
 * The match days in order, moved by the fewest whole weeks that bring the first one an hour or more after `now`: the
 * test clock only goes forward, and whole weeks keep Saturdays Saturdays and the gaps between match days as they were.
 */
export function matchDays(season: Season, now: number): MatchDay[] {
  const days = [...Map.groupBy(season.matches, ({ day }) => day)].sort(([a], [b]) => a - b)
  const first = days[0]?.[0] ?? 0
  const earliest = (now + MS_PER_HOUR - 8 * MS_PER_HOUR) / MS_PER_DAY
  const shift = 7 * Math.max(0, Math.ceil((earliest - first) / 7))
  return days.map(([day, matches], nth) => {
    const midnight = (day + shift) * MS_PER_DAY
    return {
      nth,
      day,
      matches,
      morning: midnight + 8 * MS_PER_HOUR,
      noon: midnight + 11 * MS_PER_HOUR,
      fullTime: midnight + 21 * MS_PER_HOUR,
      evening: midnight + 21 * MS_PER_HOUR + 5 * MS_PER_MINUTE,
    }
  })
}

/** The UTC calendar day of an instant, as a number of days since 1 January 1970. */
export const utcDay = (instant: number): number => Math.floor(instant / MS_PER_DAY)
