import { rangeEnd, rangeStart } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { refuseReversedRange } from '../refuse-reversed-range.ts'
import { route } from '../route.ts'

export const replayDeliveries = route(operations.replayDeliveries, async ({ app, tenant, body }) => {
  const { eventTypes } = body
  const range = { from: rangeStart(body.from), to: rangeEnd(body.to) }
  refuseReversedRange(range.from, range.to)
  const replayed = await app.redeliver(tenant.id, { ...range, ...(eventTypes && { eventTypes }) })
  return { status: 200, body: { replayed } }
})
