import type { ReadPlayer } from '../app/read-player.ts'
import type { Session } from '../app/sessions.ts'
import type { UserToken } from '../app/user-tokens.ts'

export type Tenant = ReadPlayer['tenant']

/** Who asks, as the guard has found out. */
export type Caller =
  | { readonly kind: 'server_key' }
  | { readonly kind: 'public_key' }
  | { readonly kind: 'user'; readonly token: UserToken }
  | { readonly kind: 'admin'; readonly session: Session }
  /** By the key of the installation, or by a session of a fast_admin. */
  | { readonly kind: 'super_admin'; readonly session: Session | null }

declare module 'fastify' {
  interface FastifyRequest {
    /** For whom the request is made; null where the operation asks for none. */
    tenant: Tenant | null
    caller: Caller | null
  }
}

/** Where a request comes from: the operator's backend, a player's browser, or a person of the operator. */
export type Origin = 'server' | 'widget' | 'operator'

export function originOf({ kind }: Caller): Origin {
  switch (kind) {
    case 'server_key':
      return 'server'
    case 'admin':
    case 'super_admin':
      return 'operator'
    case 'public_key':
    case 'user':
      return 'widget'
  }
}

/** Under what name a caller is recorded. */
export function nameOf(caller: Caller | null): string {
  switch (caller?.kind) {
    case undefined:
      return 'nobody'
    case 'user':
      return 'player'
    case 'admin':
      return `admin:${caller.session.adminId}`
    case 'super_admin':
      return caller.session === null ? caller.kind : `${caller.kind}:${caller.session.adminId}`
    case 'server_key':
    case 'public_key':
      return caller.kind
  }
}
