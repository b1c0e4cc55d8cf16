import type { Pool } from 'pg'
import type { EventId, TenantId } from '../core/ids.ts'
import { type Again, type Delivery, listDeliveries } from '../store/deliveries.ts'
import type { OutgoingEvent } from '../store/outbox.ts'
import type { Page, PageRequest } from '../store/page.ts'
import type { Clock } from './clock.ts'
import { missedEvents } from './missed-events.ts'
import { ping, redeliver } from './redeliver.ts'

/** What the operator is told, and telling it again. */
export interface Delivering {
  deliveries(tenantId: TenantId, status: Delivery['status'] | undefined, page: PageRequest): Promise<Page<Delivery>>
  /** Makes deliveries due again; gives how many. */
  redeliver(tenantId: TenantId, which: Again): Promise<number>
  /** Queues a body that no event of a player stands behind. */
  ping(tenantId: TenantId, id: EventId, body: object): Promise<void>
  /** What went out after an event, the oldest first. Null: no event of this id did. */
  outgoingAfter(tenantId: TenantId, after: EventId | null, limit: number): Promise<Page<OutgoingEvent> | null>
}

export function delivering(pool: Pool, clock: Clock): Delivering {
  return {
    deliveries: (tenantId, status, page) => listDeliveries(pool, tenantId, status, page),
    redeliver: (tenantId, which) => redeliver(pool, clock, tenantId, which),
    ping: (tenantId, id, body) => ping(pool, clock, tenantId, id, body),
    outgoingAfter: (tenantId, after, limit) => missedEvents(pool, tenantId, after, limit),
  }
}
