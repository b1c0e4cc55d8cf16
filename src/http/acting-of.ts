import type { FastifyRequest } from 'fastify'
import type { Acting } from '../app/audit/acting.ts'
import { nameOf } from './caller.ts'

/** In whose name a request is answered, as the audit is told of it. */
export function actingOf({ caller, ip, id: correlationId }: FastifyRequest): Acting {
  // What the audit holds it holds for good, so a player's address never gets into it.
  const isPlayer = caller?.kind === 'user' || caller?.kind === 'public_key'
  return { actor: nameOf(caller), ip: isPlayer ? null : ip, correlationId }
}
