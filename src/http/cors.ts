import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../contract/operations/operation.ts'
import type { Tenant } from './caller.ts'
import { CORRELATION_HEADER } from './correlation-id.ts'

const ASKED =
  'x-api-key, x-user-token, last-event-id, x-idempotency-key, idempotency-key, x-correlation-id, content-type'
const SHOWN = `${CORRELATION_HEADER}, retry-after, idempotency-replayed, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset`
/** How long a browser may remember a preflight, in seconds. */
const REMEMBERED = 600

/** Whether a page may ask with the public key. */
const isForWidgets = ({ access }: Operation): boolean => ['public', 'user', 'userToken', 'token'].includes(access)

/**
 * Lets the pages of a tenant's own origins (the setting `widget.origins`) read what the public key opens. Other pages read
 * only that their key is unknown. Cookies are never allowed along: a widget shows its key and its token, both in headers.
 *
 * A preflight bears no key, so nobody knows whose page asks: the answer is yes for what is for widgets, and no for all else.
 * What counts is the answer to the request itself, which a browser shows to no page whose origin is not on it.
 */
export function allowWidgets(server: FastifyInstance, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of operations.filter(isForWidgets)) {
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  for (const [path, allowed] of methods) {
    server.options(path, { schema: { hide: true } }, (request, reply) => answerPreflight(request, reply, allowed))
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    letPagesRead(request, reply)
    done(null, payload)
  })
}

/** Says on an answer whose pages may read it. */
export function letPagesRead(request: FastifyRequest, reply: FastifyReply): void {
  const { operation, headers } = request
  if (operation === null || !isForWidgets(operation)) return
  reply.header('vary', 'origin')
  if (headers.origin !== undefined && mayRead(request, headers.origin)) {
    reply.header('access-control-allow-origin', headers.origin).header('access-control-expose-headers', SHOWN)
  }
}

function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
  const { origin } = headers
  reply.code(204).header('vary', 'origin')
  if (origin !== undefined) {
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', ASKED)
      .header('access-control-max-age', REMEMBERED)
  }
  reply.send()
}

/**
 * The server key has no business in a page: no page may read what it opens. Every page may read that its key is unknown,
 * since nothing else is in that answer: a widget with a wrong key then says so and gives up. Hidden, the answer would look
 * like a broken connection, and the widget would ask again and again, and use up the failures that its address may have.
 */
const mayRead = ({ tenant, caller }: FastifyRequest, origin: string): boolean =>
  tenant === null || (caller?.kind !== 'server_key' && originsOf(tenant).includes(origin))

function originsOf({ settings: { widget } }: Tenant): readonly unknown[] {
  return Array.isArray(widget.origins) ? widget.origins : []
}
