import { type Static, Type } from 'typebox'
import { approvalActions, approvalTypes } from '../../core/approving.ts'
import { amount, flag, moment, nullable, oneOf, text, uuid } from './scalars.ts'

/** What the operator is asked before money moves. Only 2xx with `{"approved": true}` is a yes. */
export const Approval = Type.Object(
  {
    type: oneOf(approvalTypes, { description: 'The kind of action, as in X-Service-Event' }),
    action: oneOf(approvalActions, { description: 'What is to be done' }),
    userId: text("The operator's id of the player"),
    amount: amount(
      'The own stake of a purchase, a refund or a cancellation; what a payout pays, a returned own stake included',
    ),
    currency: text('ISO 4217 code'),
    tierId: nullable(uuid('The tier; null where there is none')),
    programId: nullable(uuid('The challenge or the funded account; null for a purchase')),
    correlationId: text('Of the request that asks for the action'),
    timestamp: moment("When it was asked for, in the tenant's time"),
  },
  { title: 'Approval' },
)
export type Approval = Static<typeof Approval>

/** What the operator answers. All else is a no, too, but not a clear one. */
export const ApprovalAnswer = Type.Object(
  { approved: flag('true is a yes; false is a no, and so is everything that is not this') },
  { title: 'ApprovalAnswer' },
)
