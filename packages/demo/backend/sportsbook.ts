import { toDecimalOdds } from '../../simulator/src/amount.ts'
import { type MatchDay, matchDays } from '../../simulator/src/season/calendar.ts'
import type { Match, Outcome, Season } from '../../simulator/src/season/match.ts'
import type { Day, Fixture } from '../src/shown.ts'

// What every sportsbook has already: fixtures, odds and, when they have been played, results.

const HOUR_MS = 3_600_000

export class Sportsbook {
  readonly title: string
  readonly #season: Season
  readonly #opensAt: number
  readonly #matches: ReadonlyMap<string, Match>

  /** @param opensAt epoch milliseconds; the first match day comes after it, and when the season ends it begins again */
  constructor(season: Season, opensAt: number) {
    this.title = season.title
    this.#season = season
    this.#opensAt = opensAt
    this.#matches = new Map(season.matches.map((match) => [match.id, match]))
  }

  match(id: string): Match | undefined {
    return this.#matches.get(id)
  }

  /** The odds of an outcome; undefined where there is no such bet. */
  oddsOf(id: string, outcome: Outcome): number | undefined {
    const odds = this.#matches.get(id)?.prices[outcome]
    return odds === undefined ? undefined : toDecimalOdds(odds)
  }

  /** The match day of a moment: the one that was played last until the morning of the next one. */
  dayAt(now: number): Day {
    const { shown, count } = this.#around(now)
    const kickOff = kickOffOf(shown)
    const phase = now >= shown.evening ? 'over' : now >= kickOff ? 'running' : 'open'
    const fixtures = shown.matches.map((match) => fixtureOf(match, phase === 'over'))
    return { number: shown.nth + 1, of: count, kickOff: new Date(kickOff).toISOString(), phase, fixtures }
  }

  /** The first of several matches that is not on offer; undefined where all are, or there is no such match. */
  closedOf(ids: readonly string[], now: number): Match | undefined {
    const { phase, fixtures } = this.dayAt(now)
    const open = new Set(phase === 'open' ? fixtures.map(({ id }) => id) : [])
    const closed = ids.find((id) => !open.has(id))
    return closed === undefined ? undefined : this.match(closed)
  }

  /** When the matches of the day are over; the event time of their settlements. */
  fullTimeAt(now: number): { readonly fullTime: number; readonly evening: number } {
    return this.#around(now).shown
  }

  /** The morning of the next match day. */
  nextMorningAfter(now: number): number {
    const { shown, following } = this.#around(now)
    return now < shown.evening ? shown.morning : following.morning
  }

  /**
   * Whether a match was over before a moment, in this season or the one before it, whose last day ends as this one begins.
   * What is played again on the next match day is not.
   */
  isOver(matchId: string, now: number): boolean {
    const { before, days } = this.#seasonsAround(now)
    const isIn = ({ matches }: MatchDay) => matches.some(({ id }) => id === matchId)
    const next = days.find(({ evening }) => evening > now)
    return (
      days.some((day) => day.evening <= now && isIn(day)) || (before.some(isIn) && next !== undefined && !isIn(next))
    )
  }

  #around(now: number): { shown: MatchDay; following: MatchDay; count: number } {
    const { days } = this.#seasonsAround(now)
    const at = days.findIndex((day) => day.evening > now)
    const [before, next] = [days[at - 1], days[at]]
    if (next === undefined) throw new RangeError('a season has match days')
    const isAfterwards = before !== undefined && now < next.morning
    return { shown: isAfterwards ? before : next, following: next, count: days.length }
  }

  /** The season that is not over yet, and the one before it. */
  #seasonsAround(now: number): { before: readonly MatchDay[]; days: readonly MatchDay[] } {
    let before: readonly MatchDay[] = []
    let days = matchDays(this.#season, this.#opensAt)
    for (let last = days.at(-1); last !== undefined && last.evening <= now; last = days.at(-1)) {
      before = days
      days = matchDays(this.#season, last.evening)
    }
    return { before, days }
  }
}

const kickOffOf = ({ fullTime }: MatchDay): number => fullTime - 2 * HOUR_MS

function fixtureOf({ id, home, away, prices, result, score }: Match, isOver: boolean): Fixture {
  const odds = {
    home: toDecimalOdds(prices.home),
    draw: prices.draw === undefined ? null : toDecimalOdds(prices.draw),
    away: toDecimalOdds(prices.away),
  }
  const played = isOver ? { result: result ?? ('void' as const), score: score ?? null } : { result: null, score: null }
  return { id, home, away, odds, ...played }
}
