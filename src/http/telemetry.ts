import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CORRELATION_HEADER } from './correlation-id.ts'

/** One request and its answer, in a line. It names no player, and no path that was asked for, only the operation. */
export interface AnsweredRequest {
  /** The operationId, or `none` where the path belongs to no operation. */
  readonly operation: string
  readonly method: string
  readonly status: number
  /** The code that was answered; null for a success, and for an answer that was given before. */
  readonly error: string | null
  readonly durationMs: number
  readonly tenantId: string | null
  readonly caller: string
  readonly address: string
  readonly correlationId: string
}

/** Why a stream ended. */
export type StreamEnd = 'client' | 'slow' | 'token_expired' | 'session_ended' | 'stopping' | 'failed'

/** Is told what becomes of event streams. */
export interface StreamTelemetry {
  streamOpened(): void
  streamClosed(end: StreamEnd, correlationId: string): void
  /** An event of this name was told. */
  streamTold(name: string): void
  /** A request was one too many for a limit of this name. */
  requestLimited(limit: string): void
  requestFailed(error: unknown, correlationId: string): void
}

/** Is told what the edge does. A trace is whatever it gives at the beginning and gets back at the end. */
export interface EdgeTelemetry<Trace = unknown> extends StreamTelemetry {
  requestBegan(operation: string, headers: IncomingHttpHeaders, next: () => void): Trace
  requestAnswered(answered: AnsweredRequest, trace: Trace): void
  /** Its connection broke before the last byte of the answer; `status` is 0 where not even its head was sent. */
  requestCut(cut: AnsweredRequest, trace: Trace): void
  /** The database could not serve a request, which is answered with service_unavailable. */
  requestUnserved(error: Error, correlationId: string): void
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** For those who do not ask. */
export const untold: EdgeTelemetry = {
  requestBegan: (_operation, _headers, next) => next(),
  requestAnswered: () => {},
  requestCut: () => {},
  requestUnserved: () => {},
  requestFailed: () => {},
  requestLimited: () => {},
  streamOpened: () => {},
  streamClosed: () => {},
  streamTold: () => {},
  metrics: async () => ({ contentType: 'text/plain', text: '' }),
}

const operationOf = ({ operation }: FastifyRequest): string => operation?.id ?? 'none'

/**
 * Tells of every request, from its first hook until the last byte of its answer, or until the connection broke. An answer
 * is closed in either case, and once.
 */
export function tellOfRequests(server: FastifyInstance, telemetry: EdgeTelemetry): void {
  server.addHook('onRequest', (request, reply, done) => {
    const beganAt = performance.now()
    // A broken connection has none any more.
    const address = request.ip
    const trace = telemetry.requestBegan(operationOf(request), request.headers, done)
    reply.raw.once('close', () => {
      const told = { ...answeredOf(request, reply, performance.now() - beganAt), address }
      if (reply.raw.writableFinished) telemetry.requestAnswered(told, trace)
      else telemetry.requestCut(told, trace)
    })
  })
}

function answeredOf(
  request: FastifyRequest,
  reply: FastifyReply,
  durationMs: number,
): Omit<AnsweredRequest, 'address'> {
  const { tenant, caller, method, id: correlationId } = request
  return {
    operation: operationOf(request),
    method,
    status: reply.raw.headersSent ? reply.statusCode : 0,
    error: reply.errorCode,
    durationMs: Math.round(durationMs * 1000) / 1000,
    tenantId: tenant?.id ?? null,
    caller: caller?.kind ?? 'nobody',
    correlationId: String(reply.getHeader(CORRELATION_HEADER) ?? correlationId),
  }
}
