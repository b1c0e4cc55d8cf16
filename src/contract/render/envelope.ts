import type { DomainEvent } from '../../core/events.ts'
import type { UserId } from '../../core/ids.ts'
import { outgoingTypeOf } from '../../core/outgoing.ts'
import type { Phase, Terms } from '../../core/terms.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type { PlayerEvent } from '../schemas/player-event.ts'

/** The event as the operator and the stream are told of it; undefined for one that stays inside. */
export function renderEnvelope(event: DomainEvent, userId: UserId, terms: Terms): PlayerEvent | undefined {
  const eventType = outgoingTypeOf(event)
  const data = dataOf(event, terms)
  if (eventType === undefined || data === undefined) return undefined
  // Which data belong to which type, the compiler cannot see: test/docs/events.test.ts holds it.
  return { eventId: event.id, eventType, userId, timestamp: textOf(event.at), data } as PlayerEvent
}

type Data = PlayerEvent['data']

function dataOf(event: DomainEvent, terms: Terms): Data | undefined {
  switch (event.type) {
    case 'ChallengePurchased':
      return {
        challengeId: event.programId,
        challengeTierId: terms.tier.id,
        ownStake: amountOf(event.ownStake),
        bonusAmount: amountOf(event.bonusAmount),
        startingBalance: amountOf(event.startingBalance),
        targetBalance: amountOf(event.targetBalance),
        startedAt: textOf(event.startedAt),
        expiresAt: textOf(event.expiresAt),
      }
    case 'ChallengePassed':
      return {
        challengeId: event.programId,
        programBalance: amountOf(event.programBalance),
        refundableOwnStake: amountOf(event.refundableOwnStake),
      }
    case 'ChallengeCompleted':
      return { challengeId: event.programId, finalBalance: amountOf(event.closing.finalBalance) }
    case 'ChallengeStakeRefunded':
      return { challengeId: event.programId, ownStake: amountOf(event.closing.ownStake) }
    case 'ChallengeBonusVoided':
      return { challengeId: event.programId, bonusAmount: amountOf(event.bonusAmount) }
    case 'ChallengeFailed':
      return {
        challengeId: event.programId,
        reason: event.reason,
        finalBalance: amountOf(event.closing.finalBalance),
      }
    case 'ChallengeCancelled':
      return {
        challengeId: event.programId,
        ownStakeForfeited: amountOf(event.closing.ownStake),
        bonusVoided: amountOf(event.bonusVoided),
        finalBalance: amountOf(event.closing.finalBalance),
      }
    case 'ChallengeExpiringSoon':
      return {
        challengeId: event.programId,
        hoursRemaining: event.hoursRemaining,
        currentBalance: amountOf(event.currentBalance),
        targetBalance: amountOf(event.targetBalance),
        betsPlaced: event.betsPlaced,
        activeDays: event.activeDays,
      }
    case 'CooldownTriggered':
      return {
        reason: 'daily_drawdown',
        cooldownUntil: textOf(event.until),
        ...programIn(event.phase, event.programId),
      }
    case 'CooldownLifted':
      return { liftedAt: textOf(event.at), ...programIn(event.phase, event.programId) }
    default:
      return fundedDataOf(event, terms)
  }
}

function fundedDataOf(event: DomainEvent, { tier }: Terms): Data | undefined {
  switch (event.type) {
    case 'FundedAccountActivated':
      return {
        fundedAccountId: event.programId,
        fundedAmount: amountOf(event.fundedAmount),
        challengeId: event.challengeId,
        profitSplitPercent: numberOfHundredths(tier.profitSplitPercent),
        payoutCapPercent: tier.fundedPayoutCapPercent === null ? null : numberOfHundredths(tier.fundedPayoutCapPercent),
      }
    case 'PayoutExecuted':
      return {
        fundedAccountId: event.programId,
        payoutId: event.payout.id,
        payoutNumber: event.payout.number,
        grossAmount: amountOf(event.payout.grossAmount),
        userShare: amountOf(event.payout.userShare),
        ownStakeReturned: amountOf(event.payout.ownStakeReturned),
        balanceAfter: event.payout.balanceAfter === null ? null : amountOf(event.payout.balanceAfter),
        accountClosed: event.payout.accountClosed,
        mandatory: event.payout.mandatory,
      }
    case 'FundedAccountRevoked':
      return {
        fundedAccountId: event.programId,
        reason: event.reason,
        finalBalance: amountOf(event.closing.finalBalance),
        refundableOwnStake: amountOf(event.closing.ownStake),
      }
    case 'FundedStakeRefunded':
      return {
        fundedAccountId: event.programId,
        ownStake: amountOf(event.closing.ownStake),
        profitForfeited: amountOf(event.profitForfeited),
      }
    case 'FundedBonusVoided':
      return { fundedAccountId: event.programId, bonusAmount: amountOf(event.bonusAmount) }
    default:
      return undefined
  }
}

const programIn = (phase: Phase, programId: string) =>
  phase === 'challenge' ? { challengeId: programId } : { fundedAccountId: programId }
