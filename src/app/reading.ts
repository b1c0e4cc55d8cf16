import type { Pool } from 'pg'
import type { PayoutId } from '../core/funded/payout.ts'
import type { EventId, ProgramId, TenantId } from '../core/ids.ts'
import { type BetRecordFilter, findBetRecord, findBetRecords, listBetRecords } from '../store/bet-records.ts'
import type { BetRecord } from '../store/bet-rows.ts'
import { type BetRange, type BetTotals, betTotalsOf } from '../store/bet-totals.ts'
import type { Page, PageRequest } from '../store/page.ts'
import { findPayout, listPayouts, type PayoutFilter, type PayoutRecord } from '../store/payouts.ts'
import type { Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import type { Clock } from './clock.ts'
import { Coalescer } from './coalesce.ts'
import { historyOf, type PastProgram, type ProgramNow, programOf } from './history.ts'
import { type Leaderboard, Leaderboards } from './leaderboards.ts'
import { type ReadPlayer, readPlayersAsOfNow } from './read-player.ts'
import type { Who } from './who.ts'

/** Players as of now, and what is stored of their programs, bets and payouts. */
export interface Reading {
  /** The player as of now; a user that was never seen is a player without a program. Coalesced, never cached. */
  readPlayer(who: Who): Promise<ReadPlayer>
  /** Past and present programs of a user, newest first, as of now. */
  history(who: Who, page: PageRequest): Promise<Page<PastProgram>>
  program(tenantId: TenantId, id: ProgramId): Promise<ProgramNow | null>
  /** The best programs of the month; renewed every minute at most. */
  leaderboard(tenant: Tenant): Promise<Leaderboard>
  /** The bet events of a user with event time in [from, to], newest first. */
  betRecords(filter: BetRecordFilter, page: PageRequest): Promise<Page<BetRecord>>
  /** All of a range in sums. */
  betTotals(range: BetRange): Promise<BetTotals>
  betRecord(tenantId: TenantId, id: EventId): Promise<BetRecord | null>
  /** Those of some bet events that there are, by their ids. */
  betRecordsById(tenantId: TenantId, ids: readonly EventId[]): Promise<ReadonlyMap<EventId, BetRecord>>
  payouts(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>>
  payout(tenantId: TenantId, id: PayoutId): Promise<PayoutRecord | null>
}

interface Context {
  readonly pool: Pool
  readonly db: Pool
  readonly clock: Clock
  readonly terms: TermsShelf
}

export function reading(context: Context): Reading {
  const { pool } = context
  const leaderboards = new Leaderboards(context)
  const readers = new Coalescer<Who, ReadPlayer>((whos) => readPlayersAsOfNow(context, whos))
  return {
    readPlayer: (who) => readers.get(who),
    history: async (who, page) => {
      const { player } = await readers.get(who)
      return historyOf(context, who, player.program, page)
    },
    program: (tenantId, id) => programOf(context, (who) => readers.get(who), tenantId, id),
    leaderboard: (tenant) => leaderboards.of(tenant),
    betRecords: (filter, page) => listBetRecords(pool, filter, page),
    betTotals: (range) => betTotalsOf(pool, range),
    betRecord: (tenantId, id) => findBetRecord(pool, tenantId, id),
    betRecordsById: (tenantId, ids) => findBetRecords(pool, tenantId, ids),
    payouts: (filter, page) => listPayouts(pool, filter, page),
    payout: (tenantId, id) => findPayout(pool, tenantId, id),
  }
}
