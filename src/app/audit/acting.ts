import { AsyncLocalStorage } from 'node:async_hooks'

/** Who acts, from where, and in which request. */
export interface Acting {
  /** `server_key`, `admin:<id>`, `super_admin`, `super_admin:<id>`, `player`, `public_key`, `nobody` or `system`. */
  readonly actor: string
  /** Null for players, whose addresses the audit could not forget, and for what happens by itself. */
  readonly ip: string | null
  readonly correlationId: string | null
}

/** What happens by itself. */
export const SYSTEM: Acting = { actor: 'system', ip: null, correlationId: null }

const acting = new AsyncLocalStorage<Acting>()

/**
 * Does something in somebody's name. Whatever it calls finds out by `actingNow`, and none of the functions on the way has
 * to hand it on.
 */
export const actAs = <Result>(who: Acting, work: () => Result): Result => acting.run(who, work)

export const actingNow = (): Acting => acting.getStore() ?? SYSTEM
