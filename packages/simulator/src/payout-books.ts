import type { Cents } from './amount.ts'
import { type Account, type Claim, type EndReason, end, type Program } from './program.ts'
import { MS_PER_DAY } from './season/match.ts'

/*
 * The books of a funded account: what can be paid out, what stands in the way, and what ends the account. Like the rest
 * of the tally it shares no line with the service.
 */

/** Whether the operator has set its payouts to be executed without a review. Shared by all books of a run. */
export interface Review {
  isAutomatic: boolean
}

/** What the rules leave of the profit of an account, whatever else stands in the way. */
export interface Offer {
  readonly profit: Cents
  readonly gross: Cents
  readonly share: Cents
  readonly isLast: boolean
  readonly capRemaining: Cents | undefined
  readonly min: Cents | undefined
}

/** The percentages are in hundredths of a percent. */
const WHOLE = 10_000n

const INACTIVITY_DAYS = 14

/**
 * The test clock runs on while a stage is played, so nobody knows to the second when something happened. Within this
 * time of a deadline the books cannot tell whether it has passed, and the player does nothing.
 */
export const UNCERTAIN_MS = 3_600_000

export const pendingOf = ({ payouts }: Account): Claim | undefined => {
  const latest = payouts.claims.at(-1)
  return latest?.status === 'pending' ? latest : undefined
}

export const executedOf = ({ payouts }: Account): Claim[] =>
  payouts.claims.filter(({ status }) => status === 'executed')

export const paidOut = (account: Account): Cents => executedOf(account).reduce((sum, { share }) => sum + share, 0)

export const shareOf = (gross: Cents, { payouts }: Account): Cents =>
  Number((BigInt(gross) * BigInt(payouts.rules.split)) / WHOLE)

const virtualBalance = ({ balance, reserved }: Program): Cents => balance - reserved

/** The lower of the two caps on all payouts of an account together. */
function capForLife({ payouts: { rules }, startingBalance }: Account): Cents | undefined {
  const caps = rules.totalCap === null ? [] : [rules.totalCap]
  if (rules.capPercent !== null) caps.push(Number((BigInt(startingBalance) * BigInt(rules.capPercent)) / WHOLE))
  return caps.length === 0 ? undefined : Math.min(...caps)
}

export function offerOf(account: Account): Offer {
  const { rules } = account.payouts
  const profit = Math.max(0, virtualBalance(account) - account.startingBalance)
  const cap = capForLife(account)
  const capRemaining = cap === undefined ? undefined : cap - paidOut(account)
  const shareMax = Math.min(capRemaining ?? Infinity, rules.perPayoutCap ?? Infinity)
  const isLast = rules.maxPayouts !== null && executedOf(account).length === rules.maxPayouts - 1
  const share = Math.min(shareOf(profit, account), shareMax)
  const isCut = shareOf(profit, account) > shareMax
  const isWaived = capRemaining !== undefined && capRemaining < (rules.min ?? 0)
  return {
    ...{ profit, share, isLast, capRemaining },
    gross: isCut && !isLast ? leastGrossFor(share, account) : profit,
    min: isWaived ? undefined : (rules.min ?? undefined),
  }
}

/** The smallest gross amount whose share comes to this: from an estimate that is too small, cent by cent. */
function leastGrossFor(share: Cents, account: Account): Cents {
  let gross = Number((BigInt(share) * WHOLE) / BigInt(account.payouts.rules.split)) - 1
  while (shareOf(gross, account) < share) gross += 1
  return gross
}

/** What a request for so much would come to: the last payout takes everything, whatever less was asked for. */
function wouldBe(account: Account, wanted: Cents): Pick<Claim, 'gross' | 'share'> {
  const offer = offerOf(account)
  return offer.isLast && wanted <= offer.gross ? offer : { gross: wanted, share: shareOf(wanted, account) }
}

/** Every reason to refuse a payout of this gross amount, in the service's order; none: it is granted. */
export function refusalsOf(account: Account, wanted: Cents, at: number): string[] {
  const { gross } = wouldBe(account, wanted)
  const offer = offerOf(account)
  const blockers = blockersOf(account, wouldBe(account, wanted), at)
  const [minimum, others] = [blockers.filter(isMinimum), blockers.filter((code) => !isMinimum(code))]
  if (gross <= 0) others.push('invalid_amount')
  if (gross > offer.gross) others.push('insufficient_withdrawable_balance')
  return [...others, ...minimum]
}

const isMinimum = (code: string): boolean => code === 'below_min_payout'

/**
 * What stands in the way of a payout. `max_payouts_reached` and `payout_cap_reached` cannot: the payout that comes to
 * the number or fills the cap closes the account in the same moment. Nor can `first_payout_deadline` while it runs.
 */
export function blockersOf(account: Account, { gross, share }: Pick<Claim, 'gross' | 'share'>, at: number): string[] {
  const next = nextPayoutAt(account)
  const { profit, isLast, min } = offerOf(account)
  const reasons: [string, boolean][] = [
    ['payout_pending', pendingOf(account) !== undefined],
    ['payout_interval', next !== undefined && at < next],
    ['no_profit', profit === 0],
    ['open_bets', isLast && account.openBets > 0],
    ['invalid_amount', gross > 0 && share === 0],
    ['below_min_payout', min !== undefined && share < min],
  ]
  return reasons.filter(([, applies]) => applies).map(([code]) => code)
}

export function nextPayoutAt({ payouts: { rules, lastPayoutAt } }: Account): number | undefined {
  if (rules.intervalDays === null || lastPayoutAt === undefined) return undefined
  return lastPayoutAt + rules.intervalDays * MS_PER_DAY
}

/** What time alone ends the account with, and when. */
export function dueOf(account: Account): { at: number; reason: EndReason } | undefined {
  const { rules, openedAt, lastActivityAt, claims } = account.payouts
  const dues: { at: number; reason: EndReason }[] = []
  if (rules.firstDays !== null && claims.length === 0) {
    dues.push({ at: openedAt + rules.firstDays * MS_PER_DAY, reason: 'first_payout_deadline' })
  }
  if (!pendingOf(account)) dues.push({ at: lastActivityAt + INACTIVITY_DAYS * MS_PER_DAY, reason: 'inactivity' })
  return dues.sort((a, b) => a.at - b.at)[0]
}

/** Books a request that was granted; with an automatic review it is executed in the same moment. */
export function request(account: Account, wanted: Cents, at: number, review: Review): Claim {
  const claim = claimFor(account, wouldBe(account, wanted), { mandatory: false, at, review })
  lookAtThreshold(account, at, review)
  return claim
}

function claimFor(
  account: Account,
  { gross, share }: Pick<Claim, 'gross' | 'share'>,
  { mandatory, at, review }: { mandatory: boolean; at: number; review: Review },
): Claim {
  const { payouts } = account
  const claim: Claim = {
    ...{ id: undefined, mandatory, gross, share },
    number: executedOf(account).length + 1,
    ownStake: payouts.ownStake,
    status: 'pending',
    isDecidedBySystem: false,
    closesAccount: false,
    balanceAfter: undefined,
  }
  payouts.claims.push(claim)
  if (review.isAutomatic) {
    claim.isDecidedBySystem = true
    execute(account, claim, at)
  }
  return claim
}

function execute(account: Account, claim: Claim, at: number): void {
  const { payouts } = account
  const { isLast, capRemaining } = offerOf(account)
  claim.status = 'executed'
  account.balance -= claim.gross
  claim.balanceAfter = account.balance
  payouts.ownStake = 0
  payouts.lastPayoutAt = at
  payouts.lastActivityAt = at
  account.curve.push({ at, balance: account.balance })
  claim.closesAccount = isLast || claim.share === capRemaining
  if (claim.closesAccount) endAccount(account, isLast ? 'max_payouts_reached' : 'payout_cap_reached', at)
}

export function reject(account: Account, claim: Claim, at: number, isSystem = false): void {
  claim.status = 'rejected'
  claim.isDecidedBySystem = isSystem
  account.payouts.lastActivityAt = at
}

/** What a confirm comes to: the profit may have changed since the request. A changed request has to be confirmed again. */
export function confirm(account: Account, claim: Claim, at: number): 'executed' | 'rejected' | 'changed' {
  const offer = offerOf(account)
  const stands = offer.isLast ? claim.gross === offer.gross && claim.share === offer.share : claim.gross <= offer.gross
  if (stands) {
    execute(account, claim, at)
    return 'executed'
  }
  if (offer.share === 0) {
    reject(account, claim, at, true)
    return 'rejected'
  }
  claim.gross = offer.gross
  claim.share = offer.share
  return 'changed'
}

/** At the threshold the service asks for everything by itself, once until the balance was below it again. */
export function lookAtThreshold(account: Account, at: number, review: Review): void {
  const { payouts, startingBalance } = account
  const { mandatoryPercent } = payouts.rules
  if (account.status !== 'active' || mandatoryPercent === null || pendingOf(account)) return
  if (virtualBalance(account) * 10_000 < startingBalance * mandatoryPercent) {
    payouts.isArmed = true
    return
  }
  const offer = offerOf(account)
  if (!payouts.isArmed || offer.share === 0 || (offer.isLast && account.openBets > 0)) return
  payouts.isArmed = false
  claimFor(account, offer, { mandatory: true, at, review })
  lookAtThreshold(account, at, review)
}

const STATUS_BY_REASON = {
  max_drawdown_exceeded: 'revoked',
  inactivity: 'revoked',
  first_payout_deadline: 'revoked',
  max_payouts_reached: 'closed',
  payout_cap_reached: 'closed',
  stake_refunded: 'refunded',
} as const

/** Ends the account. A payout that still waits is rejected first. */
export function endAccount(account: Account, reason: EndReason, at: number): void {
  const pending = pendingOf(account)
  if (pending) reject(account, pending, at, true)
  account.endReason = reason
  end(account, STATUS_BY_REASON[reason], at)
}
