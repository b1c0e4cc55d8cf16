import type { DomainEvent } from './events.ts'

/** What kind of thing in the life of a player an event is. */
export type EventKind = Exclude<LifeKind, 'webhook' | 'act'>

/** What kind of thing is shown of a player: events, the webhooks that told of them, and what people did. */
export const lifeKinds = ['program', 'bet', 'cooldown', 'payout', 'flag', 'webhook', 'act'] as const
export type LifeKind = (typeof lifeKinds)[number]

/** The kinds that a reader may ask for alone. */
export const lifeChoices = {
  milestones: lifeKinds.filter((kind) => kind !== 'bet'),
  programs: ['program'],
  bets: ['bet'],
  cooldowns: ['cooldown'],
  payouts: ['payout'],
  flags: ['flag'],
  webhooks: ['webhook'],
  acts: ['act'],
} as const satisfies { readonly [choice: string]: readonly LifeKind[] }
export type LifeChoice = keyof typeof lifeChoices

/** The kind of each event: what happened to a player is filtered by it, and changes are told by it. */
export const eventKinds = {
  ChallengePurchased: 'program',
  ChallengePassed: 'program',
  ChallengeFailed: 'program',
  ChallengeCompleted: 'program',
  ChallengeStakeRefunded: 'program',
  ChallengeBonusVoided: 'program',
  ChallengeCancelled: 'program',
  ChallengeExpiringSoon: 'program',
  FundedAccountActivated: 'program',
  FundedAccountRevoked: 'program',
  FundedAccountClosed: 'program',
  FundedStakeRefunded: 'program',
  FundedBonusVoided: 'program',
  SelfExclusionSet: 'program',
  BetAccepted: 'bet',
  BetRejected: 'bet',
  BetSettled: 'bet',
  BetVoided: 'bet',
  BetCorrected: 'bet',
  UnacceptedBetVoided: 'bet',
  BetFlagged: 'bet',
  SettlementRejected: 'bet',
  CooldownTriggered: 'cooldown',
  CooldownLifted: 'cooldown',
  PayoutRequested: 'payout',
  PayoutResized: 'payout',
  PayoutExecuted: 'payout',
  PayoutRejected: 'payout',
  MandatoryPayoutArmed: 'payout',
  MissedDeadlineTold: 'payout',
  FlagOpened: 'flag',
} as const satisfies { readonly [type in DomainEvent['type']]: EventKind }

/** The events of some kinds. */
export const eventTypesOf = (kinds: readonly string[]): readonly DomainEvent['type'][] =>
  (Object.keys(eventKinds) as DomainEvent['type'][]).filter((type) => kinds.includes(eventKinds[type]))
