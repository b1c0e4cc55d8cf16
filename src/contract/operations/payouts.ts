import { Type } from 'typebox'
import { NO_FUNDED_ACCOUNT } from '../../core/funded/no-funded-account.ts'
import { payoutRefusals } from '../../core/funded/payout.ts'
import { userIdIn } from '../schemas/bet.ts'
import {
  FundedStakeRefunded,
  PayoutAnswer,
  PayoutList,
  PayoutRejection,
  payoutStatus,
  Withdrawable,
  Withdrawal,
  WithdrawRequest,
} from '../schemas/payout.ts'
import { Confirmation } from '../schemas/user.ts'
import {
  answersOfConfirmPayout,
  answersOfListPayouts,
  answersOfRejectPayout,
  answersOfWithdraw,
  answersOfWithdrawable,
} from './examples-of-payouts.ts'
import { idParams, noSuch, operation, paging, userParams } from './operation.ts'

const player = { tag: 'Payouts', access: 'user', params: userParams } as const
const operator = { tag: 'Payouts', access: 'operator_admin' } as const

export const getWithdrawable = operation({
  ...player,
  id: 'getWithdrawable',
  method: 'GET',
  path: '/v1/users/:userId/withdrawable',
  summary: 'Show what a player can withdraw, or what stands in the way',
  description: 'The same as `payout` in the progress of a funded account.',
  answers: { 200: Withdrawable },
  answered: answersOfWithdrawable,
  errors: ['not_found'],
  meanings: { not_found: NO_FUNDED_ACCOUNT },
})

export const withdraw = operation({
  ...player,
  id: 'withdraw',
  method: 'POST',
  path: '/v1/users/:userId/withdraw',
  summary: 'Request a payout',
  description:
    'Executed at once or, where the operator reviews payouts, held until the operator has confirmed or rejected it. ' +
    'The last payout of an account takes the whole profit, whatever less was asked for.',
  body: WithdrawRequest,
  examples: { 'A part of the profit': { grossAmount: 50 } },
  answers: { 200: Withdrawal, 202: Withdrawal },
  answered: answersOfWithdraw,
  errors: ['not_found', ...payoutRefusals],
  statuses: { open_bets: 400 },
  meanings: {
    not_found: NO_FUNDED_ACCOUNT,
    max_payouts_reached:
      'The account has used every payout that it allows. No request meets this at present: the last payout closes the account, and whoever asks after it is answered 404 not_found',
  },
  approvedAs: 'withdrawal',
  needsIdempotencyKey: true,
})

export const refundFundedStake = operation({
  ...player,
  id: 'refundFundedStake',
  method: 'POST',
  path: '/v1/users/:userId/funded/refund-stake',
  summary: 'Leave a funded account with the own stake',
  description: 'The profit is forfeited and the bonus void; the operator pays the own stake back. It cannot be undone.',
  body: Confirmation,
  examples: { 'It is meant': { confirm: true } },
  answers: { 200: FundedStakeRefunded },
  errors: ['confirmation_required', 'not_found', 'stake_not_refundable', 'payout_pending', 'open_bets'],
  meanings: { not_found: NO_FUNDED_ACCOUNT },
  approvedAs: 'withdrawal',
  needsIdempotencyKey: true,
})

export const listPayouts = operation({
  ...operator,
  access: 'operator_viewer',
  id: 'listPayouts',
  method: 'GET',
  path: '/v1/admin/payouts',
  summary: 'List the payouts of all players',
  query: Type.Object({ status: Type.Optional(payoutStatus), userId: Type.Optional(userIdIn), ...paging }),
  answers: { 200: PayoutList },
  answered: answersOfListPayouts,
})

export const confirmPayout = operation({
  ...operator,
  id: 'confirmPayout',
  method: 'POST',
  path: '/v1/admin/payouts/:id/confirm',
  summary: 'Confirm a payout',
  description:
    'A payout that is decided already is answered as it is. One whose profit is gone by now is rejected; ' +
    'one whose amount has changed follows it and waits for another confirm.',
  params: idParams('The payout'),
  answers: { 200: PayoutAnswer },
  answered: answersOfConfirmPayout,
  errors: ['not_found', 'payout_amount_changed', 'open_bets'],
  meanings: noSuch('payout'),
})

export const rejectPayout = operation({
  ...operator,
  id: 'rejectPayout',
  method: 'POST',
  path: '/v1/admin/payouts/:id/reject',
  summary: 'Reject a payout',
  description: 'What it held is free again. A payout that is decided already is answered as it is.',
  params: idParams('The payout'),
  body: PayoutRejection,
  examples: { 'With a reason': { reason: 'Documents are missing' } },
  answers: { 200: PayoutAnswer },
  answered: answersOfRejectPayout,
  errors: ['not_found'],
  meanings: noSuch('payout'),
})
