import { euros } from './amounts.ts'
import { endProgram } from './endings.ts'
import { announce, type Book, type Program } from './facts.ts'
import { pendingPayout } from './payouts.ts'
import { move, statusOf } from './programs.ts'

/** Frees what is held (Rules 10.10). */
export function rejectPending(
  book: Book,
  program: Program,
  decidedBy: string,
  now: number,
  reason?: string | null,
): void {
  const payout = pendingPayout(book, program)
  if (!payout) return
  move(book, program, 'held', 'available', payout.gross)
  const decision = { status: 'rejected', decidedAt: now, decidedBy, ...(reason !== undefined && { reason }) } as const
  book.facts.push({ kind: 'payout decided', payout: payout.id, decision })
}

/** A running account is taken away; what waits is rejected first (Rules 10.16). */
export function revoke(book: Book, program: Program, reason: string, at: number): void {
  if (statusOf(book, program) !== 'active') return
  rejectPending(book, program, 'system', at)
  const finalBalance = euros(endProgram(book, program, 'revoked', reason, at))
  announce(book, program.user, 'funded_account.revoked', { fundedAccountId: program.id, reason, finalBalance })
}
