/**
 * The second model: the independent judge of the service. It predicts the answer to every request from the contract
 * alone, by reading its list of facts again for every question. It imports nothing from the service.
 */
import { invalid, refused } from './answers.ts'
import { batch } from './batch.ts'
import { readBet } from './bet-request.ts'
import { exclude, writeRuleset, writeTier } from './catalogue.ts'
import { cancelChallenge, continueChallenge, refundStake } from './choice.ts'
import { advance } from './due.ts'
import { type Account, type Book, betEvents, type Expected, factsOf, type PayoutReview, type Request } from './facts.ts'
import { withIdempotency } from './idempotency.ts'
import { listPayouts, withdrawable } from './payout-reading.ts'
import { checkMandatory, confirmPayout, refundFundedStake, rejectPayout, withdraw } from './payout-requests.ts'
import { place, validate } from './placement.ts'
import { standing } from './programs.ts'
import { purchase } from './purchase.ts'
import { history, progress, reconciliation, ruleset } from './reading.ts'
import { correct, settleByHand } from './rulings.ts'
import { settle } from './settlement.ts'

type Handler = (book: Book, request: Request, id: string) => Expected

function handleBet(book: Book, request: Request): Expected {
  const sent = readBet(request.body ?? {}, request.now)
  if (!sent) return invalid(request)
  const answer = sent.status === 'placed' ? place(book, request, sent) : settle(book, request, sent)
  checkMandatory(book, sent.user, request.now)
  return answer
}

function handleValidate(book: Book, request: Request): Expected {
  const sent = readBet(request.body ?? {}, request.now, 'placed')
  return sent?.status === 'placed' ? validate(book, request, sent) : invalid(request)
}

/** A ruling is a bet event, too: the mandatory payout is looked at after it. */
const byHand =
  (handler: Handler): Handler =>
  (book, request, id) => {
    const answer = handler(book, request, id)
    const placement = betEvents(book).find((event) => event.id === id)
    if (placement) checkMandatory(book, placement.user, request.now)
    return answer
  }

const routes: [string, RegExp, Handler][] = [
  ['POST', /^\/v1\/admin\/rulesets$/, (book, request) => writeRuleset(book, request)],
  ['PUT', /^\/v1\/admin\/rulesets\/([^/]+)$/, writeRuleset],
  ['POST', /^\/v1\/admin\/challenge-tiers$/, (book, request) => writeTier(book, request)],
  ['PUT', /^\/v1\/admin\/challenge-tiers\/([^/]+)$/, writeTier],
  ['PUT', /^\/v1\/admin\/users\/([^/]+)\/self-exclusion$/, exclude],
  ['POST', /^\/v1\/challenges\/purchase$/, purchase],
  ['GET', /^\/v1\/users\/([^/]+)\/progress$/, progress],
  ['GET', /^\/v1\/users\/([^/]+)\/history$/, history],
  ['GET', /^\/v1\/users\/([^/]+)\/ruleset$/, ruleset],
  ['POST', /^\/v1\/users\/([^/]+)\/challenge\/continue$/, continueChallenge],
  ['POST', /^\/v1\/users\/([^/]+)\/challenge\/refund-stake$/, refundStake],
  ['POST', /^\/v1\/users\/([^/]+)\/challenge\/cancel$/, cancelChallenge],
  ['GET', /^\/v1\/users\/([^/]+)\/withdrawable$/, withdrawable],
  ['POST', /^\/v1\/users\/([^/]+)\/withdraw$/, withdraw],
  ['POST', /^\/v1\/users\/([^/]+)\/funded\/refund-stake$/, refundFundedStake],
  ['GET', /^\/v1\/admin\/payouts(?:\?.*)?$/, listPayouts],
  ['POST', /^\/v1\/admin\/payouts\/([^/]+)\/confirm$/, confirmPayout],
  ['POST', /^\/v1\/admin\/payouts\/([^/]+)\/reject$/, rejectPayout],
  ['POST', /^\/v1\/admin\/bet-events\/([^/]+)\/settle$/, byHand(settleByHand)],
  ['POST', /^\/v1\/admin\/bet-events\/([^/]+)\/correct$/, byHand(correct)],
  ['POST', /^\/v1\/bets$/, handleBet],
  ['POST', /^\/v1\/bets\/validate$/, handleValidate],
  ['POST', /^\/v1\/bets\/batch$/, (book, request) => batch(book, request, handleBet)],
  ['GET', /^\/v1\/reconciliation\/([^/?]+)(?:\?.*)?$/, reconciliation],
]

function route(book: Book, request: Request): Expected {
  for (const [method, path, handler] of routes) {
    const match = method === request.method ? path.exec(request.path) : null
    if (match) return handler(book, request, decodeURIComponent(match[1] ?? ''))
  }
  return refused(request, 404, 'not_found')
}

/** Runs the step; when it leaves determined ground, the book is as it was before. */
function orUndo<T>(book: Book, step: () => T): T {
  const length = book.facts.length
  try {
    return step()
  } catch (error) {
    book.facts.length = length
    throw error
  }
}

export type TenantPlan = { name: string; monthlyChallengeLimit: number | null; payoutReview?: PayoutReview }

export type Model = {
  book(tenant: string): Book
  /** The predicted answer; throws `Undetermined`, with nothing changed, where the contract leaves it open. */
  handle(request: Request): Expected
  /** The tenant's clock moves to `now`; everything due meanwhile happens (Rules 7.3). */
  advance(tenant: string, now: number): void
}

/** A model of the service with these tenants and nothing in them. */
export function createModel(tenants: TenantPlan[]): Model {
  const books = new Map<string, Book>(
    tenants.map(({ name, monthlyChallengeLimit, payoutReview = 'operator' }) => [
      name,
      { tenant: name, monthlyChallengeLimit, payoutReview, facts: [] },
    ]),
  )
  const bookOf = (tenant: string): Book => {
    const found = books.get(tenant)
    if (!found) throw new Error(`no tenant ${tenant} in the model`)
    return found
  }
  return {
    book: bookOf,
    handle: (request) => {
      const book = bookOf(request.tenant)
      return orUndo(book, () => withIdempotency(book, request, () => route(book, request)))
    },
    advance: (tenant, now) => orUndo(bookOf(tenant), () => advance(bookOf(tenant), now)),
  }
}

const accounts: Account[] = [
  'player_paid',
  'stake_held',
  'house',
  'available',
  'reserved',
  'held',
  'player',
  'forfeited',
]

/** Sub-balances of every program, and the tenant's total of each account, in cents (Rules 2.1, 2.2). */
export function ledgerOf(book: Book) {
  const programs = factsOf(book, 'program').map(({ program }) => ({
    id: program.id,
    available: standing(book, program, 'available'),
    reserved: standing(book, program, 'reserved'),
    held: standing(book, program, 'held'),
  }))
  const totals: Record<string, number> = {}
  for (const account of accounts)
    totals[account] = factsOf(book, 'program').reduce((sum, { program }) => sum + standing(book, program, account), 0)
  return { programs, totals }
}

/** The outgoing events of a user, in order. */
export const announcementsOf = (book: Book, user: string) =>
  factsOf(book, 'announced').filter((fact) => fact.user === user)
