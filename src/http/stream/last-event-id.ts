import type { FastifyRequest } from 'fastify'
import { invalid } from '../../contract/invalid-request.ts'

const VALID = /^\d{1,15}$/

/**
 * The id that a client comes back with; null where it is new. The header counts first: a client that was told where to
 * begin in the URL sends the same URL each time it comes back. Throws `InvalidRequest`.
 */
export function lastEventIdOf({ headers, query }: FastifyRequest): number | null {
  const header = headers['last-event-id']
  if (header === undefined || header === '') return (query as { readonly lastEventId?: number }).lastEventId ?? null
  return typeof header === 'string' && VALID.test(header)
    ? Number(header)
    : invalid('Last-Event-ID', 'must be an id that the stream has told')
}
