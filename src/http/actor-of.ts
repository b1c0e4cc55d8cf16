import { invariant } from '../core/invariant.ts'
import { type Caller, nameOf } from './caller.ts'

/** Who acts for the operator, as it is recorded: its backend, or one of its people. */
export function actorOf(caller: Caller): string {
  invariant(
    caller.kind === 'server_key' || caller.kind === 'admin',
    'only the server key and admins act for an operator',
  )
  return nameOf(caller)
}
