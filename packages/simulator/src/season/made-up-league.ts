import { Random } from '../random.ts'
import { MS_PER_DAY } from './match.ts'

/** Invented, all of them: no club, place or company is meant. */
const CLUBS = (
  'Ashcombe Vale, Brackenford, Calder Wharf, Dunmere Rovers, Eastlow Park, Fennick Town, Garrowby, Hartsmoor, ' +
  'Inchfield Athletic, Jessop Green, Kestrel Bay, Larkhill United, Merrowdale, Northquay, Oakenshaw, ' +
  'Pellbrook City, Quarry Bank, Rushmere Albion, Stonecross, Thornwick'
).split(', ')

const FIRST_SATURDAY = Date.UTC(2022, 7, 13) / MS_PER_DAY
const MARGIN = 1.05
const HOME_ADVANTAGE = 0.14
const NOT_PLAYED = 0.008

/** Days after a round's Saturday on which its ten matches are played: most at once, the rest on Sunday and Monday. */
const KICK_OFFS = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2]

/**
 * A double round robin of twenty invented clubs as the text of a season file, so that it takes the same way in as a real
 * one. Goals fall by each club's strength; the odds are a bookmaker's slightly wrong idea of the same strengths, with a
 * margin. Its columns `MU*` and `MUC*` stand for a made-up bookmaker. The same seed gives the same league.
 */
export function madeUpLeague(seed: string): string {
  const random = new Random(`made-up league ${seed}`)
  const strength = new Map(CLUBS.map((club) => [club, random.normal() * 0.2]))
  const rows = doubleRoundRobin(random.sample(CLUBS, CLUBS.length)).flatMap((round, nth) =>
    round.map(([home, away], at) => {
      const edge = HOME_ADVANTAGE + (strength.get(home) ?? 0) - (strength.get(away) ?? 0)
      const day = FIRST_SATURDAY + 7 * (nth + Math.floor(nth / 9)) + (KICK_OFFS[at] ?? 0)
      return row(day, home, away, edge, random)
    }),
  )
  return `${['Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,MUH,MUD,MUA,MUCH,MUCD,MUCA', ...rows].join('\n')}\n`
}

/** Every club meets every other one at home and away (the circle method: one club stays, the others turn). */
function doubleRoundRobin(clubs: readonly string[]): [string, string][][] {
  const [fixed = '', ...turning] = clubs
  const firstHalf = turning.map((_, round) => {
    const circle = [fixed, ...turning.slice(round), ...turning.slice(0, round)]
    return Array.from({ length: circle.length / 2 }, (_, at): [string, string] => {
      const pair: [string, string] = [circle[at] ?? '', circle[circle.length - 1 - at] ?? '']
      return (round + at) % 2 === 0 ? pair : [pair[1], pair[0]]
    })
  })
  const secondHalf = firstHalf.map((round) => round.map(([home, away]): [string, string] => [away, home]))
  return [...firstHalf, ...secondHalf]
}

function row(day: number, home: string, away: string, edge: number, random: Random): string {
  const goals = { home: random.poisson(goalsExpected(edge)), away: random.poisson(goalsExpected(-edge)) }
  const opening = prices(edge + random.normal() * 0.07)
  const closing = prices(edge + random.normal() * 0.03)
  const played = !random.chance(NOT_PLAYED)
  const result = goals.home > goals.away ? 'H' : goals.home < goals.away ? 'A' : 'D'
  const score = played ? [goals.home, goals.away, result] : ['', '', '']
  return ['MADE-UP', formatDay(day), home, away, ...score, ...opening, ...closing].join(',')
}

const goalsExpected = (edge: number): number => 1.35 * Math.exp(edge)

/** Home, draw and away prices with the margin in them, to two decimals, never below 1.02. */
function prices(edge: number): string[] {
  const chances = outcomeChances(goalsExpected(edge), goalsExpected(-edge))
  return chances.map((chance) => Math.max(1.02, 1 / (chance * MARGIN)).toFixed(2))
}

function outcomeChances(homeMean: number, awayMean: number): [number, number, number] {
  const chances: [number, number, number] = [0, 0, 0]
  for (let home = 0; home <= 12; home += 1) {
    for (let away = 0; away <= 12; away += 1) {
      const chance = poissonChance(home, homeMean) * poissonChance(away, awayMean)
      chances[home > away ? 0 : home === away ? 1 : 2] += chance
    }
  }
  return chances
}

function poissonChance(count: number, mean: number): number {
  let chance = Math.exp(-mean)
  for (let step = 1; step <= count; step += 1) chance *= mean / step
  return chance
}

function formatDay(day: number): string {
  const [year, month, date] = new Date(day * MS_PER_DAY).toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}
