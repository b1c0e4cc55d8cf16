import { type Static, type TSchema, Type } from 'typebox'
import { deliveryStatuses, outgoingTypes } from '../../core/outgoing.ts'
import { KnownEnvelope } from './player-event.ts'
import { correlationId, count, dayOrInstantIn, moment, nextCursor, nullable, oneOf, text, uuid } from './scalars.ts'

export const deliveryStatus = oneOf(deliveryStatuses, { description: 'failed after ten attempts' })

const Attempt = Type.Object({
  at: moment('When it began, in real time'),
  status: nullable(count('The HTTP status of the answer; null without one')),
  durationMs: count('How long it took, in milliseconds'),
  failure: nullable(text('Why there was no answer')),
  answer: text('The first bytes of the answer'),
})

/** One event on its way to the webhook URL. */
export const Delivery = Type.Object(
  {
    id: uuid('The delivery, which is named by its event'),
    eventId: uuid('The event'),
    eventType: text('Such as challenge.passed'),
    userId: nullable(text("The operator's id of the player; null for a ping")),
    status: deliveryStatus,
    attempts: count('Attempts so far'),
    attemptLog: Type.Array(Attempt, { description: 'Every attempt, the first one first' }),
    createdAt: moment('When it came to be'),
    nextAttemptAt: nullable(moment('When the next attempt is due; null once it is settled')),
    settledAt: nullable(moment('When it was delivered, or given up')),
  },
  { title: 'Delivery' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryList = Type.Object(
  { deliveries: Type.Array(Delivery, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'DeliveryList' },
)

/** A delivery with what is sent. */
export const DeliveryAnswer = Type.Object(
  {
    delivery: Delivery,
    body: Type.Unsafe<{ readonly [field: string]: unknown } | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The body as it is sent; null once its player was erased',
    } as TSchema),
    correlationId,
  },
  { title: 'DeliveryAnswer' },
)

const anyType = oneOf([...Object.values(outgoingTypes), 'ping'])

export const Replay = Type.Object({
  from: dayOrInstantIn(
    'The first day or moment of the range: by when the delivery came to be or by the timestamp of its event',
  ),
  to: dayOrInstantIn('The last day or moment of the range, not before from'),
  eventTypes: Type.Optional(Type.Array(anyType, { maxItems: 50, description: 'All where none is named' })),
})

export const Replayed = Type.Object({ replayed: count('How many deliveries are due again'), correlationId })
export const Retried = Type.Object({ retried: Type.Literal(true), correlationId })
export const Pinged = Type.Object({ eventId: uuid('The event of the ping'), correlationId })

export const EventList = Type.Object(
  {
    events: Type.Array(KnownEnvelope, { description: 'The oldest first' }),
    nextCursor,
    correlationId,
  },
  { title: 'EventList' },
)
