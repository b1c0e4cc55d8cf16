import type { ProgramId, TenantId } from '../core/ids.ts'
import type { Program } from '../core/program.ts'
import { type Page, type PageRequest, pageOf } from '../store/page.ts'
import { payoutsOfPrograms } from '../store/payouts.ts'
import { programFrom } from '../store/player-state.ts'
import { findProgram, listPrograms } from '../store/programs.ts'
import type { Queryable } from '../store/statement.ts'
import type { TermsShelf } from '../store/terms.ts'
import type { Who } from './app.ts'
import type { PastProgram, ProgramNow, ReadPlayer } from './reading.ts'

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
