import { fromEuro } from './amount.ts'
import type { FundedRecord, Payout, PayoutState } from './api.ts'
import type { Chronicle } from './chronicle.ts'
import { blockersOf, executedOf, nextPayoutAt, offerOf, paidOut, pendingOf, UNCERTAIN_MS } from './payout-books.ts'
import type { Player } from './players/roster.ts'
import { type Account, type Claim, isAccount } from './program.ts'
import { MS_PER_DAY } from './season/match.ts'

/** Holds a payout of the service against the books: every amount to the cent. */
export function comparePayout(account: Account, claim: Claim, payout: Payout, chronicle: Chronicle): void {
  const compare = (field: string, expected: unknown, actual: unknown) =>
    chronicle.expect(`${field} of the payout ${payout.id} to ${payout.userId}`, expected, actual)
  compare('id', claim.id, payout.id)
  compare('account', account.id, payout.fundedAccountId)
  compare('status', claim.status, payout.status)
  compare('number', claim.number, payout.number)
  compare('mandatory', claim.mandatory, payout.mandatory)
  compare('grossAmount', claim.gross, fromEuro(payout.grossAmount))
  compare('userShare', claim.share, fromEuro(payout.userShare))
  compare('operatorShare', claim.gross - claim.share, fromEuro(payout.operatorShare))
  compare('ownStakeReturned', claim.ownStake, fromEuro(payout.ownStakeReturned))
  compare('totalPaid', claim.share + claim.ownStake, fromEuro(payout.totalPaid))
  compare('accountClosed', claim.closesAccount, payout.accountClosed)
  const after = payout.balanceAfter === null ? undefined : fromEuro(payout.balanceAfter)
  compare('balanceAfter', claim.balanceAfter, after)
  const isDecided = claim.status !== 'pending'
  compare('decidedBy the service', isDecided && claim.isDecidedBySystem, payout.decidedBy === 'system')
}

interface Seen {
  readonly chronicle: Chronicle
  readonly at: number
}

/** Holds the payout state of an account against the books, unless the gap between payouts ends about now. */
export function comparePayoutState(
  userId: string,
  account: Account,
  state: PayoutState,
  { chronicle, at }: Seen,
): void {
  const compare = (field: string, expected: unknown, actual: unknown) =>
    chronicle.expect(`${field} in the payout state of ${userId} (${account.tier.name})`, expected, actual)
  const offer = offerOf(account)
  const reasons = blockersOf(account, offer, at)
  const isFree = reasons.length === 0
  const { maxPayouts } = account.payouts.rules
  const count = executedOf(account).length
  compare('reasons', reasons.join(), state.reasons.join())
  compare('canRequest', isFree, state.canRequest)
  compare('withdrawableNow', isFree ? offer.share : 0, fromEuro(state.withdrawableNow))
  compare('withdrawableGross', isFree ? offer.gross : 0, fromEuro(state.withdrawableGross))
  compare('grossProfit', offer.profit, fromEuro(state.grossProfit))
  compare('payoutCount', count, state.payoutCount)
  compare('payoutsRemaining', maxPayouts === null ? null : maxPayouts - count, state.payoutsRemaining)
  compare('totalWithdrawn', paidOut(account), fromEuro(state.totalWithdrawn))
  compare('capRemaining', offer.capRemaining, orUndefined(state.capRemaining))
  compare('minPayout', offer.min, orUndefined(state.minPayout))
  compare('openBets', account.openBets, state.openBets)
  compare('isLastPayout', offer.isLast, state.isLastPayout)
  compare('ownStakeReturnable', account.payouts.ownStake, fromEuro(state.ownStakeReturnable))
  compare('pendingPayout', pendingOf(account)?.gross, orUndefined(state.pendingPayout?.grossAmount ?? null))
  compareMoment('nextPayoutAt', nextPayoutAt(account), state.nextPayoutAt, compare)
  compareMoment('firstPayoutDeadlineAt', firstDeadline(account), state.firstPayoutDeadlineAt, compare)
}

const orUndefined = (amount: number | null) => (amount === null ? undefined : fromEuro(amount))

/** It is shown until a payout is executed, though a request is all that it asks for. */
function firstDeadline(account: Account): number | undefined {
  const { rules, openedAt } = account.payouts
  if (rules.firstDays === null || executedOf(account).length > 0) return undefined
  return openedAt + rules.firstDays * MS_PER_DAY
}

/** The books know moments only as well as the stage on which they fell. */
function compareMoment(
  field: string,
  expected: number | undefined,
  actual: string | null,
  compare: (field: string, expected: unknown, actual: unknown) => void,
): void {
  const isClose = expected !== undefined && actual !== null && Math.abs(Date.parse(actual) - expected) < UNCERTAIN_MS
  if (!isClose) compare(field, expected === undefined ? null : new Date(expected).toISOString(), actual)
}

/** Holds an ended account in the history against the books. */
export function compareFundedRecord(account: Account, record: FundedRecord, chronicle: Chronicle): void {
  const what = `funded account ${account.id}`
  chronicle.expect(`status of ${what}`, account.status, record.status)
  chronicle.expect(`endReason of ${what}`, account.endReason, record.endReason)
  const { claims } = account.payouts
  const known = record.payouts.map(({ id }) => id).sort()
  chronicle.expect(
    `payouts of ${what}`,
    claims
      .map(({ id }) => id)
      .sort()
      .join(),
    known.join(),
  )
}

/** Holds the operator's list of all payouts against the books: each in one and in the other, to the cent. */
export function compareAllPayouts(players: readonly Player[], payouts: readonly Payout[], chronicle: Chronicle): void {
  const unseen = Map.groupBy(payouts, ({ fundedAccountId }) => fundedAccountId)
  for (const account of players.flatMap(({ tally }) => tally.programs.filter(isAccount))) {
    compareListed(account, unseen.get(account.id) ?? [], chronicle)
    unseen.delete(account.id)
  }
  for (const [id] of unseen) chronicle.surprise(`the payouts of the account ${id} are in no books`)
}

function compareListed(account: Account, listed: readonly Payout[], chronicle: Chronicle): void {
  const { claims } = account.payouts
  chronicle.expect(`number of payouts listed for ${account.id}`, claims.length, listed.length)
  for (const claim of claims) {
    const payout = listed.find((payout) => isOf(claim, payout, claims))
    if (!payout) {
      chronicle.surprise(`payout ${claim.number} of the account ${account.id} is not in the list`)
      continue
    }
    claim.id ??= payout.id
    comparePayout(account, claim, payout, chronicle)
  }
}

/** A mandatory payout that was decided before anyone saw it has told nobody its id: number and status name it. */
function isOf({ id, number, status }: Claim, payout: Payout, claims: readonly Claim[]): boolean {
  if (id !== undefined) return id === payout.id
  const isKnown = claims.some((claim) => claim.id === payout.id)
  return !isKnown && payout.mandatory && payout.number === number && payout.status === status
}
