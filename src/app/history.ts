import type { Payout } from '../core/funded/payout.ts'
import type { ProgramId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Program } from '../core/program.ts'
import { type Page, type PageRequest, pageOf } from '../store/page.ts'
import { payoutsOfPrograms } from '../store/payouts.ts'
import { programFrom } from '../store/player-state.ts'
import { findProgram, listPrograms } from '../store/programs.ts'
import type { Queryable } from '../store/statement.ts'
import type { TermsShelf } from '../store/terms.ts'
import type { ReadPlayer } from './read-player.ts'
import type { Who } from './who.ts'

/** A program in the history of a user, with the payouts of a funded account, the oldest first. */
export interface PastProgram {
  readonly program: Program
  readonly payouts: readonly Payout[]
}

/** A program as of now, with the user that it belongs to. */
export interface ProgramNow {
  readonly program: Program
  readonly userId: UserId
  readonly now: Instant
}

/**
 * The programs of a user, newest first. A program's row is written when its status changes, so the latest one is shown
 * as the snapshot of the player has it: with today's balance, and with what is due applied.
 */
export async function historyOf(
  { db, terms }: { readonly db: Queryable; readonly terms: TermsShelf },
  { tenantId, userId }: Who,
  latest: Program | null,
  page: PageRequest,
): Promise<Page<PastProgram>> {
  const rows = await listPrograms(db, tenantId, userId, page)
  await terms.fetch(
    db,
    rows.map(({ state }) => ({ tenantId, hash: state.terms })),
  )
  const payouts = await payoutsOfPrograms(
    db,
    tenantId,
    rows.map(({ program_id }) => program_id),
  )
  const programOf = (row: (typeof rows)[number]): Program =>
    row.program_id === latest?.id ? latest : programFrom(tenantId, row.state, terms.of)
  const past = (row: (typeof rows)[number]): PastProgram => ({
    program: programOf(row),
    payouts: (payouts.get(row.program_id) ?? []).map(({ payout }) => payout),
  })
  return pageOf(rows, page.limit, past, (row) => row.program_id)
}

/** A program of any user, as of now; null where the tenant has none of this id. */
export async function programOf(
  { db, terms }: { readonly db: Queryable; readonly terms: TermsShelf },
  readPlayer: (who: Who) => Promise<ReadPlayer>,
  tenantId: TenantId,
  id: ProgramId,
): Promise<ProgramNow | null> {
  const found = await findProgram(db, tenantId, id)
  if (found === null) return null
  const userId = found.user_id
  const { player, now } = await readPlayer({ tenantId, userId })
  await terms.fetch(db, [{ tenantId, hash: found.state.terms }])
  const program = player.program?.id === id ? player.program : programFrom(tenantId, found.state, terms.of)
  return { program, userId, now }
}
