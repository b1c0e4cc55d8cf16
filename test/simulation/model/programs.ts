import { againstPercent } from './amounts.ts'
import { type Account, type BetEvent, type Book, betEvents, factsOf, type Program } from './facts.ts'
import { dayOf } from './time.ts'

export const programsOf = (book: Book, user: string): Program[] =>
  factsOf(book, 'program')
    .map((fact) => fact.program)
    .filter((program) => program.user === user)

export const endOf = (book: Book, program: Program) =>
  factsOf(book, 'ended').find((fact) => fact.program === program.id)

export const statusOf = (book: Book, program: Program): string =>
  endOf(book, program)?.status ??
  (factsOf(book, 'passed').some((fact) => fact.program === program.id) ? 'passed_pending_choice' : 'active')

export const activeProgram = (book: Book, user: string): Program | undefined =>
  programsOf(book, user).find((program) => statusOf(book, program) === 'active')

export const awaitingChoice = (book: Book, user: string): Program | undefined =>
  programsOf(book, user).find((program) => statusOf(book, program) === 'passed_pending_choice')

/** What stands on one account of one program: everything credited less everything debited, cents (Rules 2.1). */
export function standing(book: Book, program: Program, account: Account): number {
  let sum = 0
  for (const fact of factsOf(book, 'moved')) {
    if (fact.program !== program.id) continue
    if (fact.credit === account) sum += fact.amount
    if (fact.debit === account) sum -= fact.amount
  }
  return sum
}

/** The contract's currentBalance: the sum of the three sub-balances (Rules 2.1). */
export const balanceOf = (book: Book, program: Program): number =>
  standing(book, program, 'available') + standing(book, program, 'reserved') + standing(book, program, 'held')

/** Writes one double entry; zero amounts write none (Rules 2.2). */
export function move(book: Book, program: Program, debit: Account, credit: Account, amount: number): void {
  if (amount > 0) book.facts.push({ kind: 'moved', program: program.id, debit, credit, amount })
  if (amount < 0) book.facts.push({ kind: 'moved', program: program.id, debit: credit, credit: debit, amount: -amount })
}

const placements = (book: Book, program: Program, result: 'accepted' | 'rejected'): BetEvent[] =>
  betEvents(book).filter(
    (event) => event.program === program.id && event.status === 'placed' && event.result === result,
  )

/** Placements that were judged on the program; duplicates and flagged events never count (Rules 5.3). */
export function countersOf(book: Book, program: Program) {
  const accepted = placements(book, program, 'accepted')
  const rejected = placements(book, program, 'rejected')
  const days = new Set(accepted.map((event) => dayOf(Math.max(event.at, program.startedAt))))
  return {
    activeDays: days.size,
    totalBetsPlaced: accepted.length + rejected.length,
    totalBetsAccepted: accepted.length,
    totalBetsRejected: rejected.length,
  }
}

/** True when the balance has fallen by the total limit; reaching counts (Rules 5.6). */
export function drawdownReached(book: Book, program: Program): boolean {
  const { totalDrawdownPercent } = program.rules
  if (totalDrawdownPercent === null) return false
  return againstPercent(program.starting - balanceOf(book, program), totalDrawdownPercent, program.starting) >= 0
}

/** The contract's name for the id of a program in the data of an event. */
export const programField = (program: Program): Record<string, string> =>
  program.kind === 'challenge' ? { challengeId: program.id } : { fundedAccountId: program.id }
