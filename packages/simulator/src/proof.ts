import { type Cents, fromEuro } from './amount.ts'
import type { Api, ChallengeRecord, FundedRecord, Progress } from './api.ts'
import { type Chronicle, EVENT } from './chronicle.ts'
import { inParallel } from './client.ts'
import { executedOf, paidOut, shareOf } from './payout-books.ts'
import { compareAllPayouts, compareFundedRecord, comparePayoutState } from './payout-proof.ts'
import type { Player } from './players/roster.ts'
import { type Account, isAccount, isOpen, type Program } from './program.ts'

/** Everything that a challenge can come to. A run that has not seen all of it has not shown that it works. */
export const STATES_TO_SEE = [
  'active',
  'passed_pending_choice',
  'completed',
  'refunded',
  'cancelled',
  'failed: max_drawdown_exceeded',
  'failed: insufficient_active_days',
  'failed: expired',
  'cooldown',
] as const

/** Everything that a funded account can come to in the end. */
export const FUNDED_STATES_TO_SEE = [
  'revoked: max_drawdown_exceeded',
  'revoked: inactivity',
  'revoked: first_payout_deadline',
  'closed: max_payouts_reached',
  'closed: payout_cap_reached',
  'refunded: stake_refunded',
] as const

/**
 * Every code with which a payout is refused. Two are not demanded, since no play leads to them: an account that has made
 * all its payouts (`max_payouts_reached`) or paid all that its cap allows (`payout_cap_reached`) was closed by the last of
 * them in the same moment, and a withdraw then finds no account.
 */
export const REFUSALS_TO_SEE = [
  'payout_pending',
  'first_payout_deadline',
  'payout_interval',
  'no_profit',
  'open_bets',
  'invalid_amount',
  'insufficient_withdrawable_balance',
  'below_min_payout',
] as const

/** What the service's own answers add up to at the end. */
export interface Finding {
  /** How many challenges the service shows in each state, failures by their reason. */
  readonly states: Map<string, number>
  /** The same of funded accounts, those that ended by their reason. */
  readonly fundedStates: Map<string, number>
  /** Balances of the programs that still run, as the service and as the books have them. */
  serviceTotal: Cents
  tallyTotal: Cents
  programsCompared: number
  /** What the service lists of executed payouts. */
  readonly paid: Paid
}

/** In cents. */
interface Paid {
  shares: Cents
  operatorShares: Cents
  ownStakes: Cents
}

/** Where and when books are compared. */
interface Seen {
  readonly api: Api
  readonly chronicle: Chronicle
  readonly at: number
}

/**
 * Holds the progress of every player against the books: type, ids, balance and open stakes to the cent, counters, the
 * state of payouts. Every difference is a surprise in the chronicle.
 */
export async function compareProgress(players: readonly Player[], { api, chronicle, at }: Seen): Promise<Finding> {
  const finding: Finding = {
    ...{ states: new Map(), fundedStates: new Map(), serviceTotal: 0, tallyTotal: 0, programsCompared: 0 },
    paid: { shares: 0, operatorShares: 0, ownStakes: 0 },
  }
  await inParallel(players, async ({ userId, tally }) => {
    if (tally.isOnTheBrink(at)) return
    const progress = await api.progress(userId)
    const program = tally.current
    compareStanding(userId, program, progress, chronicle)
    if (!program) return
    finding.serviceTotal += fromEuro(progress.currentBalance ?? progress.programBalance ?? 0)
    finding.tallyTotal += program.balance
    see(program.kind === 'challenge' ? finding.states : finding.fundedStates, progress.status ?? 'without a status')
    if (!isAccount(program) || !progress.payout || tally.isGapUncertain(at)) return
    comparePayoutState(userId, program, progress.payout, { chronicle, at })
    const payable = fromEuro(progress.payout.withdrawableNow)
    chronicle.expect(`withdrawableProfit of ${userId}`, payable, fromEuro(progress.withdrawableProfit))
  })
  return finding
}

function compareStanding(userId: string, program: Program | undefined, progress: Progress, chronicle: Chronicle): void {
  chronicle.expect(`progress type of ${userId}`, typeOf(program), progress.type)
  if (!program || typeOf(program) !== progress.type) return
  const id = program.kind === 'challenge' ? progress.challengeId : progress.fundedAccountId
  const compare = (field: string, expected: unknown, actual: unknown) =>
    chronicle.expect(`${field} of ${userId} (${program.tier.name})`, expected, actual)
  compare('program id', program.id, id)
  compare('status', program.status, progress.status)
  if (program.status === 'passed_pending_choice') {
    compare('programBalance', program.balance, fromEuro(progress.programBalance))
    return
  }
  compare('currentBalance', program.balance, fromEuro(progress.currentBalance))
  compare('reserved', program.reserved, fromEuro(progress.reserved))
  compare('totalBetsAccepted', program.accepted, progress.totalBetsAccepted)
  compare('totalBetsRejected', program.rejected, progress.totalBetsRejected)
  if (isAccount(program)) compareAccount(program, progress, compare)
  else compare('activeDays', program.activeDays.size, progress.activeDays)
}

function compareAccount(
  account: Account,
  progress: Progress,
  compare: (field: string, expected: unknown, actual: unknown) => void,
): void {
  const rawProfit = Math.max(0, account.balance - account.startingBalance)
  compare('payoutCount', executedOf(account).length, progress.payoutCount)
  compare('totalWithdrawn', paidOut(account), fromEuro(progress.totalWithdrawn))
  compare('refundableOwnStake', account.payouts.ownStake, fromEuro(progress.refundableOwnStake))
  compare('rawProfit', rawProfit, fromEuro(progress.rawProfit))
  compare('earnedProfit', shareOf(rawProfit, account), fromEuro(progress.earnedProfit))
}

function typeOf(program: Program | undefined): Progress['type'] {
  if (!program) return 'none'
  if (program.kind === 'funded') return 'funded_account'
  return program.status === 'active' ? 'challenge' : 'challenge_passed'
}

/**
 * The last word: progress, the operator's list of all payouts, and every ended program in the history with its status,
 * reason and final balance.
 */
export async function proveBooks(players: readonly Player[], seen: Seen): Promise<Finding> {
  const { api, chronicle } = seen
  const finding = await compareProgress(players, seen)
  const payouts = await api.payouts()
  compareAllPayouts(players, payouts, chronicle)
  for (const { userShare, operatorShare, ownStakeReturned } of payouts.filter(({ status }) => status === 'executed')) {
    finding.paid.shares += fromEuro(userShare)
    finding.paid.operatorShares += fromEuro(operatorShare)
    finding.paid.ownStakes += fromEuro(ownStakeReturned)
  }
  await inParallel(players, (player) => compareHistory(player, finding, seen))
  finding.states.set('cooldown', chronicle.count(EVENT.cooldown))
  return finding
}

async function compareHistory({ userId, tally }: Player, finding: Finding, { api, chronicle }: Seen): Promise<void> {
  const history = await api.history(userId)
  const challenges = new Map(history.challenges.map((record) => [record.id, record]))
  const accounts = new Map(history.fundedAccounts.map((record) => [record.id, record]))
  for (const program of tally.programs) {
    finding.programsCompared += 1
    if (isOpen(program)) continue
    const account = accounts.get(program.id)
    const record = program.kind === 'challenge' ? challenges.get(program.id) : account
    compareRecord(userId, program, record, chronicle)
    if (record) see(program.kind === 'challenge' ? finding.states : finding.fundedStates, stateOf(record))
    if (isAccount(program) && account) compareFundedRecord(program, account, chronicle)
  }
}

function compareRecord(userId: string, program: Program, record: EndedRecord | undefined, chronicle: Chronicle): void {
  const what = `${program.kind} ${program.id} of ${userId}`
  if (!record) {
    chronicle.surprise(`${what} is missing in the history`)
    return
  }
  chronicle.expect(`status of ${what}`, program.status, record.status)
  chronicle.expect(`reason of ${what}`, program.failureReason ?? program.endReason, reasonOf(record))
  chronicle.expect(`finalBalance of ${what}`, program.balance, fromEuro(record.finalBalance))
}

type EndedRecord = ChallengeRecord | FundedRecord

const reasonOf = (record: EndedRecord): string | undefined =>
  ('failureReason' in record ? record.failureReason : 'endReason' in record ? record.endReason : undefined) ?? undefined

function stateOf(record: EndedRecord): string {
  const reason = reasonOf(record)
  return reason === undefined ? record.status : `${record.status}: ${reason}`
}

const see = (states: Map<string, number>, state: string): void => void states.set(state, (states.get(state) ?? 0) + 1)

/** The states and refusals that this run has not seen. */
export const statesMissing = ({ states, fundedStates }: Finding, chronicle: Chronicle): string[] => [
  ...STATES_TO_SEE.filter((state) => !states.get(state)),
  ...FUNDED_STATES_TO_SEE.filter((state) => !fundedStates.get(state)).map((state) => `funded account ${state}`),
  ...REFUSALS_TO_SEE.filter((code) => chronicle.count(`${EVENT.payoutRefused}${code}`) === 0).map(
    (code) => `payout refused: ${code}`,
  ),
]
