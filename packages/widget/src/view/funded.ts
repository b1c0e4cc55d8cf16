import type { FundedProgress, Payout } from '../data/state.ts'
import { blockersInWords } from './blockers.ts'
import { type CooldownView, cooldownView } from './cooldown.ts'
import { type Fact, toCents } from './fact.ts'
import { whyRejected } from './history.ts'
import { betFacts, floorOf, roomFacts, stakeFacts } from './limits.ts'
import type { Speech } from './speech.ts'
import { positionsOf, type Track } from './track.ts'

const DAY_MS = 86_400_000

/** What the account pays: now, or why it does not. */
export interface PayoutView {
  readonly title: string
  /** The player's share that can be had now; null while anything stands in the way. */
  readonly amount: string | null
  readonly stakeToo: string | null
  readonly blockers: readonly string[]
  readonly pending: string | null
  /** That the latest one was rejected, and why. */
  readonly rejected: string | null
}

export interface FundedView {
  readonly balance: string
  readonly profit: Fact
  readonly track: Track
  readonly cooldown: CooldownView | null
  readonly payout: PayoutView
  readonly payoutFacts: readonly Fact[]
  readonly facts: readonly Fact[]
  readonly limits: readonly Fact[]
  /** Whether the account can be ended for the own stake. */
  readonly canRefundStake: boolean
}

/**
 * A running funded account.
 *
 * @param now the tenant's time, in milliseconds
 * @param payouts of this account, as far as they are known
 */
export function fundedView(
  progress: FundedProgress,
  now: number,
  say: Speech,
  payouts: readonly Payout[] = [],
): FundedView {
  const { words } = say
  const { currentBalance: balance, limitsNow: limits, cooldownUntil, payout, rawProfit } = progress
  const inCooldown = cooldownUntil !== null
  const isClosed = inCooldown || payout.pendingPayout !== null
  return {
    balance: say.money(balance),
    profit: {
      label: words.profit,
      value: say.money(rawProfit),
      note: say.fill(words.profitNote, {
        percent: say.percent(progress.profitSplitPercent),
        share: say.money(progress.earnedProfit),
      }),
      tone: rawProfit > 0 ? 'good' : 'plain',
    },
    track: trackOf(progress, floorOf(balance, limits), say),
    cooldown: cooldownView(cooldownUntil, now, say),
    payout: payoutView(progress, payouts, say),
    payoutFacts: payoutFacts(progress, now, say),
    facts: roomFacts({ balance, start: progress.fundedAmount, limits, inCooldown }, say),
    limits: [...stakeFacts(progress, say), ...betFacts(limits, isClosed, say)],
    canRefundStake: progress.stakeRefundable && progress.refundableOwnStake > 0 && payout.pendingPayout === null,
  }
}

function trackOf(progress: FundedProgress, floor: number | null, say: Speech): Track {
  const { words } = say
  const { currentBalance: balance, fundedAmount: start, payout } = progress
  const high = payout.mandatoryPayoutThreshold ?? toCents(Math.max(start * 1.5, balance * 1.1))
  const sentence = say.fill(floor === null ? words.trackFundedNoFloor : words.trackFunded, {
    balance: say.money(balance),
    start: say.money(start),
    floor: floor === null ? '' : say.money(floor),
  })
  return {
    ...positionsOf({ balance, start, low: floor ?? 0, high }),
    low: floor === null ? null : `${words.floor} ${say.round(floor)}`,
    high:
      payout.mandatoryPayoutThreshold === null
        ? null
        : `${words.mandatory} ${say.round(payout.mandatoryPayoutThreshold)}`,
    startLabel: `${words.start} ${say.round(start)}`,
    sentence,
  }
}

function payoutView({ payout, fundedAmount }: FundedProgress, payouts: readonly Payout[], say: Speech): PayoutView {
  const { words } = say
  const { pendingPayout, canRequest, withdrawableNow, ownStakeReturnable } = payout
  const pending =
    pendingPayout === null
      ? null
      : say.fill(words.pendingText, {
          amount: say.money(pendingPayout.totalPaid),
          date: say.moment(pendingPayout.requestedAt),
        })
  return {
    title: pending === null ? (canRequest ? words.withdrawNow : words.withdrawNothing) : words.pendingTitle,
    amount: canRequest ? say.money(withdrawableNow) : null,
    stakeToo:
      canRequest && ownStakeReturnable > 0
        ? say.fill(words.withdrawStakeToo, { stake: say.money(ownStakeReturnable) })
        : null,
    // What waits for the operator says so by itself.
    blockers: pending === null ? blockersInWords(payout, fundedAmount, say) : [],
    pending,
    rejected: pending === null ? rejectedInWords(payouts, say) : null,
  }
}

/** Nobody else tells the player: what was being checked would just be gone. */
function rejectedInWords(payouts: readonly Payout[], say: Speech): string | null {
  const [latest] = [...payouts].sort((a, b) => b.requestedAt.localeCompare(a.requestedAt))
  if (latest?.status !== 'rejected') return null
  const values = { amount: say.money(latest.totalPaid), date: say.day(latest.requestedAt) }
  const sentence = say.fill(say.words.payoutWasRejected, values)
  const why = whyRejected(latest, say)
  return why === null ? sentence : `${sentence} ${why}`
}

function payoutFacts(progress: FundedProgress, now: number, say: Speech): Fact[] {
  const { payout, refundableOwnStake, inactivityDeadlineAt } = progress
  const { words } = say
  const { payoutCount, maxPayouts, totalWithdrawn, totalPayoutCap, firstPayoutDeadlineAt } = payout
  const facts: Fact[] = []
  /** What ends the account unless it is done by then; pressing in the last `days`. */
  const addDeadline = (at: string, days: number, label: string, note: string): void => {
    const left = Date.parse(at) - now
    const tone = left < days * DAY_MS ? 'warn' : 'plain'
    facts.push({ label, value: say.span(left), note: say.fill(note, { date: say.moment(at) }), tone })
  }
  // One that was asked for in time is enough, even if it was rejected.
  if (firstPayoutDeadlineAt !== null && !payout.firstPayoutRequested) {
    addDeadline(firstPayoutDeadlineAt, 7, words.firstPayoutWithin, words.firstPayoutNote)
  }
  if (inactivityDeadlineAt !== null) {
    addDeadline(inactivityDeadlineAt, 3, words.nextBetWithin, words.nextBetNote)
  }
  if (refundableOwnStake > 0) {
    facts.push({ label: words.ownStakeBack, value: say.money(refundableOwnStake), note: words.ownStakeBackNote })
  }
  const many =
    maxPayouts === null ? say.number(payoutCount) : say.fill(words.payoutsOf, { have: payoutCount, max: maxPayouts })
  facts.push({ label: words.payouts, value: many })
  const most = totalPayoutCap === null ? {} : { note: say.fill(words.withdrawnOf, { max: say.money(totalPayoutCap) }) }
  facts.push({ label: words.withdrawn, value: say.money(totalWithdrawn), ...most })
  return facts
}
