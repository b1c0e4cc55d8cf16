import type { ChallengeProgress } from '../data/state.ts'
import { type CooldownView, cooldownView } from './cooldown.ts'
import { type Fact, toCents } from './fact.ts'
import { betFacts, floorOf, roomFacts, stakeFacts } from './limits.ts'
import type { Speech } from './speech.ts'
import { positionsOf, type Track } from './track.ts'

/** One of the things that a pass takes. */
export interface Need {
  readonly text: string
  readonly left: string
  readonly done: boolean
}

export interface ChallengeView {
  readonly balance: string
  readonly toTarget: string
  readonly track: Track
  readonly cooldown: CooldownView | null
  readonly needs: readonly Need[]
  readonly facts: readonly Fact[]
  readonly limits: readonly Fact[]
}

/**
 * A running challenge.
 *
 * @param now the tenant's time, in milliseconds
 */
export function challengeView(progress: ChallengeProgress, now: number, say: Speech): ChallengeView {
  const { words } = say
  const { currentBalance: balance, targetBalance, limitsNow: limits, cooldownUntil, expiresAt } = progress
  const missing = toCents(Math.max(0, targetBalance - balance))
  const left: Fact = {
    label: words.daysLeft,
    value: say.span(Date.parse(expiresAt) - now),
    note: say.fill(words.ends, { date: say.moment(expiresAt) }),
  }
  const inCooldown = cooldownUntil !== null
  return {
    balance: say.money(balance),
    toTarget: missing === 0 ? words.targetReached : say.fill(words.toTarget, { amount: say.money(missing) }),
    track: trackOf(progress, floorOf(balance, limits), say),
    cooldown: cooldownView(cooldownUntil, now, say),
    needs: needsOf(progress, missing, say),
    facts: [...roomFacts({ balance, start: progress.startingBalance, limits, inCooldown }, say), left],
    limits: [...stakeFacts(progress, say), ...betFacts(limits, inCooldown, say)],
  }
}

function trackOf(progress: ChallengeProgress, floor: number | null, say: Speech): Track {
  const { words } = say
  const { currentBalance: balance, startingBalance: start, targetBalance: target } = progress
  const sentence = say.fill(floor === null ? words.trackNoFloor : words.trackChallenge, {
    balance: say.money(balance),
    start: say.money(start),
    target: say.money(target),
    floor: floor === null ? '' : say.money(floor),
  })
  return {
    ...positionsOf({ balance, start, low: floor ?? 0, high: target }),
    low: floor === null ? null : `${words.floor} ${say.round(floor)}`,
    high: `${words.target} ${say.round(target)}`,
    startLabel: `${words.start} ${say.round(start)}`,
    sentence,
  }
}

function needsOf(progress: ChallengeProgress, missing: number, say: Speech): Need[] {
  const { words } = say
  const { targetBalance, totalBetsAccepted, minBetsRequired, activeDays, minActiveDays } = progress
  const betsLeft = Math.max(0, minBetsRequired - totalBetsAccepted)
  const daysLeft = Math.max(0, minActiveDays - activeDays)
  const need = (text: string, isMissing: boolean, left: string): Need => ({
    text,
    done: !isMissing,
    left: isMissing ? left : words.needDone,
  })
  const needs = [
    need(
      say.fill(words.needTarget, { target: say.money(targetBalance) }),
      missing > 0,
      say.fill(words.needAmountLeft, { amount: say.money(missing) }),
    ),
  ]
  if (minBetsRequired > 0) {
    const text = say.count(words.needBets, minBetsRequired, { have: Math.min(totalBetsAccepted, minBetsRequired) })
    needs.push(need(text, betsLeft > 0, say.count(words.needBetsLeft, betsLeft)))
  }
  if (minActiveDays > 0) {
    const text = say.count(words.needDays, minActiveDays, { have: Math.min(activeDays, minActiveDays) })
    needs.push(need(text, daysLeft > 0, say.count(words.needDaysLeft, daysLeft)))
  }
  return needs
}
