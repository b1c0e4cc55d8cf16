import { invariant } from '../core/invariant.ts'
import type { Caller } from './caller.ts'

/** Who acts, as it is recorded: the operator's backend, or one of its people. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'admin') return `admin:${caller.session.adminId}`
  invariant(caller.kind === 'server_key', 'payouts are decided with the server key or by an admin')
  return caller.kind
}
