import { Type } from 'typebox'
import { outcomes } from '../../core/bet/bet.ts'
import { NO_FUNDED_ACCOUNT } from '../../core/funded/no-funded-account.ts'
import { BetDecision, FlagDetail, PayoutDecision } from '../schemas/decision.ts'
import { amountTextIn, oneOf } from '../schemas/scalars.ts'
import { idParams, noSuch, operation, userParams } from './operation.ts'

const explaining = { tag: 'Reconciliation', access: 'operator_viewer', method: 'GET' } as const

export const getBetDecision = operation({
  ...explaining,
  id: 'getBetDecision',
  path: '/v1/admin/bet-events/:id/decision',
  summary: 'Show why a bet was accepted or rejected',
  description:
    "Every rule with its numbers, its limit and its outcome, under the version that applied, and the largest stake that would have been accepted. The numbers are those of the decision: the player's events up to it are folded again.",
  params: idParams('The betEventId'),
  answers: { 200: BetDecision },
  errors: ['not_found'],
  meanings: noSuch('bet event', ', or it is queued and not decided yet'),
})

export const getPayoutDecision = operation({
  ...explaining,
  id: 'getPayoutDecision',
  path: '/v1/admin/users/:userId/payout-decision',
  summary: 'Show why a payout would be refused',
  description:
    'Every condition with its numbers, as a request of this amount would be judged now. A refusal stores nothing, and its answer lists its reasons: this explains them.',
  params: userParams,
  query: Type.Object({
    grossAmount: Type.Optional(amountTextIn('What the request asks for; all that there is where it is not given')),
  }),
  answers: { 200: PayoutDecision },
  errors: ['not_found'],
  meanings: { not_found: NO_FUNDED_ACCOUNT },
})

export const getFlag = operation({
  ...explaining,
  id: 'getFlag',
  path: '/v1/admin/reconciliation/flags/:id',
  summary: 'Show a reconciliation flag',
  description:
    'For an ended program, shows how it would have ended had the bet come out differently; by default, as the flagged event says.',
  params: idParams('The flag'),
  query: Type.Object({
    outcome: Type.Optional(oneOf(outcomes, { description: 'The outcome to assume for the bet' })),
    settlementAmount: Type.Optional(
      amountTextIn('What it returns where outcome is won; stake x odds where it is not given'),
    ),
  }),
  answers: { 200: FlagDetail },
  errors: ['not_found'],
  meanings: noSuch('flag'),
})
