import * as auth from './auth.ts'
import * as bets from './bets.ts'
import * as challenges from './challenges.ts'
import * as installation from './installation.ts'
import type { Operation } from './operation.ts'
import * as operator from './operator.ts'
import * as payouts from './payouts.ts'
import * as reconciliation from './reconciliation.ts'
import * as upkeep from './upkeep.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

/** Every operation of the interface by its id, in the order in which the reference shows them. */
export const operations = {
  ...challenges,
  ...users,
  ...payouts,
  ...bets,
  ...operator,
  ...reconciliation,
  ...webhooks,
  ...auth,
  ...installation,
  ...upkeep,
} satisfies Record<string, Operation>
export type OperationId = keyof typeof operations
