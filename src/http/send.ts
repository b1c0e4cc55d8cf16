import type { FastifyReply } from 'fastify'
import type { Reply } from './route.ts'

/** Sends an answer with the correlation id of its request. */
export function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  if ('retryAfter' in body && typeof body.retryAfter === 'number') reply.header('retry-after', body.retryAfter)
  return reply.code(status).send({ ...body, correlationId: reply.request.id })
}
