import type { Pool } from 'pg'
import type { TenantId, Uuid } from '../../core/ids.ts'
import {
  type AuditEvent,
  type AuditFilter,
  type AuditRecord,
  actsOnPlayer,
  chainAfter,
  chainHead,
  findAuditEvent,
  holdChain,
  listAuditEvents,
  type NewAuditEvent,
  sealAuditEvents,
  unsealed,
  waitingForSeal,
} from '../../store/audit.ts'
import { withTransaction } from '../../store/database.ts'
import type { LifeRequest, Page, PageRequest } from '../../store/page.ts'
import { isoOf } from '../../store/statement.ts'
import { type Broken, ChainCheck, GENESIS, type Link, linkHashOf } from './chain.ts'

/** What the audit has to say. Every read seals first what waits, so that it finds what was done before it. */
export interface Auditing {
  auditEvents(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>
  auditEvent(tenantId: TenantId, id: Uuid): Promise<AuditRecord | null>
  /** What people did to a player, and what else no event of the player tells of; the newest first. */
  actsOn(request: LifeRequest): Promise<readonly AuditRecord[]>
  /** Follows the whole chain of a tenant from its beginning. */
  verifyAudit(tenantId: TenantId): Promise<AuditFindings>
  exportAudit(tenantId: TenantId): Promise<AuditExport>
}

export interface AuditFindings {
  readonly valid: boolean
  readonly checked: number
  readonly firstBroken: Broken | null
}

/** The whole chain as it was when it was asked for, the oldest first. */
export interface AuditExport {
  readonly length: number
  readonly headHash: string
  readonly events: AsyncIterable<AuditRecord>
}

const SLICE = 500

/** What is hashed of an act. */
const linkOf = (event: Omit<AuditEvent, 'hash'>): Link => ({ ...event, at: isoOf(event.at) ?? '' })

export function auditing(pool: Pool): Auditing {
  const sealed = async (tenantId: TenantId): Promise<void> => {
    if ((await waitingForSeal(pool, tenantId)).length > 0) await seal(pool, tenantId, true)
  }
  return {
    auditEvents: async (filter, page) => {
      await sealed(filter.tenantId)
      return listAuditEvents(pool, filter, page)
    },
    auditEvent: async (tenantId, id) => {
      await sealed(tenantId)
      return findAuditEvent(pool, tenantId, id)
    },
    actsOn: async (request) => {
      await sealed(request.tenantId)
      return actsOnPlayer(pool, request)
    },
    verifyAudit: async (tenantId) => {
      await sealed(tenantId)
      const head = await chainHead(pool, tenantId)
      const check = new ChainCheck(head)
      for await (const event of chainOf(pool, tenantId, head?.seq ?? 0)) {
        if (!check.add({ ...linkOf(event), hash: event.hash })) break
      }
      check.finish()
      const { broken, checked } = check
      return { valid: broken === null, checked, firstBroken: broken }
    },
    exportAudit: async (tenantId) => {
      await sealed(tenantId)
      const head = await chainHead(pool, tenantId)
      const length = head?.seq ?? 0
      return { length, headHash: head?.hash ?? GENESIS, events: chainOf(pool, tenantId, length) }
    },
  }
}

async function* chainOf(pool: Pool, tenantId: TenantId, until: number): AsyncGenerator<AuditRecord> {
  for (let seq = 0; seq < until; ) {
    const slice = await chainAfter(pool, tenantId, seq, until, SLICE)
    yield* slice
    const last = slice.at(-1)
    if (last === undefined) return
    seq = last.seq
  }
}

/** Seals what waits, of every tenant: the job of one replica at a time, and of none while another is at it. */
export async function sealAll(pool: Pool): Promise<void> {
  for (const tenantId of await waitingForSeal(pool, null)) await seal(pool, tenantId, false)
}

/** Appends what waits to the chain of a tenant, under the lock of its end. */
async function seal(pool: Pool, tenantId: TenantId, wait: boolean): Promise<void> {
  for (let more = true; more; ) {
    more = await withTransaction(pool, async (db) => {
      if (!(await holdChain(db, tenantId, wait))) return false
      const events = await unsealed(db, tenantId, SLICE)
      const head = await chainHead(db, tenantId)
      await sealAuditEvents(db, tenantId, chained(events, head?.seq ?? 0, head?.hash ?? GENESIS))
      return events.length === SLICE
    })
  }
}

function chained(events: readonly NewAuditEvent[], after: number, headHash: string): AuditEvent[] {
  let prevHash = headHash
  return events.map((event, i) => {
    const link = { ...event, seq: after + i + 1, prevHash }
    const hash = linkHashOf(linkOf(link))
    prevHash = hash
    return { ...link, hash }
  })
}
