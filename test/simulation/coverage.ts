import { appliedSettlement } from './model/bet-events.ts'
import type { BetEvent, Book, Expected, Fact, Request } from './model/facts.ts'
import { lossOf } from './model/losses.ts'
import { endOf, programsOf } from './model/programs.ts'
import { dayOf } from './model/time.ts'

/** Counts which outcomes a run reached, so that a weak generator cannot pass for a strong service. */
export class Coverage {
  readonly counts = new Map<string, number>()

  note(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1)
  }

  add(other: Coverage): void {
    for (const [outcome, count] of other.counts) this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + count)
  }

  table(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([outcome, count]) => `${String(count).padStart(8)}  ${outcome}`)
      .join('\n')
  }
}

const shortPath = (request: Request): string =>
  request.path
    .replace(/^\/v1\//, '')
    .replace(/users\/[^/]+/, 'users/:id')
    .replace(/@[^/?]+/, ':id')
    .replace(/(reconciliation)\/.*/, '$1/:id')

function noteVoid(coverage: Coverage, book: Book, event: BetEvent): void {
  const settled = appliedSettlement(book, event.externalBetId)
  const what = settled ? settled.status.replace('settled-', '') : event.program ? 'open' : 'unaccepted'
  const when = event.program !== null && !event.applied ? ' after the end' : ''
  coverage.note(`void: ${what}${when}`)
}

function noteBet(coverage: Coverage, book: Book, event: BetEvent): void {
  const verdict = event.flagReason ?? (event.codes.length > 0 ? event.codes.join('+') : event.result)
  if (event.status !== 'placed' || event.codes.length < 2) coverage.note(`bet: ${event.status} ${verdict}`)
  if (event.codes.length > 1) coverage.note('bet: placed with several codes')
  if (event.program?.startsWith('@funded')) coverage.note(`funded bet: ${event.status} ${event.result}`)
  for (const code of event.codes) coverage.note(`code: ${code}`)
  if (event.status === 'voided' && event.result === 'accepted') noteVoid(coverage, book, event)
  if (lossOf(event) > 0 && dayOf(event.at) < dayOf(event.recordedAt)) coverage.note('loss: of an earlier day')
  if (lossOf(event) > 0 && event.status === 'settled-won') coverage.note('loss: won below the stake')
  const before = book.facts.some(
    (fact) =>
      fact.kind === 'bet' &&
      fact.event.externalBetId === event.externalBetId &&
      fact.event.status === event.status &&
      fact.event !== event &&
      fact.event.result !== 'accepted',
  )
  if (before && event.applied) coverage.note('bet: put right after a refusal')
}

/** How a payout was decided, or changed before it was. */
function notePayout(coverage: Coverage, book: Book, fact: Extract<Fact, { kind: 'payout decided' }>): void {
  const { status, decidedBy } = fact.decision
  const asked = book.facts.find((one) => one.kind === 'payout asked' && one.payout.id === fact.payout)
  const mandatory = asked?.kind === 'payout asked' && asked.payout.mandatory
  coverage.note(status === 'rejected' ? `payout: rejected by the ${decidedBy}` : 'payout: executed')
  if (mandatory) coverage.note(`payout: ${status} mandatory`)
}

function noteFact(coverage: Coverage, book: Book, fact: Fact): void {
  if (fact.kind === 'payout decided') notePayout(coverage, book, fact)
  if (fact.kind === 'payout resized') coverage.note('payout: updated')
  if (fact.kind === 'bet') noteBet(coverage, book, fact.event)
  if (fact.kind === 'flag') coverage.note(`flag: ${fact.type}`)
  if (fact.kind === 'lifted') coverage.note(`cooldown lifted by ${fact.by}`)
  if (fact.kind === 'ended') coverage.note(`ended: ${fact.status}${fact.reason ? ` ${fact.reason}` : ''}`)
  if (fact.kind === 'announced') coverage.note(`event: ${fact.type}`)
  if (fact.kind === 'passed') {
    const reserved = book.facts.filter((other) => other.kind === 'moved' && other.program === fact.program)
    const open = reserved.reduce(
      (sum, entry) =>
        entry.kind === 'moved'
          ? sum + (entry.credit === 'reserved' ? entry.amount : entry.debit === 'reserved' ? -entry.amount : 0)
          : sum,
      0,
    )
    coverage.note(open > 0 ? 'passed with open bets' : 'passed with none open')
  }
  if (fact.kind === 'program' && fact.program.kind === 'challenge') {
    const previous = programsOf(book, fact.program.user).at(-2)
    coverage.note(`bought after: ${previous ? endOf(book, previous)?.status : 'nothing'}`)
    if (fact.program.startedAt < fact.program.boughtAt) coverage.note('bought: back-dated')
  }
}

/** Notes everything that one request brought about. */
export function observe(coverage: Coverage, book: Book, before: number, request: Request, expected: Expected): void {
  const { error, duplicate, type, status } = expected.body
  const detail = [expected.status, error, type, duplicate === true ? `duplicate ${status}` : undefined]
  coverage.note(`${request.method} ${shortPath(request)}: ${detail.filter((part) => part !== undefined).join(' ')}`)
  observeFacts(coverage, book, before)
}

/** Notes what came about since the book had that many facts. */
export function observeFacts(coverage: Coverage, book: Book, before: number): void {
  for (const fact of book.facts.slice(before)) noteFact(coverage, book, fact)
}
