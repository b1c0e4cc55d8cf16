import { describe, expect, test } from 'vitest'
import { matchDays } from '../src/season/calendar.ts'
import { madeUpLeague } from '../src/season/made-up-league.ts'
import type { Match } from '../src/season/match.ts'
import { readSeasonFile } from '../src/season/season-file.ts'

const league = (seed: string) => readSeasonFile(madeUpLeague(seed), 'made up')

describe('the made-up league', () => {
  test('is the same for the same seed and another for another', () => {
    expect(madeUpLeague('7')).toBe(madeUpLeague('7'))
    expect(madeUpLeague('7')).not.toBe(madeUpLeague('8'))
  })

  test('is a double round robin: every pair of its twenty clubs meets once at each ground', () => {
    const { matches } = league('7')
    const clubs = new Set(matches.map(({ home }) => home))
    expect(clubs.size).toBe(20)
    expect(matches).toHaveLength(20 * 19)
    expect(new Set(matches.map(({ home, away }) => `${home}-${away}`)).size).toBe(20 * 19)
    expect(matches.every(({ home, away }) => home !== away)).toBe(true)
  })

  test('lets no club play twice on a day', () => {
    for (const { matches } of matchDays(league('7'), 0)) {
      const playing = matches.flatMap(({ home, away }) => [home, away])
      expect(new Set(playing).size).toBe(playing.length)
    }
  })

  test('says of itself that it is made up', () => {
    expect(new Set(league('7').matches.map(({ division }) => division))).toEqual(new Set(['MADE-UP']))
  })

  test('prices every match with a margin, and the favourites win more often than the outsiders', () => {
    const { matches } = league('7')
    const inverse = ({ prices }: Match) =>
      [prices.home, prices.draw ?? 0, prices.away].reduce((sum, odds) => sum + 1e4 / odds, 0)
    expect(matches.every((match) => inverse(match) > 1.02 && inverse(match) < 1.12)).toBe(true)
    const wins = (of: (home: number, away: number) => boolean) =>
      matches.filter(({ prices, result }) => {
        if (result === 'home') return of(prices.home, prices.away)
        return result === 'away' && of(prices.away, prices.home)
      }).length
    expect(wins((won, lost) => won < lost)).toBeGreaterThan(wins((won, lost) => won > lost) * 1.3)
  })
})

describe('the match days', () => {
  const now = Date.parse('2030-01-15T12:34:56Z')

  test('are moved by whole weeks to the first that lies ahead of the clock', () => {
    const season = league('7')
    const days = matchDays(season, now)
    const [first] = days
    expect((first?.morning ?? 0) - now).toBeGreaterThanOrEqual(3_600_000)
    expect((first?.morning ?? 0) - now).toBeLessThan(7 * 86_400_000 + 3_600_000)
    expect(new Date(first?.morning ?? 0).getUTCDay()).toBe(6)
    const shifts = days.map(({ day, morning }) => Math.floor(morning / 86_400_000) - day)
    expect(new Set(shifts).size).toBe(1)
    expect((shifts[0] ?? 1) % 7).toBe(0)
  })

  test('of a season that lies in the future stay where they are', () => {
    const season = readSeasonFile('Date,HomeTeam,AwayTeam,FTR,PSH,PSA\n01/06/2031,A,B,H,2,2', 'future')
    expect(matchDays(season, now)[0]?.morning).toBe(Date.parse('2031-06-01T08:00:00Z'))
  })
})
