import type { Pool } from 'pg'
import type { EventId, TenantId, Uuid } from '../core/ids.ts'
import { hoursAfter, type Instant } from '../core/instant.ts'
import { withTransaction } from '../store/database.ts'
import { isoOf } from '../store/statement.ts'
import {
  analyzeLines,
  compareLines,
  compareRange,
  type Finding,
  type FindingKind,
  findingCounts,
  firstFindings,
  flagFindings,
  forgetStatement,
  forgetStatementsBefore,
  insertLines,
  prepareComparison,
  type StatedBet,
  type StatementKey,
  type Sums,
} from '../store/statements.ts'
import type { Tenant } from '../store/tenants.ts'
import { recordAct } from './audit/record-act.ts'
import { type Clock, tenantNow } from './clock.ts'
import { mayHaveQueued } from './inbox/inbox.ts'
import type { Turns } from './turns.ts'
import { idAt, newId } from './uuid.ts'

/** What an operator wants to have compared. */
export interface StatementOrder {
  /** Event times of placements, both ends included. */
  readonly from: Instant
  readonly to: Instant
  /** How many findings of each kind are shown. */
  readonly limit: number
  /** Who shall have opened a flag for each finding; null opens none. */
  readonly flagsBy: string | null
}

/** How the operator's books and ours differ. */
export interface StatementReport {
  readonly stated: Sums
  /** The accepted bets of the range. */
  readonly own: Sums
  readonly counts: ReadonlyMap<FindingKind, Pick<Sums, 'bets' | 'staked'>>
  /** The first of each kind. */
  readonly findings: readonly Finding[]
  readonly flagsOpened: number
}

/** Holds the operator's books against ours. */
export interface Reconciling {
  /**
   * Takes in a statement piece by piece and compares it with the bets, in the database: the memory of the service does not
   * grow with it, and while pieces are waited for nothing is held.
   */
  reconcileStatement(
    tenant: Tenant,
    order: StatementOrder,
    pieces: AsyncIterable<readonly StatedBet[]>,
    patience?: AbortSignal,
  ): Promise<StatementReport>
}

/** More than the clocks of an operator and of the service may differ. */
const HOURS_SPARE = 1

interface Context {
  readonly pool: Pool
  readonly clock: Clock
  readonly comparisons: Turns
  readonly passedByAll: (id: TenantId, patience?: AbortSignal) => Promise<void>
}

export const reconciling = ({ pool, clock, comparisons, passedByAll }: Context): Reconciling => ({
  reconcileStatement: async (tenant, order, pieces, patience) => {
    const key: StatementKey = { tenantId: tenant.id, id: newId<Uuid>() }
    let kept = 0
    try {
      for await (const piece of pieces) {
        if (piece.length > 0) await insertLines(pool, key, piece)
        kept += piece.length
      }
      // A bet that was answered is no difference, whether or not it has been decided.
      if (mayHaveQueued(tenant)) await passedByAll(tenant.id, patience)
      return await comparisons.run(tenant.id, () => compare(pool, clock, tenant, { key, kept }, order), patience)
    } finally {
      await forgetStatement(pool, key)
    }
  },
})

interface Staged {
  readonly key: StatementKey
  /** How many lines. */
  readonly kept: number
}

async function compare(pool: Pool, clock: Clock, tenant: Tenant, { key, kept }: Staged, order: StatementOrder) {
  await analyzeLines(pool)
  return withTransaction(pool, async (db): Promise<StatementReport> => {
    await prepareComparison(db, key)
    const stated = await compareLines(db, key, kept)
    const own = await compareRange(db, key, { ...order, firstId: storedFrom(tenant, order.from) })
    const counts = await findingCounts(db, key)
    const findings = await firstFindings(db, key, order.limit)
    const at = tenantNow(clock, tenant)
    const by = order.flagsBy === null ? null : { firstFlagId: newId<Uuid>(), actor: order.flagsBy, at }
    const flagsOpened = by === null ? 0 : await flagFindings(db, key, by)
    if (flagsOpened > 0) {
      const after = { from: isoOf(order.from), to: isoOf(order.to), flagsOpened }
      await recordAct(db, clock, {
        tenantId: tenant.id,
        action: 'statement.flagged',
        target: `statement:${key.id}`,
        after,
      })
    }
    return { stated, own, counts: new Map(counts.map(({ kind, ...sums }) => [kind, sums])), findings, flagsOpened }
  })
}

/**
 * Events happen at most minutes before they are stored, so that none of the range has an earlier id. How much later
 * they come is not bounded: an inbox may have had them wait.
 */
const storedFrom = ({ clockOffsetMs }: Tenant, from: Instant): EventId =>
  idAt(Math.max(hoursAfter(from, -HOURS_SPARE) - clockOffsetMs, 0))

/** A statement that is older was given up by whoever was killed: no upload takes so long. */
const ABANDONED_HOURS = 24

export const forgetAbandonedStatements = (pool: Pool, now: Instant): Promise<void> =>
  forgetStatementsBefore(pool, idAt<Uuid>(hoursAfter(now, -ABANDONED_HOURS)))
