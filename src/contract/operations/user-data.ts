import { type TSchema, Type } from 'typebox'
import { KNOWN_AS, oneOf } from '../schemas/scalars.ts'
import { UserErased, UserExport } from '../schemas/user-data.ts'
import { operation, userParams } from './operation.ts'

const noPlayer = { not_found: 'Nothing is stored of a player with this userId' }

const data = { tag: 'Operator', access: 'operator_admin', params: userParams } as const

export const exportUser = operation({
  ...data,
  id: 'exportUser',
  method: 'GET',
  path: '/v1/admin/users/:userId/export',
  summary: 'Hand out everything that is stored of a player',
  description:
    'For a request of the player. Queued bets are decided first. Left out is what only repeats this and is deleted by itself: answers kept under idempotency keys, and deliveries of webhooks with what the receiver answered, which are at GET /v1/admin/webhook-deliveries. The audit says that it was done.',
  answers: { 200: UserExport },
  errors: ['not_found'],
  meanings: noPlayer,
  downloads: 'application/json',
})

const confirmed = { description: 'true, since it cannot be undone', examples: ['true'] }
/** Whatever else it says is no confirmation, and is answered so. */
const confirmation = Type.Unsafe<'true'>({
  ...Type.String(confirmed),
  [KNOWN_AS]: oneOf(['true'], confirmed),
} as TSchema)

export const eraseUser = operation({
  ...data,
  id: 'eraseUser',
  method: 'DELETE',
  path: '/v1/admin/users/:userId',
  summary: 'Erase a player',
  description:
    "Takes the player's userId away from everything that is stored. What happened stays in the ledger and in the audit, as that of nobody. Queued bets are decided first; what could not be decided is deleted. It cannot be undone, and is refused while a program of the player runs: end it first.",
  query: Type.Object({
    confirm: Type.Optional(confirmation),
  }),
  answers: { 200: UserErased },
  errors: [
    'confirmation_required',
    'not_found',
    'active_challenge_exists',
    'challenge_awaiting_choice',
    'active_funded_account_exists',
    'action_in_progress',
  ],
  meanings: noPlayer,
})
