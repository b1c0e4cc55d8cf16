import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { CORRELATION_HEADER } from './correlation-id.ts'
import { letPagesRead } from './cors.ts'
import type { Live, Reply, Streamed } from './route.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** What an error was told as; null for anything else. */
    errorCode: string | null
  }
}

/** An answer that was given before, to the letter. */
export interface Replay {
  readonly status: number
  readonly text: string
}

/**
 * Sends an answer with the correlation id of its request; a replay keeps the one that it was given then. It returns
 * nothing, and must not: a Fastify reply is a thenable, which an async function would wait for and turn into undefined.
 */
export function send(reply: FastifyReply, answer: Reply | Replay | Live | Streamed): void {
  reply.code(answer.status)
  // While the service stops, clients are told not to send another request over this connection.
  if (!reply.server.server.listening) reply.header('connection', 'close')
  if ('tell' in answer) sendLive(reply, answer)
  else if ('stream' in answer) reply.headers({ ...unkept, ...answer.headers }).send(answer.stream)
  else if ('text' in answer) sendAgain(reply, answer.text)
  else sendFresh(reply, answer)
}

/** Past Fastify, which would keep a dozen listeners for each stream, of which there are thousands. */
function sendLive(reply: FastifyReply, { tell }: Live): void {
  letPagesRead(reply.request, reply)
  reply.headers({ ...unkept, 'content-type': 'text/event-stream; charset=utf-8' }).hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  // Alone, before the first event: sent with it, the head would stay in memory in some sixty pieces, 2 KB a stream.
  reply.raw.flushHeaders()
  tell(reply.raw)
}

/** Nobody on the way keeps, repacks or holds back what belongs to a stream. */
const unkept = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

function sendFresh(reply: FastifyReply, { body, headers }: Reply): void {
  if (headers !== undefined) reply.headers(headers)
  if ('error' in body && typeof body.error === 'string') reply.errorCode = body.error
  if ('retryAfter' in body && typeof body.retryAfter === 'number') reply.header('retry-after', body.retryAfter)
  reply.send({ ...body, correlationId: reply.request.id })
}

function sendAgain(reply: FastifyReply, text: string): void {
  const { correlationId } = JSON.parse(text) as { readonly correlationId: string }
  reply
    .header(CORRELATION_HEADER, correlationId)
    .header('idempotency-replayed', 'true')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(text)
}
