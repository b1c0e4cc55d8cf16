import { ODDS_ONE } from '../amount.ts'
import type { Random } from '../random.ts'
import { type Match, outcomesByPrice } from '../season/match.ts'
import { maximum, minimum, percent, slip, stakeMax } from './stakes.ts'
import { favourite, sensible, singles, tomorrow } from './styles.ts'
import { type Leg, leg, type Slip, type Table, type Temper } from './table.ts'

/*
 * The cast whose parts are written down: between them they bring about every state and every reason to fail in any
 * season, however its matches end. The prophets and the jinxes have read the results; nobody else has.
 */

const NEVER = { continue: 0, refund: 0, cancel: 0 }

/** The winning outcome with as much as the limits allow, three bets a day; a day with fewer matches gets several a match. */
const prophecy = (table: Table): Slip[] => {
  const winners = table.today.flatMap((match) => (match.result && leg(match, match.result)) ?? [])
  const legal = winners.filter(({ odds }) => stakeMax(table.program, odds) > 0)
  return legal.length === 0 ? [] : [0, 1, 2].flatMap(() => slip(table, [table.random.pick(legal)], maximum))
}

/** A losing outcome with as much as the limits allow, twice a day. */
const bad = (match: Match, random: Random): Leg | undefined => {
  const losing = outcomesByPrice(match).filter((outcome) => match.result !== undefined && outcome !== match.result)
  const legs = losing.flatMap((outcome) => leg(match, outcome) ?? [])
  const playable = legs.filter(({ odds }) => odds >= 1.2 * ODDS_ONE && odds <= 8 * ODDS_ONE)
  return playable.length > 0 ? random.pick(playable) : undefined
}
const misfortune = (table: Table): Slip[] => {
  const losers = table.today.flatMap((match) => bad(match, table.random) ?? [])
  return losers.length === 0 ? [] : [0, 1].flatMap(() => slip(table, [table.random.pick(losers)], maximum))
}

/** Bets once in a challenge and is not seen again. */
const once = (table: Table): Slip[] => (table.program.accepted > 0 ? [] : singles(favourite, minimum, 1)(table))

/** In a challenge, asks for a cash-out; on a funded account, where that is allowed, bets like anyone else. */
const cashOuts = (table: Table): Slip[] => {
  const isAsking = table.program.kind === 'challenge' && table.random.chance(0.3)
  return singles(sensible, percent(0.02), 2)(table).map((bet) => (isAsking ? { ...bet, isCashOut: true } : bet))
}

const basic = {
  tiers: ['Sprint'],
  startsAt: 0,
  appetite: 1,
  buysAgain: 1,
  choices: NEVER,
  cancels: 0,
  impatience: 0,
} as const satisfies Partial<Temper>

const prophet = { ...basic, slips: prophecy }

export const CHARACTERS: readonly Temper[] = [
  { ...prophet, name: 'prophet, continues', choices: { ...NEVER, continue: 1 } },
  { ...prophet, name: 'prophet, continues', tiers: ['Classic'], choices: { ...NEVER, continue: 1 }, impatience: 0.2 },
  { ...prophet, name: 'prophet, refunded', choices: { ...NEVER, refund: 1 } },
  { ...prophet, name: 'prophet, refunded', tiers: ['Classic', 'Marathon'], choices: { ...NEVER, refund: 0.5 } },
  { ...prophet, name: 'prophet, waits', impatience: 0.2 },
  { ...prophet, name: 'prophet, waits', tiers: ['Marathon'] },
  { ...prophet, name: 'prophet, cancels', choices: { ...NEVER, cancel: 1 }, impatience: 1 },
  { ...basic, name: 'jinx', slips: misfortune, lateSlips: (table) => misfortune(tomorrow(table)) },
  { ...basic, name: 'jinx', slips: misfortune, impatience: 1, lateSlips: (table) => misfortune(tomorrow(table)) },
  { ...basic, name: 'jinx', tiers: ['Classic'], slips: misfortune, lateSlips: (table) => misfortune(tomorrow(table)) },
  { ...basic, name: 'sleeper', slips: once },
  { ...basic, name: 'sleeper', slips: once, isExcludedOnce: true },
  { ...basic, name: 'penny', slips: singles(favourite, minimum, 1, 1) },
  { ...basic, name: 'penny', tiers: ['Classic'], slips: singles(favourite, minimum, 1, 1) },
  { ...basic, name: 'quitter', slips: singles(sensible, percent(0.02), 1), cancels: 0.15, impatience: 1 },
  { ...basic, name: 'latecomer', slips: singles(favourite, minimum, 1, 1), startsAt: 1 },
  { ...basic, name: 'latecomer', tiers: ['Marathon'], slips: singles(favourite, minimum, 1, 1), startsAt: 1 },
  { ...basic, name: 'casher', slips: cashOuts, choices: { ...NEVER, continue: 1 } },
]
