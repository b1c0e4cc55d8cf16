import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CORRELATION_HEADER } from './correlation-id.ts'

/** One request and its answer, in a line. It names no player, and no path that was asked for, only the operation. */
export interface AnsweredRequest {
  /** The operationId, or `none` where the path belongs to no operation. */
  readonly operation: string
  readonly method: string
  readonly status: number
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
  requestFailed(error: unknown, correlationId: string): void
}

/** Is told what the edge does. A trace is whatever it gives at the beginning and gets back at the end. */
export interface EdgeTelemetry<Trace = unknown> extends StreamTelemetry {
  requestBegan(operation: string, headers: IncomingHttpHeaders, next: () => void): Trace
  requestAnswered(answered: AnsweredRequest, trace: Trace | null): void
  requestLimited(limit: string): void
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** For those who do not ask. */
export const untold: EdgeTelemetry = {
  requestBegan: (_operation, _headers, next) => next(),
  requestAnswered: () => {},
  requestFailed: () => {},
  requestLimited: () => {},
  streamOpened: () => {},
  streamClosed: () => {},
  streamTold: () => {},
  metrics: async () => ({ contentType: 'text/plain', text: '' }),
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: unknown
  }
}

const operationOf = ({ operation }: FastifyRequest): string => operation?.id ?? 'none'

/** Tells of every request, from its first hook until the last byte of its answer. */
export function tellOfRequests(server: FastifyInstance, telemetry: EdgeTelemetry): void {
  server.decorateRequest('trace', null)
  server.addHook('onRequest', (request, _reply, done) => {
    request.trace = telemetry.requestBegan(operationOf(request), request.headers, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { tenant, caller, method, ip: address, id: correlationId } = request
    const answered: AnsweredRequest = {
      operation: operationOf(request),
      method,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
      tenantId: tenant?.id ?? null,
      caller: caller?.kind ?? 'nobody',
      address,
      correlationId: String(reply.getHeader(CORRELATION_HEADER) ?? correlationId),
    }
    telemetry.requestAnswered(answered, request.trace)
    done()
  })
}
