import { againstPercent, percentDown } from './amounts.ts'
import { openBets } from './bet-events.ts'
import { type Book, factsOf, type Payout, type Program } from './facts.ts'
import { balanceOf, standing } from './programs.ts'
import { DAY } from './time.ts'

/** Every payout of the account as its facts leave it, the oldest first (Rules 10.1). */
export function payoutsOf(book: Book, program: Program): Payout[] {
  const found: Payout[] = []
  const change = (id: string, changes: Partial<Payout>): void => {
    const index = found.findIndex((payout) => payout.id === id)
    const before = found[index]
    if (before) found[index] = { ...before, ...changes }
  }
  for (const fact of book.facts) {
    if (fact.kind === 'payout asked' && fact.payout.program === program.id) found.push(fact.payout)
    if (fact.kind === 'payout resized') change(fact.payout, { gross: fact.gross, share: fact.share })
    if (fact.kind === 'payout decided') change(fact.payout, fact.decision)
  }
  return found
}

export const pendingPayout = (book: Book, program: Program): Payout | undefined =>
  payoutsOf(book, program).find((payout) => payout.status === 'pending')

export const executedPayouts = (book: Book, program: Program): Payout[] =>
  payoutsOf(book, program).filter((payout) => payout.status === 'executed')

/** The user's shares paid so far (Rules 10.5). */
export const totalWithdrawn = (book: Book, program: Program): number =>
  executedPayouts(book, program).reduce((sum, payout) => sum + payout.share, 0)

/** The own stake until it is returned or the account is over (Rules 2.10). */
export const stakeLeft = (book: Book, program: Program): number =>
  executedPayouts(book, program).length > 0 ? 0 : program.tier.ownStake

export const virtualBalance = (book: Book, program: Program): number =>
  balanceOf(book, program) - standing(book, program, 'reserved')

/** Rules 10.2 */
export const grossProfit = (book: Book, program: Program): number =>
  Math.max(0, virtualBalance(book, program) - program.starting)

/** The user's share, rounded down: the operator keeps the fraction (Rules 1.5). */
export const shareOf = (program: Program, gross: number): number => percentDown(program.tier.splitPoints, gross)

/** The smallest gross amount whose share is exactly this, found by walking there from just below (Rules 10.6). */
function smallestGross(program: Program, share: number): number {
  let gross = Math.max(0, Math.floor((share / program.tier.splitPoints) * 10_000) - 2)
  while (shareOf(program, gross) < share) gross += 1
  return gross
}

/** What the lifetime caps leave of the user's shares; null where there is none (Rules 10.5). */
export function capRemaining(book: Book, program: Program): number | null {
  const { totalPayoutCap, payoutCapPoints } = program.tier
  const caps = [totalPayoutCap, payoutCapPoints === null ? null : percentDown(payoutCapPoints, program.starting)]
  const set = caps.filter((cap) => cap !== null)
  return set.length === 0 ? null : Math.max(0, Math.min(...set) - totalWithdrawn(book, program))
}

/** With a maximum number of payouts: whether the next one is the last (Rules 10.7). */
export const isLastPayout = (book: Book, program: Program): boolean =>
  program.tier.maxPayouts !== null && executedPayouts(book, program).length === program.tier.maxPayouts - 1

export type Amounts = { gross: number; share: number }

/** The most that could be taken if nothing stood in the way (Rules 10.5 to 10.7). */
export function largestPayout(book: Book, program: Program): Amounts {
  const gross = grossProfit(book, program)
  const share = shareOf(program, gross)
  const limits = [capRemaining(book, program), program.tier.perPayoutCap].filter((limit) => limit !== null)
  const limit = Math.min(share, ...limits)
  if (limit === share) return { gross, share }
  return { gross: isLastPayout(book, program) ? gross : smallestGross(program, limit), share: limit }
}

/** When the gap after the latest executed payout is over (Rules 10.4). */
export function nextPayoutAt(book: Book, program: Program): number | null {
  const latest = executedPayouts(book, program).at(-1)
  const days = program.tier.payoutIntervalDays
  return latest?.decidedAt == null || days === null ? null : latest.decidedAt + days * DAY
}

/** The minimum, unless the lifetime caps leave less than it (Rules 10.4). */
function minimumOf(book: Book, program: Program): number {
  const { minPayout } = program.tier
  const left = capRemaining(book, program)
  return minPayout === null || (left !== null && minPayout > left) ? 0 : minPayout
}

/** Every reason that stands in the way of this payout, in the contract's order (Rules 10.4). */
export function payoutReasons(book: Book, program: Program, { gross, share }: Amounts, now: number): string[] {
  const { maxPayouts } = program.tier
  const gapEnds = nextPayoutAt(book, program)
  const isLast = isLastPayout(book, program)
  const verdicts: [string, boolean][] = [
    ['payout_pending', pendingPayout(book, program) !== undefined],
    ['max_payouts_reached', maxPayouts !== null && executedPayouts(book, program).length >= maxPayouts],
    ['payout_cap_reached', capRemaining(book, program) === 0],
    ['payout_interval', gapEnds !== null && now < gapEnds],
    ['no_profit', grossProfit(book, program) === 0],
    ['open_bets', isLast && openBets(book, program.id).length > 0],
    ['invalid_amount', gross > 0 && share === 0],
    ['insufficient_withdrawable_balance', gross > largestPayout(book, program).gross],
    ['below_min_payout', share < minimumOf(book, program)],
  ]
  return verdicts.filter(([, applies]) => applies).map(([reason]) => reason)
}

/** Whether the virtual balance is at the mandatory threshold or above it; undefined where there is none (Rules 10.12). */
export function atThreshold(book: Book, program: Program): boolean | undefined {
  const { mandatoryPoints } = program.tier
  if (mandatoryPoints === null) return undefined
  return againstPercent(virtualBalance(book, program), mandatoryPoints, program.starting) >= 0
}

/** Whether the balance has been seen below the threshold since the last mandatory payout (Rules 10.12). */
export const isArmed = (book: Book, program: Program): boolean =>
  factsOf(book, 'threshold').findLast((fact) => fact.program === program.id)?.armed ?? true
