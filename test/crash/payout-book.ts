import type { Tier } from './tier.ts'

// The payouts of a funded account by the user's own arithmetic. All amounts are in cents.

export interface Payout {
  readonly id: string
  readonly number: number
  readonly ownStakeReturned: number
  gross: number
  status: 'pending' | 'executed' | 'rejected'
  accountClosed: boolean
  balanceAfter: number | null
}

interface Account {
  balance: number
  readonly reserved: number
  readonly tier: Tier
  readonly payouts: readonly Payout[]
}

export const pendingOf = ({ payouts }: Pick<Account, 'payouts'>): Payout | undefined =>
  payouts.find(({ status }) => status === 'pending')

export const executedOf = ({ payouts }: Pick<Account, 'payouts'>): readonly Payout[] =>
  payouts.filter(({ status }) => status === 'executed')

/** What could be taken out now; the gross amount of a payout that waits is still part of the balance. */
export const profitOf = ({ balance, reserved, tier }: Account): number => Math.max(0, balance - reserved - tier.funded)

export const isLastOf = (account: Account): boolean => executedOf(account).length + 1 === account.tier.maxPayouts

export const shareOf = (gross: number, { split }: Tier): number => Math.floor((gross * split) / 100)

/** What a confirmation comes to: a void may have taken away what was asked for. */
export function confirmationOf(account: Account, { gross }: Payout): 'executed' | 'rejected' | 'payout_amount_changed' {
  const profit = profitOf(account)
  if (isLastOf(account) ? gross === profit : gross <= profit) return 'executed'
  return shareOf(profit, account.tier) === 0 ? 'rejected' : 'payout_amount_changed'
}

/** The gross amount leaves the balance; the last payout closes the account. */
export function execute(account: Account, payout: Payout): void {
  payout.accountClosed = isLastOf(account)
  payout.status = 'executed'
  account.balance -= payout.gross
  payout.balanceAfter = account.balance
}

/** What the service has to say of a payout wherever it shows one. */
export function shownOf(payout: Payout, tier: Tier): object {
  const { id, number, gross, ownStakeReturned, status, accountClosed, balanceAfter } = payout
  const share = shareOf(gross, tier)
  return {
    id,
    status,
    number,
    grossAmount: gross / 100,
    userShare: share / 100,
    operatorShare: (gross - share) / 100,
    ownStakeReturned: ownStakeReturned / 100,
    totalPaid: (share + ownStakeReturned) / 100,
    accountClosed,
    balanceAfter: balanceAfter === null ? null : balanceAfter / 100,
  }
}
