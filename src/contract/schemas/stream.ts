import { type Static, type TSchema, Type } from 'typebox'
import { lifeKinds } from '../../core/life-kind.ts'
import { StoredBetEvent } from './bet-event.ts'
import * as event from './player-event.ts'
import { Progress } from './progress.ts'
import { count, moment, oneOf } from './scalars.ts'

export const lastEventIdIn = Type.Integer({
  minimum: 0,
  description: 'The id of the last event that the client has. The header Last-Event-ID counts before it',
})

/** What an event stream is made of, as text. */
export const Stream = Type.String({
  title: 'EventStream',
  description: 'Events in the format text/event-stream',
  examples: ['id: 7\nevent: cooldown.lifted\ndata: {"eventId": "019aa5f2-7c00-7000-8000-000000000000"}\n\n'],
})
export type Stream = Static<typeof Stream>

const told = <const Name extends string, Data extends TSchema>(type: Name, data: Data) =>
  Type.Object({
    id: count('Its number among the events of the player, which rises and has gaps'),
    type: Type.Literal(type, { description: 'The name under which it is told' }),
    data,
  })

/** The same events, read. */
export const StreamEvent = Type.Union(
  [
    told('progress', Progress),
    told('bet', StoredBetEvent),
    told('token_expired', Type.Object({ expiredAt: moment('When the token ended') })),
    told('challenge.activated', event.ChallengeActivated),
    told('challenge.expiring_soon', event.ChallengeExpiringSoon),
    told('challenge.passed', event.ChallengePassed),
    told('challenge.completed', event.ChallengeCompleted),
    told('challenge.stake_refunded', event.ChallengeStakeRefunded),
    told('challenge.bonus_voided', event.ChallengeBonusVoided),
    told('challenge.failed', event.ChallengeFailed),
    told('challenge.cancelled', event.ChallengeCancelled),
    told('cooldown.triggered', event.CooldownTriggered),
    told('cooldown.lifted', event.CooldownLifted),
    told('funded_account.activated', event.FundedAccountActivated),
    told('funded_account.payout', event.FundedAccountPayout),
    told('funded_account.revoked', event.FundedAccountRevoked),
    told('funded_account.stake_refunded', event.FundedAccountStakeRefunded),
    told('funded_account.bonus_voided', event.FundedAccountBonusVoided),
  ],
  { title: 'StreamEvent', description: 'Something that the stream tells, by its type' },
)
export type StreamEvent = Static<typeof StreamEvent>

const changed = <const Name extends string, Data extends TSchema>(type: Name, data: Data) =>
  Type.Object({ type: Type.Literal(type, { description: 'The name under which it is told' }), data })

/** What a page of the operator is told. Such events have no number. */
export const ChangeEvent = Type.Union(
  [
    changed(
      'listening',
      Type.Object({ live: Type.Boolean({ description: 'Whether every change is told from now on' }) }),
    ),
    changed(
      'changed',
      Type.Object({ kinds: Type.Array(oneOf(lifeKinds, { description: 'A kind of the timeline of a player' })) }),
    ),
    changed('session_ended', Type.Object({})),
  ],
  { title: 'ChangeEvent', description: 'That something has changed, by its type' },
)
export type ChangeEvent = Static<typeof ChangeEvent>
