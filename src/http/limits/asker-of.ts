import type { FastifyRequest } from 'fastify'
import { invariant } from '../../core/invariant.ts'
import type { Asker } from './limits-of.ts'

/** Whom a request is counted for: who the guard found them to be. */
export function askerOf({ caller, tenant }: FastifyRequest): Asker {
  if (caller === null) return { by: 'nobody' }
  if (caller.kind === 'super_admin') return { by: 'superAdmin' }
  if (caller.kind === 'admin') return { by: 'admin', tenant: caller.session.tenant }
  invariant(tenant, 'a key belongs to a tenant')
  switch (caller.kind) {
    case 'server_key':
      return { by: 'server', tenant }
    case 'public_key':
      return { by: 'public', tenant }
    case 'user':
      return { by: 'user', tenant, userId: caller.token.userId }
  }
}
