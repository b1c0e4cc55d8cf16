import type { Program } from '../core/program.ts'
import { type Page, type PageRequest, pageOf } from '../store/page.ts'
import { payoutsOfPrograms } from '../store/payouts.ts'
import { programFrom } from '../store/player-state.ts'
import { listPrograms } from '../store/programs.ts'
import type { Queryable } from '../store/statement.ts'
import type { TermsShelf } from '../store/terms.ts'
import type { PastProgram, Who } from './app.ts'

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
