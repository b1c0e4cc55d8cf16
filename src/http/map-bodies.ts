import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CompiledMapping, compileMapping } from '../contract/mapping/compile-mapping.ts'
import { MappingFailed, mapBet } from '../contract/mapping/map-bet.ts'
import type { Operation } from '../contract/operations/operation.ts'
import { BATCH_MAX } from '../contract/schemas/bet.ts'
import type { Tenant } from './caller.ts'

export type StoredMapping = NonNullable<Tenant['settings']['adapterMapping']>

const SHELF_MAX = 1000
const shelf = new Map<string, CompiledMapping>()

/** A mapping is compiled once in each process: another one of the tenant has another version. */
export function compiled(mapping: StoredMapping): CompiledMapping {
  const known = shelf.get(mapping.version)
  if (known !== undefined) return known
  if (shelf.size >= SHELF_MAX) shelf.clear()
  const made = compileMapping(mapping)
  shelf.set(mapping.version, made)
  return made
}

/** What the mapping of a whole batch may keep others waiting, in milliseconds; that of 500 usual bets takes 2. */
const BATCH_MS = 1000
const late = new MappingFailed(
  [{ field: 'body', message: 'came too late: the mapping of this batch takes too long' }],
  {},
)

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/**
 * Puts bet events in the words of the contract in place of what a tenant with an adapter mapping sends, before anything is
 * checked or counted. Of a batch, what cannot be mapped is left as its `MappingFailed`, so that it fails alone.
 */
export function mapBodies({ mapsBody }: Operation): Hook | undefined {
  if (mapsBody === undefined) return undefined
  return (request, _reply, done) => {
    const mapping = request.tenant?.settings.adapterMapping
    if (!mapping || request.body === undefined) return done()
    try {
      const ready = compiled(mapping)
      request.body = mapsBody === 'events' ? mapBatch(ready, request.body) : mapBet(ready, request.body, mapsBody)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function mapBatch(mapping: CompiledMapping, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('bets' in body) || !Array.isArray(body.bets)) return body
  // The schema refuses it, which takes no second.
  if (body.bets.length > BATCH_MAX) return body
  const until = performance.now() + BATCH_MS
  return { ...body, bets: body.bets.map((bet: unknown) => mapped(mapping, bet, until)) }
}

function mapped(mapping: CompiledMapping, payload: unknown, until: number): unknown {
  if (performance.now() > until) return late
  try {
    return mapBet(mapping, payload, 'event')
  } catch (error) {
    if (error instanceof MappingFailed) return error
    throw error
  }
}
