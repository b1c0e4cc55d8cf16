import type { Program } from '../core/program.ts'
import { type Page, type PageRequest, pageOf } from '../store/page.ts'
import { programFrom } from '../store/player-state.ts'
import { listPrograms } from '../store/programs.ts'
import type { Queryable } from '../store/statement.ts'
import type { TermsShelf } from '../store/terms.ts'
import type { Who } from './app.ts'

/**
 * The programs of a user, newest first. A program's row is written when its status changes, so the latest one is shown
 * as the snapshot of the player has it: with today's balance, and with what is due applied.
 */
export async function historyOf(
  { db, terms }: { readonly db: Queryable; readonly terms: TermsShelf },
  { tenantId, userId }: Who,
  latest: Program | null,
  page: PageRequest,
): Promise<Page<Program>> {
  const rows = await listPrograms(db, tenantId, userId, page)
  await terms.fetch(
    db,
    rows.map(({ state }) => ({ tenantId, hash: state.terms })),
  )
  const programOf = (row: (typeof rows)[number]): Program =>
    row.program_id === latest?.id ? latest : programFrom(tenantId, row.state, terms.of)
  return pageOf(rows, page.limit, programOf, (row) => row.program_id)
}
