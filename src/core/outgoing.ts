import type { DomainEvent } from './events.ts'

/** What the operator is told of an event, under the name that goes out; events that are not listed stay inside. */
export const outgoingTypes = {
  ChallengePurchased: 'challenge.activated',
  ChallengePassed: 'challenge.passed',
  ChallengeCompleted: 'challenge.completed',
  ChallengeStakeRefunded: 'challenge.stake_refunded',
  ChallengeBonusVoided: 'challenge.bonus_voided',
  ChallengeFailed: 'challenge.failed',
  ChallengeCancelled: 'challenge.cancelled',
  ChallengeExpiringSoon: 'challenge.expiring_soon',
  FundedAccountActivated: 'funded_account.activated',
  PayoutExecuted: 'funded_account.payout',
  FundedAccountRevoked: 'funded_account.revoked',
  FundedStakeRefunded: 'funded_account.stake_refunded',
  FundedBonusVoided: 'funded_account.bonus_voided',
  CooldownTriggered: 'cooldown.triggered',
  CooldownLifted: 'cooldown.lifted',
} as const satisfies { readonly [type in DomainEvent['type']]?: string }

export type OutgoingType = (typeof outgoingTypes)[keyof typeof outgoingTypes]

/** What becomes of an event on its way to the operator. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const names: { readonly [type: string]: OutgoingType } = outgoingTypes

/** The name under which an event goes out; undefined where it stays inside. */
export const outgoingTypeOf = (event: Pick<DomainEvent, 'type'>): OutgoingType | undefined => names[event.type]
