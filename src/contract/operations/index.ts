import * as adapterMapping from './adapter-mapping.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backoffice from './backoffice.ts'
import * as bets from './bets.ts'
import * as challenges from './challenges.ts'
import * as explaining from './explaining.ts'
import * as installation from './installation.ts'
import type { Operation } from './operation.ts'
import * as operator from './operator.ts'
import * as payouts from './payouts.ts'
import * as reconciliation from './reconciliation.ts'
import * as stream from './stream.ts'
import * as upkeep from './upkeep.ts'
import * as userData from './user-data.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'
import * as widget from './widget.ts'

/** Every operation of the interface by its id. */
export const operations = {
  ...challenges,
  ...widget,
  ...users,
  ...payouts,
  ...bets,
  ...operator,
  ...versions,
  ...adapterMapping,
  ...reconciliation,
  ...explaining,
  ...webhooks,
  ...stream,
  ...userData,
  ...audit,
  ...auth,
  ...backoffice,
  ...installation,
  ...upkeep,
} satisfies Record<string, Operation>
export type OperationId = keyof typeof operations
