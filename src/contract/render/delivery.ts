import { type Instant, instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'
import type * as wire from '../schemas/delivery.ts'
import { orNull } from './or-null.ts'

/** A delivery as the store has it. */
export interface ShownDelivery extends Pick<wire.Delivery, 'eventId' | 'eventType' | 'userId' | 'status' | 'attempts'> {
  readonly attemptLog: readonly wire.Delivery['attemptLog'][number][]
  readonly createdAt: Date
  readonly dueAt: Date
  readonly settledAt: Date | null
}

export const renderDelivery = (delivery: ShownDelivery): wire.Delivery => ({
  id: delivery.eventId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  userId: delivery.userId,
  status: delivery.status,
  attempts: delivery.attempts,
  attemptLog: [...delivery.attemptLog],
  createdAt: textOf(momentOf(delivery.createdAt)),
  nextAttemptAt: delivery.status === 'pending' ? textOf(momentOf(delivery.dueAt)) : null,
  settledAt: orNull(delivery.settledAt, (at) => textOf(momentOf(at))),
})

const momentOf = (at: Date): Instant => instant(at.getTime())
