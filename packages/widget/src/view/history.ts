import type { History, PastAccount, PastChallenge, Payout } from '../data/state.ts'
import type { Fact, Tone } from './fact.ts'
import type { Speech } from './speech.ts'

export interface PastPayout {
  readonly id: string
  readonly status: string
  readonly tone: Tone
  readonly amount: string
  readonly day: string
  readonly note: string | null
}

export interface PastProgram {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly tone: Tone
  readonly period: string
  /** Why it ended; null where there is nothing to say. */
  readonly reason: string | null
  readonly facts: readonly Fact[]
  readonly payouts: readonly PastPayout[]
}

/** All programs of the player, newest first. */
export function historyView({ challenges, fundedAccounts }: History, say: Speech): PastProgram[] {
  const all = [
    ...fundedAccounts.map((account) => ({ at: account.startedAt, view: () => accountInWords(account, say) })),
    ...challenges.map((challenge) => ({ at: challenge.startedAt, view: () => challengeInWords(challenge, say) })),
  ]
  // An account opens when its challenge ends: where both began in one moment the account is the later one.
  return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).map(({ view }) => view())
}

/** The program that ended last, for the page that sells the next one; null where there was none. */
export function lastEnded({ challenges, fundedAccounts }: History, say: Speech): PastProgram | null {
  const [challenge] = challenges
  const [account] = fundedAccounts
  const isAccount = account && (!challenge || Date.parse(account.startedAt) >= Date.parse(challenge.startedAt))
  if (isAccount && account) return account.endedAt === null ? null : accountInWords(account, say, say.words.lastFunded)
  if (challenge === undefined || challenge.endedAt === null) return null
  return challengeInWords(challenge, say, say.words.lastTitle)
}

const tones: { readonly [status: string]: Tone } = {
  active: 'plain',
  passed_pending_choice: 'good',
  completed: 'good',
  failed: 'bad',
  revoked: 'bad',
  pending: 'warn',
  executed: 'good',
  rejected: 'bad',
}

function challengeInWords(challenge: PastChallenge, say: Speech, title = say.words.historyChallenge): PastProgram {
  const { words } = say
  const { status, failureReason, finalBalance, currentBalance, targetBalance, ownStake } = challenge
  return {
    id: challenge.id,
    title,
    status: words.status[status],
    tone: tones[status] ?? 'plain',
    period: periodOf(challenge, say),
    reason: reasonInWords(failureReason, say),
    facts: [
      balanceFact(finalBalance, currentBalance, say),
      { label: words.target, value: say.money(targetBalance) },
      ...lostFact(status === 'failed' || status === 'cancelled', ownStake, say),
    ],
    payouts: [],
  }
}

function accountInWords(account: PastAccount, say: Speech, title = say.words.historyFunded): PastProgram {
  const { words } = say
  const { status, endReason, finalBalance, currentBalance, payouts, payoutCount, ownStake } = account
  const paid = payouts.reduce((sum, payout) => (payout.status === 'executed' ? sum + payout.totalPaid : sum), 0)
  return {
    id: account.id,
    title,
    status: words.status[status],
    tone: tones[status] ?? 'plain',
    period: periodOf(account, say),
    reason: reasonInWords(endReason, say),
    facts: [
      balanceFact(finalBalance, currentBalance, say),
      { label: words.historyPaid, value: say.money(paid) },
      ...lostFact(status === 'revoked' && payoutCount === 0, ownStake, say),
    ],
    payouts: payouts.map((payout) => payoutInWords(payout, say)),
  }
}

const balanceFact = (final: number | null, current: number, say: Speech): Fact =>
  final === null
    ? { label: say.words.historyBalanceNow, value: say.money(current) }
    : { label: say.words.historyBalance, value: say.money(final) }

/** The own stake goes back with the first payout; before that it is lost with a program that fails. */
const lostFact = (isLost: boolean, ownStake: number, say: Speech): Fact[] =>
  isLost ? [{ label: say.words.historyLost, value: say.money(ownStake) }] : []

function reasonInWords(reason: string | null, say: Speech): string | null {
  const texts: { readonly [reason: string]: string } = say.words.ended
  return reason === null ? null : (texts[reason] ?? null)
}

function periodOf(program: { startedAt: string; endedAt: string | null }, say: Speech): string {
  const from = say.day(program.startedAt)
  if (program.endedAt === null) return say.fill(say.words.historySince, { from })
  const to = say.day(program.endedAt)
  return from === to ? from : say.fill(say.words.historyFrom, { from, to })
}

function payoutInWords(payout: Payout, say: Speech): PastPayout {
  const { words } = say
  const names = { pending: words.payoutPending, executed: words.payoutExecuted, rejected: words.payoutRejected }
  const withStake = say.fill(words.payoutWithStake, { stake: say.money(payout.ownStakeReturned) })
  return {
    id: payout.id,
    status: names[payout.status],
    tone: tones[payout.status] ?? 'plain',
    amount: say.money(payout.totalPaid),
    day: say.day(payout.decidedAt ?? payout.requestedAt),
    note: whyRejected(payout, say) ?? (payout.ownStakeReturned > 0 && payout.status !== 'rejected' ? withStake : null),
  }
}

/** Why a payout was rejected: the service says it by a code, people in their own words. */
export function whyRejected({ reason, decidedBy }: Payout, { words }: Speech): string | null {
  const texts: { readonly [code: string]: string } = { ...words.error, ...words.ended }
  return reason !== null && decidedBy === 'system' ? (texts[reason] ?? reason) : reason
}
