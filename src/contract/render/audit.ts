import type { Instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'
import type { AuditEvent } from '../schemas/audit.ts'

type Recorded = Omit<AuditEvent, 'at'> & { readonly at: Instant }

export const renderAuditEvent = (event: Recorded): AuditEvent => ({
  id: event.id,
  tenantId: event.tenantId,
  seq: event.seq,
  actor: event.actor,
  action: event.action,
  target: event.target,
  playerId: event.playerId,
  userId: event.userId,
  before: event.before,
  after: event.after,
  ip: event.ip,
  correlationId: event.correlationId,
  at: textOf(event.at),
  prevHash: event.prevHash,
  hash: event.hash,
})
