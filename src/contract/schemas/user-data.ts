import { type Static, Type } from 'typebox'
import { AuditEvent } from './audit.ts'
import { betStatus } from './bet.ts'
import { StoredBetEvent } from './bet-event.ts'
import { Challenge } from './challenge.ts'
import { FundedAccount } from './funded-account.ts'
import { TimelineEntry } from './office.ts'
import { Flag } from './operator.ts'
import { amount, correlationId, count, flag, moment, nullable, nullableAmount, text, uuid } from './scalars.ts'

/** What an event moved. */
const Booking = Type.Object(
  {
    eventId: uuid('The event'),
    at: moment("When, in the tenant's time"),
    entries: Type.Array(
      Type.Object({
        programId: uuid('The challenge or the funded account'),
        debit: text('The account that gave'),
        credit: text('The account that received'),
        amount: amount('How much'),
      }),
      { description: 'What was booked: debit, credit and amount' },
    ),
  },
  { title: 'Booking' },
)

/** A bet event that was taken in and has not been decided. */
const QueuedBet = Type.Object(
  {
    betEventId: uuid('The betEventId of the answer'),
    externalBetId: nullable(text("The operator's id of the bet")),
    status: nullable(betStatus),
    stakeAmount: nullableAmount('The stake as sent'),
    odds: nullable(Type.Number({ description: 'Decimal odds as sent' })),
    settlementAmount: nullableAmount('The whole return, stake included'),
    betTypeIdentifier: nullable(text('The kind of bet')),
    selectionsCount: nullable(count('The number of legs')),
    isCashOut: nullable(flag('Whether it is a cash-out')),
    eventTimestamp: moment('When it happened, as sent or the time of arrival'),
    receivedAt: moment('When it arrived'),
    isSetAside: flag('Whether it could not be decided and waits for a person, under a flag queued_bet_failed'),
  },
  { title: 'QueuedBet' },
)
export type QueuedBet = Static<typeof QueuedBet>

/** Everything about one user. */
export const UserExport = Type.Object(
  {
    userId: text("The operator's id of the player"),
    playerId: uuid('The internal id'),
    exportedAt: moment('When, in real time'),
    currency: text('ISO 4217 code'),
    selfExclusion: Type.Object(
      {
        excluded: Type.Boolean({ description: 'Whether the player may not buy' }),
        until: nullable(moment('When it ends; null is without end')),
      },
      { description: 'Whether the player is self-excluded, and until when' },
    ),
    challenges: Type.Array(Challenge, { description: 'The newest first' }),
    fundedAccounts: Type.Array(FundedAccount, { description: 'With their payouts, the newest first' }),
    betEvents: Type.Array(StoredBetEvent, { description: 'The newest first' }),
    queuedBets: Type.Array(QueuedBet, {
      description: 'Of a tenant in async mode: what has not been decided, and what could not be, the oldest first',
    }),
    timeline: Type.Array(TimelineEntry, { description: 'Everything but bets that happened, the newest first' }),
    bookings: Type.Array(Booking, { description: 'The ledger, the oldest first' }),
    flags: Type.Array(Flag, { description: 'What a person at the operator was to look at, the newest first' }),
    auditEvents: Type.Array(AuditEvent, { description: 'What was done and decided, the newest first' }),
    correlationId,
  },
  { title: 'UserExport' },
)

export const UserErased = Type.Object(
  {
    erased: Type.Literal(true),
    playerId: uuid('Under which what happened stays in the ledger; it leads to nobody any more'),
    erasedAt: moment('When, in real time'),
    correlationId,
  },
  { title: 'UserErased' },
)
