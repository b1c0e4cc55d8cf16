import type { Payout } from '../../src/core/funded/payout.ts'
import { payoutStateOf } from '../../src/core/funded/payout-state.ts'
import type { Instant } from '../../src/core/instant.ts'
import type { Cents } from '../../src/core/money.ts'
import type { FundedAccount, Program } from '../../src/core/program.ts'
import type { Outcome } from './example-world.ts'

/** Amounts of what the latest program pays out; null on a challenge. */
const of =
  <Value>(read: (account: FundedAccount, now: Instant) => Value) =>
  (program: Program, now: Instant): Value | null =>
    program.kind === 'funded' ? read(program, now) : null

export const payoutAmounts: Readonly<Record<string, (program: Program, now: Instant) => Cents | null>> = {
  'gross profit': of((account, now) => payoutStateOf(account, now).unblocked.grossProfit),
  'withdrawable gross': of((account, now) => payoutStateOf(account, now).withdrawableGross),
  withdrawable: of((account, now) => payoutStateOf(account, now).withdrawableNow),
  'cap remaining': of((account, now) => payoutStateOf(account, now).unblocked.capRemaining),
  'mandatory threshold': of((account, now) => payoutStateOf(account, now).mandatoryPayoutThreshold),
  'paid out': of(({ totalWithdrawn }) => totalWithdrawn),
}

export const payoutMoments: Readonly<Record<string, (program: Program, now: Instant) => Instant | null>> = {
  'next payout from': of((account, now) => payoutStateOf(account, now).nextPayoutAt),
  'first payout by': of((account, now) => payoutStateOf(account, now).firstPayoutDeadlineAt),
}

/** Every reason at once, in order; `nothing` where a payout can be had. */
export const reasonsText = (program: Program | null, now: Instant): string =>
  program?.kind === 'funded' ? payoutStateOf(program, now).reasons.join(' ') || 'nothing' : 'no funded account'

/** Amounts of the payout that the line made or decided. */
export const amountsOfPayout: Readonly<Record<string, (payout: Payout) => Cents>> = {
  'gross amount': ({ grossAmount }) => grossAmount,
  "player's share": ({ userShare }) => userShare,
  "operator's part": ({ operatorShare }) => operatorShare,
  'stake returned': ({ ownStakeReturned }) => ownStakeReturned,
}

/** The payout as the last event of the line about one left it. */
export const payoutOf = (outcome: Outcome | null): Payout | undefined =>
  outcome?.events.flatMap((event) => ('payout' in event ? [event.payout] : [])).at(-1)

/** `mandatory pending`, `executed, closes the account`. */
export const payoutText = (payout: Payout | undefined): string =>
  payout === undefined
    ? 'none'
    : `${payout.mandatory ? 'mandatory ' : ''}${payout.status}${payout.accountClosed ? ', closes the account' : ''}`
