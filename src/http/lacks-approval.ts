import type { Operation } from '../contract/operations/operation.ts'
import { type Caller, originOf, type Tenant } from './caller.ts'

/**
 * Whether a player asks for a money action that nobody can approve: in production somebody of the operator has to be
 * asked. The server key speaks for the operator, and a sandbox approves everything.
 */
export const lacksApproval = ({ approvedAs }: Operation, { environment, settings }: Tenant, caller: Caller): boolean =>
  approvedAs !== undefined &&
  originOf(caller) === 'widget' &&
  environment === 'production' &&
  settings.approvalUrl === null
