import { Type } from 'typebox'
import { DeliveryList, deliveryStatus, EventList, Pinged, Replay, Replayed, Retried } from '../schemas/delivery.ts'
import { uuidIn } from '../schemas/scalars.ts'
import { idParams, noSuch, operation, paging } from './operation.ts'

const operator = { tag: 'Webhooks', access: 'operator_admin' } as const

export const listDeliveries = operation({
  ...operator,
  access: 'operator_viewer',
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/admin/webhook-deliveries',
  summary: 'List webhook deliveries with every attempt',
  query: Type.Object({ ...paging, status: Type.Optional(deliveryStatus) }),
  answers: { 200: DeliveryList },
})

export const retryDelivery = operation({
  ...operator,
  id: 'retryDelivery',
  method: 'POST',
  path: '/v1/admin/webhook-deliveries/:id/retry',
  summary: 'Deliver once more, from the first attempt on',
  params: idParams('The delivery'),
  answers: { 200: Retried },
  errors: ['not_found'],
  meanings: noSuch('delivery'),
})

export const replayDeliveries = operation({
  ...operator,
  id: 'replayDeliveries',
  method: 'POST',
  path: '/v1/admin/webhook-deliveries/replay',
  summary: 'Deliver a whole range again',
  body: Replay,
  examples: {
    'The payouts of a day': {
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-22T00:00:00Z',
      eventTypes: ['funded_account.payout'],
    },
  },
  answers: { 200: Replayed },
})

export const pingWebhook = operation({
  ...operator,
  id: 'pingWebhook',
  method: 'POST',
  path: '/v1/admin/webhook-deliveries/ping',
  summary: 'Send a ping to the webhook URL',
  description: 'Delivered and signed as every event is, with the type ping.',
  answers: { 200: Pinged },
})

export const listEvents = operation({
  ...operator,
  access: 'operator_viewer',
  id: 'listEvents',
  method: 'GET',
  path: '/v1/admin/events',
  summary: 'List what was told since an event',
  description: 'For a receiver that was away: everything after the last event that it has, the oldest first.',
  query: Type.Object({
    ...paging,
    after: Type.Optional(uuidIn('The last event that the receiver has; a ping is none')),
  }),
  answers: { 200: EventList },
})
