import { invariant } from '../core/invariant.ts'
import type { Caller } from './caller.ts'

/** Who acts, as it is recorded: the operator's backend, or one of its people. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'admin') return `admin:${caller.session.adminId}`
  invariant(caller.kind === 'server_key', 'only the server key and admins act for an operator')
  return caller.kind
}
