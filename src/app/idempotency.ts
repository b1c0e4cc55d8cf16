import type { Pool } from 'pg'
import type { TenantId, Uuid } from '../core/ids.ts'
import { type Instant, later } from '../core/instant.ts'
import { CLAIM_MS, claimKey, findKey, keepAnswer, releaseKey, releaseKeys } from '../store/idempotency.ts'
import type { Queryable } from '../store/statement.ts'
import { StoreUnavailable } from '../store/store-unavailable.ts'
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
  /** For what no command of the pipeline has stored. Throws `ClaimLost`; where the store fails it is tried again later. */
  keepResponse(claim: Claim, response: StoredResponse): Promise<void>
  releaseKey(claim: Claim): Promise<void>
  /** For a store that is away: as soon as it answers. */
  releaseKeyLater(claim: Claim): void
}

/** Keys, and what is still to be done about them once the store answers again. */
export interface Keys {
  readonly claiming: Claiming
  /** Frees the keys, and stores the answers, that the store did not hear of. Throws where it still fails. */
  readonly catchUp: () => Promise<void>
}

/**
 * The key of a command may be freed at any time, whatever is still on its way for it: the command stores its answer in its own
 * transaction and only under its claim. So a key is freed before that, which undoes the command, or the answer is found
 * with it and both stay. What has no such transaction is done by the time its answer is to be kept: that is stored later.
 */
export function openKeys(db: Pool, clock: Clock): Keys {
  const unfreed = new Map<Uuid, { readonly claim: Claim; readonly until: Instant }>()
  const unkept = new Map<Uuid, { readonly claim: Claim; readonly response: StoredResponse }>()
  const releaseKeyLater = (held: Claim): void => {
    unfreed.set(held.claimId, { claim: held, until: later(clock.now(), CLAIM_MS) })
  }
  const keep = async (held: Claim, response: StoredResponse): Promise<number> => {
    const kept = await keepAnswer(db, held, held.claimId, response.status, response.body).catch((error) => {
      if (error instanceof StoreUnavailable) unkept.set(held.claimId, { claim: held, response })
      else unkept.delete(held.claimId)
      throw error
    })
    unkept.delete(held.claimId)
    return kept
  }
  return {
    claiming: {
      claimKey: ({ bodyHash, ...name }) => {
        const wanted = { ...name, claimId: newId<Uuid>() }
        return claim(db, clock, wanted, bodyHash).catch((error) => {
          // It may be stored all the same, and nothing of the request is done.
          if (error instanceof StoreUnavailable) releaseKeyLater(wanted)
          throw error
        })
      },
      keepResponse: async (held, response) => {
        if ((await keep(held, response)) === 0) throw new ClaimLost('the key of a request is no longer its own')
      },
      releaseKey: async (held) => {
        await releaseKey(db, held, held.claimId)
      },
      releaseKeyLater,
    },
    catchUp: async () => {
      const now = clock.now()
      // The others are free by themselves.
      for (const [claimId, { until }] of unfreed) if (until < now) unfreed.delete(claimId)
      for (const { claim: held, response } of unkept.values()) await keep(held, response)
      const freed = [...unfreed.values()].map((each) => each.claim)
      if (freed.length > 0) await releaseKeys(db, freed)
      for (const { claimId } of freed) unfreed.delete(claimId)
    },
  }
}

/** Claims a key for a request, or says what became of the request that holds it. */
async function claim(db: Queryable, clock: Clock, wanted: Claim, bodyHash: string): Promise<ClaimResult> {
  if (await claimKey(db, wanted, bodyHash, wanted.claimId, clock.now())) return { kind: 'claimed', claim: wanted }
  const held = await findKey(db, wanted)
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
