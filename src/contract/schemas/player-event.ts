import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { OutgoingType } from '../../core/outgoing.ts'
import { failureReasons, revocationReasons } from '../../core/program.ts'
import { Envelope } from './envelope.ts'
import { amount, count, flag, KNOWN_AS, moment, nullable, nullableAmount, oneOf, percentage, uuid } from './scalars.ts'

// What each envelope carries, type by type. They go out as `Envelope`; these are what a client may rely on.

/** The envelope of a type. */
const told = <const Name extends OutgoingType, Data extends TProperties>(
  title: string,
  { eventType, when, data }: { readonly eventType: Name; readonly when: string; readonly data: Data },
) =>
  Type.Object(
    {
      ...Envelope.properties,
      eventType: Type.Literal(eventType, { description: when }),
      data: Type.Object(data, { description: 'What belongs to it' }),
    },
    { title, description: when },
  )

const challenge = { challengeId: uuid('The challenge') }
const account = { fundedAccountId: uuid('The funded account') }
const finalBalance = amount('The balance at the end')
const program = {
  challengeId: Type.Optional(uuid('The challenge, if it is one')),
  fundedAccountId: Type.Optional(uuid('The funded account, if it is one')),
}

export const ChallengeActivated = told('ChallengeActivated', {
  eventType: 'challenge.activated',
  when: 'A challenge was bought',
  data: {
    ...challenge,
    challengeTierId: uuid('The tier'),
    ownStake: amount('What the player paid'),
    bonusAmount: amount('What the operator added'),
    startingBalance: amount('Own stake and bonus'),
    targetBalance: amount('The balance that passes'),
    startedAt: moment('When it started'),
    expiresAt: moment('When it expires'),
  },
})

export const ChallengeExpiringSoon = told('ChallengeExpiringSoon', {
  eventType: 'challenge.expiring_soon',
  when: '24 hours before a challenge expires',
  data: {
    ...challenge,
    hoursRemaining: count('Hours that are left at the `timestamp` of the event'),
    currentBalance: amount('The balance now'),
    targetBalance: amount('The balance that passes'),
    betsPlaced: count('Accepted and rejected placements'),
    activeDays: count('UTC days with an accepted bet'),
  },
})

export const ChallengePassed = told('ChallengePassed', {
  eventType: 'challenge.passed',
  when: 'The target is reached; the player chooses',
  data: {
    ...challenge,
    programBalance: amount('The balance at the pass'),
    refundableOwnStake: amount('What a refund would pay'),
  },
})

export const ChallengeCompleted = told('ChallengeCompleted', {
  eventType: 'challenge.completed',
  when: 'The player continued with a funded account',
  data: { ...challenge, finalBalance },
})

export const ChallengeStakeRefunded = told('ChallengeStakeRefunded', {
  eventType: 'challenge.stake_refunded',
  when: 'The player took the own stake: pay it back',
  data: { ...challenge, ownStake: amount('What is to be paid back') },
})

export const ChallengeBonusVoided = told('ChallengeBonusVoided', {
  eventType: 'challenge.bonus_voided',
  when: 'With the refund of the own stake, the bonus is gone',
  data: { ...challenge, bonusAmount: amount('The bonus') },
})

export const ChallengeFailed = told('ChallengeFailed', {
  eventType: 'challenge.failed',
  when: 'Drawdown, expiry, or too few active days',
  data: {
    ...challenge,
    reason: oneOf(failureReasons, { description: 'Why' }),
    finalBalance,
  },
})

export const ChallengeCancelled = told('ChallengeCancelled', {
  eventType: 'challenge.cancelled',
  when: 'A challenge was given up',
  data: {
    ...challenge,
    ownStakeForfeited: amount('The own stake, which is not paid back'),
    bonusVoided: amount('The bonus'),
    finalBalance,
  },
})

export const CooldownTriggered = told('CooldownTriggered', {
  eventType: 'cooldown.triggered',
  when: 'The losses of a day reached their limit: no bets for a while',
  data: {
    reason: Type.Literal('daily_drawdown', { description: 'Why' }),
    cooldownUntil: moment('Until when'),
    ...program,
  },
})

export const CooldownLifted = told('CooldownLifted', {
  eventType: 'cooldown.lifted',
  when: 'Bets are taken again',
  data: { liftedAt: moment('Since when'), ...program },
})

export const FundedAccountActivated = told('FundedAccountActivated', {
  eventType: 'funded_account.activated',
  when: 'A funded account is open',
  data: {
    ...account,
    fundedAmount: amount('What it started with'),
    ...challenge,
    profitSplitPercent: percentage("The player's share of the profit"),
    payoutCapPercent: nullable(percentage('Most that it pays out for life, as a share of the funded amount')),
  },
})

export const FundedAccountPayout = told('FundedAccountPayout', {
  eventType: 'funded_account.payout',
  when: 'A payout was executed: pay userShare and ownStakeReturned',
  data: {
    ...account,
    payoutId: uuid('The payout'),
    payoutNumber: count('Its number among those of the account, from 1'),
    grossAmount: amount('What it took from the balance'),
    userShare: amount("The player's share of it: to be paid"),
    ownStakeReturned: amount('The own stake, to be paid with the first payout; otherwise 0'),
    balanceAfter: nullableAmount('The balance that is left'),
    accountClosed: flag('Whether it was the last one'),
    mandatory: flag('Whether the service requested it automatically'),
  },
})

export const FundedAccountRevoked = told('FundedAccountRevoked', {
  eventType: 'funded_account.revoked',
  when: 'Drawdown, 14 idle days, or no first payout in time',
  data: {
    ...account,
    reason: oneOf(revocationReasons, { description: 'Why' }),
    finalBalance,
    refundableOwnStake: amount('The own stake that had not been returned, which is forfeited'),
  },
})

export const FundedAccountStakeRefunded = told('FundedAccountStakeRefunded', {
  eventType: 'funded_account.stake_refunded',
  when: 'The player left with the own stake: pay it back',
  data: {
    ...account,
    ownStake: amount('What is to be paid back'),
    profitForfeited: amount('The profit that the player left behind'),
  },
})

export const FundedAccountBonusVoided = told('FundedAccountBonusVoided', {
  eventType: 'funded_account.bonus_voided',
  when: 'With the refund of the own stake, the bonus is gone',
  data: { ...account, bonusAmount: amount('The bonus') },
})

/** What a webhook carries, by its type. */
export const PlayerEvent = Type.Union(
  [
    ChallengeActivated,
    ChallengeExpiringSoon,
    ChallengePassed,
    ChallengeCompleted,
    ChallengeStakeRefunded,
    ChallengeBonusVoided,
    ChallengeFailed,
    ChallengeCancelled,
    CooldownTriggered,
    CooldownLifted,
    FundedAccountActivated,
    FundedAccountPayout,
    FundedAccountRevoked,
    FundedAccountStakeRefunded,
    FundedAccountBonusVoided,
  ],
  { title: 'PlayerEvent', description: 'What happened to a player, told apart by eventType' },
)
export type PlayerEvent = Static<typeof PlayerEvent>

/** What tries a receiver: signed and delivered like an event of a player, and about nobody. */
export const Ping = Type.Object(
  {
    ...Envelope.properties,
    eventType: Type.Literal('ping', { description: 'It is none of those that a player brings about' }),
    userId: Type.Literal('', { description: 'It is about nobody' }),
    data: Type.Object({}, { description: 'Nothing belongs to it' }),
  },
  { title: 'Ping', description: 'Somebody tries the receiver: answer 2xx and do nothing' },
)
export type Ping = Static<typeof Ping>

/** An envelope that is written as any other, whatever its type, and known to clients by its type. */
export const KnownEnvelope = Type.Unsafe<PlayerEvent>({ ...Envelope, [KNOWN_AS]: PlayerEvent } as TSchema)
