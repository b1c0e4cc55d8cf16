import type { Pool } from 'pg'
import { outcomeOf } from '../core/bet/outcome-report.ts'
import type { BetEvent, DomainEvent } from '../core/events.ts'
import type { EventId, TenantId } from '../core/ids.ts'
import { isRunning, type Program } from '../core/program.ts'
import { programAfter } from '../core/program-after.ts'
import { type Supposition, whatIf } from '../core/what-if.ts'
import { findBetRecord } from '../store/bet-records.ts'
import type { BetRecord } from '../store/bet-rows.ts'
import { eventsAround } from '../store/event-log.ts'
import { eventOfRow, termsIn } from '../store/event-rows.ts'
import type { Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import { type Clock, tenantNow } from './clock.ts'

/** A bet event with the program that it was decided on, as it stood then. */
export interface DecidedBet {
  readonly record: BetRecord
  /** The player's latest program right before, with what was due by then; null where there was none yet. */
  readonly program: Program | null
}

/** What became of a program, and what would have. */
export interface Otherwise {
  readonly supposed: Supposition
  readonly actual: Program
  readonly otherwise: Program
}

/** Folds what is stored once more, to say why something was decided. Nothing is written for it, and nothing by it. */
export interface Explaining {
  betDecision(tenantId: TenantId, id: EventId): Promise<DecidedBet | null>
  /**
   * What would have become of the program of a bet event, had the bet come to what is supposed: to what the event says
   * where nothing is given. Null: there is no such program, it still runs, or nothing is supposed.
   */
  otherwise(tenant: Tenant, betEventId: EventId, supposed: Ruled | null): Promise<Otherwise | null>
}

export type Ruled = Pick<Supposition, 'outcome' | 'settlementAmount'>

export function explaining({ pool, clock, terms }: { pool: Pool; clock: Clock; terms: TermsShelf }): Explaining {
  const lifeOf = async (tenantId: TenantId, id: EventId, which: 'before' | 'all'): Promise<readonly DomainEvent[]> => {
    const rows = await eventsAround(pool, tenantId, id, which)
    await terms.fetch(pool, termsIn(rows))
    return rows.map((row) => eventOfRow(row, terms.of))
  }
  return {
    betDecision: async (tenantId, id) => {
      const record = await findBetRecord(pool, tenantId, id)
      return record && { record, program: programAfter(await lifeOf(tenantId, id, 'before')) }
    },
    otherwise: async (tenant, betEventId, ruled) => {
      const tenantId = tenant.id
      const record = await findBetRecord(pool, tenantId, betEventId)
      const supposed = record && suppositionOf(record.event, ruled)
      const programId = record?.event.programId
      if (!supposed || !programId) return null
      const life = await lifeOf(tenantId, betEventId, 'all')
      const now = tenantNow(clock, tenant)
      const actual = whatIf(life, programId, null, now)
      const otherwise = whatIf(life, programId, supposed, now)
      return actual && otherwise && !isRunning(actual) ? { supposed, actual, otherwise } : null
    },
  }
}

/** What is asked, else what a flagged event would have had the bet come to; an event that counted supposes nothing. */
function suppositionOf({ report, type }: BetEvent, ruled: Ruled | null): Supposition | null {
  const { externalBetId, status, settlementAmount } = report
  if (ruled !== null) return { externalBetId, ...ruled }
  if (type !== 'BetFlagged' || status === 'placed') return null
  return { externalBetId, outcome: outcomeOf[status], settlementAmount }
}
