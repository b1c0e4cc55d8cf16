import type { Pool } from 'pg'
import type { TenantId, Uuid } from '../core/ids.ts'
import { claimKey, findKey, keepAnswer, releaseKey } from '../store/idempotency.ts'
import type { Queryable } from '../store/statement.ts'
import type { Clock } from './clock.ts'
import { newId } from './uuid.ts'

/** What is stored for an idempotency key and sent again to whoever repeats it. Rules 9.1 */
export interface StoredResponse {
  readonly status: number
  /** The JSON text of the body, as it was sent. */
  readonly body: string
}

/** A key that this request holds: its answer is stored with it, or the key is released. */
export interface Claim {
  readonly tenantId: TenantId
  /** Method and path. */
  readonly scope: string
  readonly key: string
  readonly claimId: Uuid
}

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'replay'; readonly response: StoredResponse }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'in_progress' }

/** The keys of requests that shall happen once. Rules 9.1 */
export interface Claiming {
  claimKey(claim: Omit<Claim, 'claimId'> & { readonly bodyHash: string }): Promise<ClaimResult>
  /** For what no command of the pipeline has stored. Throws `ClaimLost`. */
  keepResponse(claim: Claim, response: StoredResponse): Promise<void>
  releaseKey(claim: Claim): Promise<void>
}

export const claiming = (db: Pool, clock: Clock): Claiming => ({
  claimKey: ({ bodyHash, ...name }) => claim(db, clock, name, bodyHash),
  keepResponse: async (held, { status, body }) => {
    const kept = await keepAnswer(db, held, held.claimId, status, body)
    if (kept === 0) throw new ClaimLost('the key of a request is no longer its own')
  },
  releaseKey: async (held) => {
    await releaseKey(db, held, held.claimId)
  },
})

/** Claims a key for a request, or says what became of the request that holds it. */
async function claim(
  db: Queryable,
  clock: Clock,
  name: Omit<Claim, 'claimId'>,
  bodyHash: string,
): Promise<ClaimResult> {
  const claimId = newId<Uuid>()
  if (await claimKey(db, name, bodyHash, claimId, clock.now())) return { kind: 'claimed', claim: { ...name, claimId } }
  const held = await findKey(db, name)
  // Released in between: whoever repeats will find it free.
  if (held === null) return { kind: 'in_progress' }
  if (held.body_hash !== bodyHash) return { kind: 'conflict' }
  if (held.status === null || held.body === null) return { kind: 'in_progress' }
  return { kind: 'replay', response: { status: held.status, body: held.body } }
}

/** A claim was taken over while its request ran: nothing is stored, and whoever holds the key now has the answer. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
