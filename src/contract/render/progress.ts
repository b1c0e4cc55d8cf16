import { NO_PROGRAM } from '../../core/bet/place-bet.ts'
import { purchaseCooldown } from '../../core/challenge/purchase-cooldown.ts'
import { type Instant, midnightsBetween } from '../../core/instant.ts'
import type { Player } from '../../core/player.ts'
import { type Challenge, currentBalance } from '../../core/program.ts'
import { isExcluded } from '../../core/self-exclusion.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/progress.ts'
import type { Viewed } from './challenge.ts'
import { renderFundedProgress } from './funded-progress.ts'
import { orNull } from './or-null.ts'
import { renderStakes } from './program.ts'

type Seen = Pick<Viewed, 'userId' | 'now'>
type Unsigned<Body> = Body extends unknown ? Omit<Body, 'correlationId'> : never

/** Where a player stands at `now`, in one of four shapes. */
export function renderProgress({ program, selfExclusion }: Player, viewed: Seen): Unsigned<wire.Progress> {
  const { now } = viewed
  const always = { selfExcluded: isExcluded(selfExclusion, now), asOf: textOf(now) }
  if (program === null || program.endedAt !== null) {
    return {
      type: 'none',
      message: NO_PROGRAM,
      purchaseCooldownUntil: orNull(purchaseCooldown(program, now), textOf),
      ...always,
    }
  }
  if (program.kind === 'funded') return { ...renderFundedProgress(program, viewed), ...always }
  return { ...(program.passedAt === null ? running(program, now) : passed(program)), ...always }
}

function running(challenge: Challenge, now: Instant) {
  const { tier } = challenge.terms
  // One that starts within the next minutes may start tomorrow: no midnight has passed yet.
  const daysElapsed = Math.max(0, midnightsBetween(challenge.startedAt, now))
  return {
    type: 'challenge',
    challengeId: challenge.id,
    status: challenge.status,
    currency: challenge.terms.currency,
    currentBalance: amountOf(currentBalance(challenge)),
    targetBalance: amountOf(tier.targetBalance),
    startingBalance: amountOf(challenge.startingBalance),
    ...renderStakes(challenge, now),
    daysElapsed,
    daysRemaining: Math.max(0, tier.durationDays - daysElapsed),
    activeDays: challenge.activeDays.length,
    minBetsRequired: tier.minBetsRequired,
    minActiveDays: tier.minActiveDays,
    startedAt: textOf(challenge.startedAt),
    expiresAt: textOf(challenge.expiresAt),
  } as const
}

function passed(challenge: Challenge): Omit<wire.PassedProgress, 'correlationId' | 'selfExcluded' | 'asOf'> {
  const { tier, currency } = challenge.terms
  return {
    type: 'challenge_passed',
    challengeId: challenge.id,
    status: challenge.status,
    currency,
    programBalance: amountOf(currentBalance(challenge)),
    targetBalance: amountOf(tier.targetBalance),
    ownStake: amountOf(tier.ownStake),
    bonusAmount: amountOf(tier.bonusAmount),
    refundableOwnStake: amountOf(tier.ownStake),
    choices: ['continue', 'refund'],
    passedAt: orNull(challenge.passedAt, textOf),
  }
}
