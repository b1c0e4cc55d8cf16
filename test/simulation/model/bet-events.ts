import { ok } from './answers.ts'
import type { SentBet } from './bet-request.ts'
import { type BetEvent, type Book, betEvents, type Expected, nameFor, type Request } from './facts.ts'

/** Stores a bet event under a fresh name; what is not said is taken from the bet as sent. */
export function store(book: Book, sent: SentBet, now: number, more: Partial<BetEvent>): BetEvent {
  const event: BetEvent = {
    id: nameFor(book, 'event'),
    user: sent.user,
    externalBetId: sent.externalBetId,
    status: sent.status,
    result: 'accepted',
    codes: [],
    flagReason: null,
    takesKey: false,
    applied: false,
    program: null,
    stake: sent.stake,
    odds: sent.odds,
    returned: sent.returned,
    cashOut: sent.cashOut,
    at: sent.at,
    recordedAt: now,
    balanceAfter: null,
    listed: 'always',
    ...more,
  }
  book.facts.push({ kind: 'bet', event })
  return event
}

export const openFlag = (book: Book, event: BetEvent, type: string): void => {
  const { user, externalBetId, id } = event
  book.facts.push({ kind: 'flag', user, externalBetId, event: id, type })
}

export const eventsOf = (book: Book, externalBetId: string, status?: string): BetEvent[] =>
  betEvents(book).filter(
    (event) => event.externalBetId === externalBetId && (status === undefined || event.status === status),
  )

/**
 * The stored event that makes the same id and status a duplicate (Rules 4.1): one of the feed, else the correction that
 * the bet has come to (Rules 4.17).
 */
export function keyHolder(book: Book, sent: SentBet): BetEvent | undefined {
  const own = eventsOf(book, sent.externalBetId, sent.status).find((event) => event.takesKey)
  const last = lastOutcome(book, sent.externalBetId)
  return own ?? (last?.corrects && last.status === sent.status ? last : undefined)
}

export const acceptedPlacement = (book: Book, externalBetId: string): BetEvent | undefined =>
  eventsOf(book, externalBetId, 'placed').find((event) => event.result === 'accepted')

export const appliedSettlement = (book: Book, externalBetId: string): BetEvent | undefined =>
  eventsOf(book, externalBetId).findLast((event) => event.applied && event.status.startsWith('settled'))

/** What the bet has come to: of its settlements, voids and corrections the last one that was applied. */
export const lastOutcome = (book: Book, externalBetId: string): BetEvent | undefined =>
  eventsOf(book, externalBetId).findLast((event) => event.applied && event.status !== 'placed')

/** Accepted placements of the program that no settlement or void has closed. */
export function openBets(book: Book, program: string): BetEvent[] {
  const events = betEvents(book).filter((event) => event.program === program && event.applied)
  const closed = new Set(events.filter((event) => event.status !== 'placed').map((event) => event.externalBetId))
  return events.filter((event) => event.status === 'placed' && !closed.has(event.externalBetId))
}

export const validationResult = (codes: string[]) => ({
  status: codes.length > 0 ? 'rejected' : 'accepted',
  reasonCodes: codes,
})

/** The answer of POST /v1/bets in sync mode. */
export const betAnswer = (request: Request, event: BetEvent, duplicate = false): Expected =>
  ok(request, {
    betEventId: event.id,
    status: event.result,
    flagReason: event.flagReason,
    duplicate,
    validationResult: validationResult(event.codes),
  })
