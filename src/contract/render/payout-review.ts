import type { Payout } from '../../core/funded/payout.ts'
import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { drawdownFloor } from '../../core/loss/drawdown.ts'
import { type Cents, subtract, ZERO } from '../../core/money.ts'
import { currentBalance, type FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, shareInPercent } from '../money-wire.ts'
import type * as wire from '../schemas/office.ts'
import { renderFlag, type ShownFlag } from './flag.ts'
import { orNull } from './or-null.ts'
import { renderPayout } from './payout.ts'

/** A payout with all that a decision on it looks at. */
export interface ReviewedPayout {
  readonly record: { readonly payout: Payout; readonly userId: UserId }
  readonly account: FundedAccount | null
  readonly payouts: readonly Payout[]
  readonly bets: {
    readonly won: number
    readonly lost: number
    readonly staked: Cents
    readonly returned: Cents
    readonly largestWin: { readonly externalBetId: string; readonly profit: Cents } | null
  }
  readonly curve: readonly { readonly at: Instant; readonly balance: Cents }[]
  readonly openFlags: readonly ShownFlag[]
}

export function renderPayoutReview(review: ReviewedPayout, currency: string): Omit<wire.PayoutReview, 'correlationId'> {
  const { record, account, bets } = review
  const view = { userId: record.userId, currency }
  const profit = subtract(bets.returned, bets.staked)
  return {
    payout: renderPayout(record.payout, view),
    account: orNull(account, (running) => renderAccount(running, record.payout)),
    bets: {
      won: bets.won,
      lost: bets.lost,
      staked: amountOf(bets.staked),
      returned: amountOf(bets.returned),
      profit: amountOf(profit),
      largestWin: orNull(bets.largestWin, (win) => ({
        externalBetId: win.externalBetId,
        profit: amountOf(win.profit),
        shareOfWinnings: profit < win.profit ? 100 : shareInPercent(win.profit, profit),
      })),
    },
    curve: renderCurve(review.curve),
    payouts: review.payouts.map((payout) => renderPayout(payout, view)).reverse(),
    openFlags: review.openFlags.map(renderFlag),
  }
}

export const renderCurve = (points: ReviewedPayout['curve']) =>
  points.map(({ at, balance }) => ({ at: textOf(at), balance: amountOf(balance) }))

function renderAccount(account: FundedAccount, payout: Payout): NonNullable<wire.PayoutReview['account']> {
  const balance = account.finalBalance ?? currentBalance(account)
  return {
    fundedAmount: amountOf(account.startingBalance),
    currentBalance: amountOf(balance),
    profit: amountOf(subtract(balance, account.startingBalance)),
    balanceAfter: amountOf(subtract(balance, payout.status === 'pending' ? payout.grossAmount : ZERO)),
    openBets: account.betsOpen,
    openStake: amountOf(account.balances.reserved),
    totalWithdrawn: amountOf(account.totalWithdrawn),
    payoutCount: account.payoutCount,
    maxPayouts: account.terms.tier.fundedMaxPayouts,
    tierName: account.terms.tier.name,
    startedAt: textOf(account.startedAt),
    floor: orNull(drawdownFloor(account), amountOf),
  }
}
