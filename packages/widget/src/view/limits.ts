import type { ChallengeProgress } from '../data/state.ts'
import { type Fact, toCents } from './fact.ts'
import type { Speech } from './speech.ts'

type Limits = ChallengeProgress['limitsNow']

/** The balance at which the program ends; null without a limit. */
export const floorOf = (balance: number, { drawdownRemaining }: Limits): number | null =>
  drawdownRemaining === null ? null : toCents(balance - drawdownRemaining)

/** How much may be lost in all and today; less than a quarter of the whole is time to be careful. */
export function roomFacts(
  { balance, start, limits, inCooldown }: { balance: number; start: number; limits: Limits; inCooldown: boolean },
  say: Speech,
): Fact[] {
  const { words } = say
  const { drawdownRemaining, dailyLossRemaining } = limits
  const floor = floorOf(balance, limits)
  const facts: Fact[] = []
  if (drawdownRemaining !== null && floor !== null) {
    const note = say.fill(words.drawdownRoomNote, { floor: say.money(floor) })
    facts.push({
      label: words.drawdownRoom,
      value: say.money(drawdownRemaining),
      note,
      tone: drawdownRemaining < (start - floor) / 4 ? 'warn' : 'plain',
    })
  }
  if (dailyLossRemaining !== null) {
    const note = inCooldown ? words.dailyRoomAfter : words.dailyRoomNote
    facts.push({
      label: words.dailyRoom,
      value: say.money(dailyLossRemaining),
      note,
      tone: inCooldown ? 'bad' : 'plain',
    })
  }
  return facts
}

/**
 * What a bet may be right now.
 *
 * @param isClosed no bet is taken for now, whatever it is: in a pause, or while a payout is being decided on
 */
export function betFacts(
  { maxStake, minStake, minOdds, maxOdds, maxSelections }: Limits,
  isClosed: boolean,
  say: Speech,
): Fact[] {
  const { words } = say
  const facts: Fact[] = [
    isClosed
      ? { label: words.maxStake, value: say.money(0), note: words.noBetsNow, tone: 'bad' }
      : {
          label: words.maxStake,
          value: say.money(maxStake),
          note: say.fill(words.maxStakeNote, { min: say.money(minStake) }),
        },
  ]
  const odds = oddsRange(minOdds, maxOdds, say)
  if (odds !== null) facts.push({ label: words.oddsRange, value: odds })
  if (maxSelections !== null) {
    facts.push({ label: words.selections, value: say.fill(words.oddsTo, { max: say.number(maxSelections) }) })
  }
  return facts
}

function oddsRange(min: number | null, max: number | null, say: Speech): string | null {
  const { oddsBetween, oddsFrom, oddsTo } = say.words
  if (min !== null && max !== null) return say.fill(oddsBetween, { min: say.odds(min), max: say.odds(max) })
  if (min !== null) return say.fill(oddsFrom, { min: say.odds(min) })
  return max === null ? null : say.fill(oddsTo, { max: say.odds(max) })
}

/** What is free and what is staked. */
export function stakeFacts(
  { available, reserved, openBets }: { available: number; reserved: number; openBets: number },
  say: Speech,
): Fact[] {
  const { words } = say
  const note = say.fill(words.openStake, { stake: say.money(reserved) })
  const open: Fact =
    openBets > 0
      ? { label: words.openBets, value: say.number(openBets), note }
      : { label: words.openBets, value: words.openBetsNone }
  return [{ label: words.available, value: say.money(available) }, open]
}
