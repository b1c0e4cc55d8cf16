import { ODDS_ONE } from '../amount.ts'
import type { Random } from '../random.ts'
import { type Match, outcomesByPrice } from '../season/match.ts'
import { flat, kelly, martingale, maximum, minimum, percent, type Staker, slip } from './stakes.ts'
import { type Leg, leg, type Slip, type Table, type Temper } from './table.ts'

/** Which outcome of a match a player likes. */
type Picker = (match: Match, random: Random) => Leg | undefined

export const favourite: Picker = (match) => byPrice(match).at(0)
const outsider: Picker = (match) => byPrice(match).at(-1)
const anything: Picker = (match, random) => random.pick(byPrice(match))
/** The draw; in a sport without draws the longer price. */
const draw: Picker = (match) => leg(match, 'draw') ?? byPrice(match).at(-1)
/** Something between favourite and outsider: odds from 1.5 to 3.5 where there are any. */
export const sensible: Picker = (match, random) => {
  const legs = byPrice(match)
  const middling = legs.filter(({ odds }) => odds >= 1.5 * ODDS_ONE && odds <= 3.5 * ODDS_ONE)
  return random.pick(middling.length > 0 ? middling : legs)
}

const byPrice = (match: Match): Leg[] => outcomesByPrice(match).flatMap((outcome) => leg(match, outcome) ?? [])

/** How often an ordinary player keeps to the limits that the operator's site shows. */
const DISCIPLINE = 0.96

/** One to `most` single bets on matches of today. */
export const singles =
  (pick: Picker, staker: Staker, most: number, discipline = DISCIPLINE) =>
  (table: Table): Slip[] => {
    const { random, today } = table
    return random.sample(today, random.between(1, most)).flatMap((match) => {
      const picked = pick(match, random)
      return picked ? slip(table, [picked], staker, random.chance(discipline)) : []
    })
  }

/** One bet on several matches, sometimes also of the next match day: it stays open until the last one has ended. */
const accumulator =
  (pick: Picker, staker: Staker, legsMost: number) =>
  (table: Table): Slip[] => {
    const { random, today, next } = table
    const matches = random.chance(0.4) ? [...today, ...next] : today
    const legs = random.sample(matches, random.between(2, legsMost)).flatMap((match) => pick(match, random) ?? [])
    return legs.length < 2 ? [] : slip(table, legs, staker, random.chance(DISCIPLINE))
  }

type Style = Pick<Temper, 'name' | 'appetite' | 'slips'> & Partial<Pick<Temper, 'lateSlips'>>

/** How people bet who do not know the results. */
export const STYLES: readonly Style[] = [
  { name: 'flat staker', appetite: 0.55, slips: singles(sensible, flat(0.02), 2) },
  { name: 'percent staker', appetite: 0.6, slips: singles(sensible, percent(0.04), 2) },
  { name: 'Kelly', appetite: 0.8, slips: singles(anything, kelly, 4) },
  {
    name: 'chaser',
    appetite: 0.7,
    slips: singles(sensible, martingale(0.01), 2),
    lateSlips: (table) => (table.losingStreak > 1 ? singles(sensible, martingale(0.01), 1)(tomorrow(table)) : []),
  },
  { name: 'favourites', appetite: 0.7, slips: singles(favourite, percent(0.06), 2) },
  { name: 'longshots', appetite: 0.5, slips: singles(outsider, flat(0.015), 3) },
  { name: 'accumulators', appetite: 0.6, slips: accumulator(favourite, flat(0.03), 5) },
  { name: 'wild accumulators', appetite: 0.4, slips: accumulator(sensible, flat(0.02), 3) },
  { name: 'draw lover', appetite: 0.5, slips: singles(draw, flat(0.025), 2) },
  { name: 'cautious', appetite: 0.15, slips: singles(favourite, minimum, 1) },
  { name: 'all that is allowed', appetite: 0.4, slips: singles(sensible, maximum, 2) },
  { name: 'over the limits', appetite: 0.3, slips: singles(anything, flat(0.09), 3, 0.5) },
]

/** The table of the evening before: the next match day's matches are on offer. */
export const tomorrow = (table: Table): Table => ({ ...table, today: table.next, next: [] })
