import type { Answer } from '../../../sdk/src/index.ts'
import type { CsvColumns } from '../csv.ts'

export type Payout = Answer<'listPayouts'>['payouts'][number]

/** What an export of payouts has, in this order. */
export const payoutColumns: CsvColumns<Payout> = [
  ['id', ({ id }) => id],
  ['userId', ({ userId }) => userId],
  ['status', ({ status }) => status],
  ['number', ({ number }) => number],
  ['grossAmount', ({ grossAmount }) => grossAmount],
  ['userShare', ({ userShare }) => userShare],
  ['operatorShare', ({ operatorShare }) => operatorShare],
  ['ownStakeReturned', ({ ownStakeReturned }) => ownStakeReturned],
  ['totalPaid', ({ totalPaid }) => totalPaid],
  ['currency', ({ currency }) => currency],
  ['mandatory', ({ mandatory }) => mandatory],
  ['requestedAt', ({ requestedAt }) => requestedAt],
  ['decidedAt', ({ decidedAt }) => decidedAt],
  ['decidedBy', ({ decidedBy }) => decidedBy],
  ['reason', ({ reason }) => reason],
]
