import { ODDS_ONE } from '../amount.ts'
import type { Random } from '../random.ts'
import { type Match, outcomesByPrice } from '../season/match.ts'
import { maximum, minimum, percent, slip, stakeMax } from './stakes.ts'
import { favourite, sensible, singles, tomorrow } from './styles.ts'
import { type Leg, leg, type Purse, type Slip, type Table, type Temper } from './table.ts'

/*
 * The cast whose parts are written down: between them they bring about every state, every reason to fail or to lose a
 * funded account, and every refusal of a payout, in any season, however its matches end. The prophets and the jinxes
 * have read the results; nobody else has.
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

type Slips = Temper['slips']

/** Plays a challenge one way and a funded account another. */
const then =
  (challenge: Slips, account: Slips): Slips =>
  (table) =>
    table.program.kind === 'challenge' ? challenge(table) : account(table)

const nothing: Slips = () => []
const pennies: Slips = singles(favourite, minimum, 1, 1)
/** Bets on the next match day as well, so that bets are open in the morning, too. */
const early: Slips = then(nothing, (table) => prophecy(tomorrow(table)))

const basic = {
  tiers: ['Sprint'],
  startsAt: 0,
  appetite: 1,
  buysAgain: 1,
  choices: NEVER,
  cancels: 0,
  impatience: 0,
  purse: { asks: 0.4, wishes: ['all', 'part', 'too much', 'crumb', 'too little'], leaves: 0 },
} as const satisfies Partial<Temper>

const prophet = { ...basic, slips: prophecy }
/** Continues after each pass. */
const owner = { ...prophet, choices: { ...NEVER, continue: 1 } }
const SILENT: Purse = { asks: 0, wishes: ['all'], leaves: 0 }

export const CHARACTERS: readonly Temper[] = [
  { ...owner, name: 'prophet, cashes in' },
  { ...owner, name: 'prophet, cashes in', lateSlips: early },
  { ...owner, name: 'prophet, fills the cap', tiers: ['Classic'], impatience: 0.2 },
  { ...owner, name: 'prophet, fills the cap', tiers: ['Classic', 'Marathon'] },
  { ...owner, name: 'prophet, gambles it away', slips: then(prophecy, misfortune), purse: SILENT },
  { ...owner, name: 'prophet, gambles it away', tiers: ['Marathon', 'Sprint'], slips: then(prophecy, misfortune) },
  { ...owner, name: 'prophet, falls asleep', slips: then(prophecy, nothing), purse: SILENT },
  { ...owner, name: 'prophet, forgets', tiers: ['Classic'], slips: then(prophecy, pennies), purse: SILENT },
  { ...owner, name: 'prophet, takes the stake', purse: { asks: 0.1, wishes: ['crumb', 'all'], leaves: 0.3 } },
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
