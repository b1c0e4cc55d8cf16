import type { TenantId, UserId } from '../../core/ids.ts'
import { type Instant, utcDay } from '../../core/instant.ts'
import { dailyLoss } from '../../core/loss/loss.ts'
import { subtract, ZERO } from '../../core/money.ts'
import { type Challenge, currentBalance } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, shareInPercent } from '../money-wire.ts'
import type * as wire from '../schemas/challenge.ts'
import { orNull } from './or-null.ts'
import { renderBetCounts } from './program.ts'

/** Whose program it is, and when it is looked at: `dailyLoss` is that of the UTC day of `now`. */
export interface Viewed {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly now: Instant
}

/** The whole of a challenge. */
export function renderChallenge(challenge: Challenge, { tenantId, userId, now }: Viewed): wire.Challenge {
  const { terms, startingBalance, balances } = challenge
  const { tier } = terms
  const drawdown = subtract(startingBalance, challenge.lowestBalance)
  const startedAt = textOf(challenge.startedAt)
  return {
    id: challenge.id,
    tenantId,
    userId,
    challengeTierId: tier.id,
    rulesetId: terms.challenge.id,
    termsHash: terms.hash,
    status: challenge.status,
    failureReason: challenge.failureReason,
    currency: terms.currency,
    ownStake: amountOf(tier.ownStake),
    bonusAmount: amountOf(tier.bonusAmount),
    refundableOwnStake: amountOf(challenge.endedAt === null ? tier.ownStake : ZERO),
    startingBalance: amountOf(startingBalance),
    currentBalance: amountOf(currentBalance(challenge)),
    reserved: amountOf(balances.reserved),
    available: amountOf(balances.available),
    targetBalance: amountOf(tier.targetBalance),
    peakBalance: amountOf(challenge.peakBalance),
    lowestBalance: amountOf(challenge.lowestBalance),
    totalDrawdown: amountOf(drawdown),
    drawdownPercent: shareInPercent(drawdown, startingBalance),
    dailyLoss: amountOf(dailyLoss(challenge, utcDay(now))),
    durationDays: tier.durationDays,
    activeDays: challenge.activeDays.length,
    minActiveDays: tier.minActiveDays,
    minBetsRequired: tier.minBetsRequired,
    ...renderBetCounts(challenge),
    openBets: challenge.betsOpen,
    cooldownUntil: orNull(challenge.cooldown, ({ until }) => textOf(until)),
    createdAt: startedAt,
    startedAt,
    expiresAt: textOf(challenge.expiresAt),
    passedAt: orNull(challenge.passedAt, textOf),
    endedAt: orNull(challenge.endedAt, textOf),
    finalBalance: orNull(challenge.finalBalance, amountOf),
  }
}
