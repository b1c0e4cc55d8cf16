import { operations } from '../../contract/operations/index.ts'
import { renderBetEvent } from '../../contract/render/bet-event.ts'
import type { EventId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getBetEvent = route(operations.getBetEvent, async ({ app, tenant, params }) => {
  const record = await app.betRecord(tenant.id, params.id as EventId)
  return record ? { status: 200, body: { betEvent: renderBetEvent(record) } } : problem('not_found')
})
