import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type App, StoreUnavailable } from '../app/app.ts'
import { errors } from '../contract/errors.ts'
import { InvalidRequest } from '../contract/invalid-request.ts'
import { operations } from '../contract/operations/index.ts'
import { asProblem } from './as-problem.ts'
import { CORRELATION_HEADER, correlationIdOf } from './correlation-id.ts'
import { allowWidgets } from './cors.ts'
import { hearOut } from './hear-out.ts'
import { acceptJsonOnly, BODY_MAX } from './json-body.ts'
import { type Limit, type LimitSettings, limitRequests } from './limits/limit-requests.ts'
import { acceptLines, mayTakeLonger, TOO_SLOW } from './ndjson.ts'
import { problem } from './problem.ts'
import { publishMetrics } from './publish-metrics.ts'
import { publishReference } from './reference.ts'
import { refuseInMaintenance } from './refuse-in-maintenance.ts'
import { register } from './register.ts'
import { routes } from './routes/index.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { EventStreams } from './stream/event-streams.ts'
import { type EdgeTelemetry, tellOfRequests } from './telemetry.ts'
import { validatorCompiler } from './validation.ts'
import { serveIcon } from './web/serve-icon.ts'
import { servePages } from './web/serve-pages.ts'

export interface EdgeSettings {
  readonly app: App
  readonly superAdminKey: string
  /** Who may say for whom they speak: proxies by address, or how many hops. */
  readonly trustProxy: false | number | readonly string[]
  /** Where the world finds the service. */
  readonly publicUrl: string | null
  readonly telemetry: EdgeTelemetry
  /** Null: nobody is held to any limit, which is for tests and measurements of other things. */
  readonly limits: LimitSettings | null
  /** The folder of the packages whose pages are served; without it there are none. */
  readonly packages?: string
  /** How often event streams look after themselves, in milliseconds: tests live faster. */
  readonly tickMs?: number
  /** How long a body of lines may take to arrive, in milliseconds: tests are less patient. */
  readonly arrivalMs?: number
}

/** The HTTP server with all its operations; nothing listens yet. */
export async function createServer(settings: EdgeSettings): Promise<FastifyInstance> {
  const { app, trustProxy, telemetry } = settings
  const fail = failWith(telemetry)
  const server = fastify({
    bodyLimit: BODY_MAX,
    ...slowness,
    // HEAD answers as GET does, without the body.
    exposeHeadRoutes: true,
    // Whoever is being answered while the service stops is answered to the end.
    return503OnClosing: false,
    trustProxy: trustedProxies(trustProxy),
    genReqId: correlationIdOf,
    // How long an id may be is for its schema to judge, behind the guard and the limits.
    routerOptions: { maxParamLength: HEAD_MAX },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    frameworkErrors: fail,
    clientErrorHandler: refuseUnreadable,
  })
  server.setErrorHandler(fail)
  server.setValidatorCompiler(validatorCompiler)
  server.decorateRequest('tenant', null)
  server.decorateRequest('caller', null)
  server.decorateRequest('operation', null)
  server.decorateReply('errorCode', null)
  server.addHook('onRequest', (request, reply, done) => {
    // Once for all that asks: Fastify makes the options anew each time, at a microsecond each.
    request.operation = request.routeOptions.config?.operation ?? null
    reply.header(CORRELATION_HEADER, request.id)
    done()
  })
  tellOfRequests(server, telemetry)
  addSecurityHeaders(server, settings.publicUrl)
  const limit = settings.limits === null ? unlimited : limitRequests(server, settings.limits, telemetry)
  refuseUnknown(server, fail)
  // Node would say no to it by itself, without a body. What nobody has heard of may be passed over.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  hearOut(server)
  const streams = new EventStreams(settings)
  // Streams would keep a stop waiting for ever.
  server.addHook('preClose', async () => streams.stop())
  const edge = { ...settings, limit, refuseInMaintenance: refuseInMaintenance(app), streams, stopping: stopOf(server) }
  acceptJsonOnly(server)
  acceptLines(server, settings.arrivalMs)
  await publishReference(server)
  await serveIcon(server)
  publishMetrics(server, telemetry)
  if (settings.packages !== undefined) await servePages(server, settings.packages)
  allowWidgets(server, Object.values(operations))
  for (const route of Object.values(routes)) register(server, edge, route)
  return server
}

/** Answers what was thrown, whoever threw it. */
function failWith(telemetry: EdgeTelemetry) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header(CORRELATION_HEADER, request.id)
    // A client that has hung up hears no answer any more: the telemetry of requests tells of it.
    const known = asProblem(error) ?? (error === request.raw.errored ? problem('validation_error') : undefined)
    if (known === undefined) telemetry.requestFailed(error, request.id)
    if (error instanceof StoreUnavailable) telemetry.requestUnserved(error, request.id)
    send(reply, known ?? problem('internal_error'))
  }
}

/** Answers what no operation has before its body is read: nobody who sends one has shown a key, or been counted. */
function refuseUnknown(server: FastifyInstance, fail: ReturnType<typeof failWith>): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') fail(noHost, request, reply)
    else if (!request.is404) done()
    else if (request.url === request.originalUrl) send(reply, noOperation)
    else fail(unreadablePath, request, reply)
  })
}

/** Ends when the server begins to close, while requests are still being answered. */
function stopOf(server: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  server.addHook('preClose', async () => stopping.abort())
  return stopping.signal
}

const unlimited: Limit = (_request, _reply, done) => done()

/** The longest first line and headers of a request, in bytes. */
const HEAD_MAX = 16 * 1024

/**
 * Nobody holds a connection for long without sending a whole request, and no header grows beyond what a token and a
 * cookie need. An idle connection outlives the 60 seconds after which load balancers usually close theirs.
 */
const slowness = {
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // Who names no host is told so below, and not by Node, which would say no more than that.
  http: {
    requireHostHeader: false,
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: HEAD_MAX,
  },
} as const

const trustedProxies = (trusted: EdgeSettings['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted && [...trusted]

/** Where a path that cannot be decoded is sent, so that it is counted and answered as any other: there is nothing. */
const UNREADABLE = '/unreadable'
const noOperation = problem('not_found', {
  message: 'No operation has this method and path: /docs has all of them',
})
const noHost = new InvalidRequest([{ field: 'Host', message: 'is required' }])
const unreadablePath = new InvalidRequest([{ field: 'path', message: 'is not a valid URL' }])

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

const unreadable: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB',
  [TOO_SLOW]: 'The request took too long to arrive',
}

/** How long whoever was refused may take to hang up, in milliseconds. */
const REFUSED_MS = 1_000

/** What is no HTTP at all is answered and hung up on. */
function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return
  // Node says so once for each request, and watches the time of the next one on the connection again.
  if (error.code === TOO_SLOW && mayTakeLonger(socket)) return
  // Clients open connections in advance: what is said on one before anything was asked would be taken for the answer to a
  // request that is on its way. A bet would be given up that was never read.
  if (socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const correlationId = correlationIdOf({ headers: {} })
  const { status } = errors.validation_error
  const message = unreadable[error.code ?? ''] ?? 'The request is not valid HTTP'
  const body = JSON.stringify({ error: 'validation_error', message, correlationId })
  // Nobody watches a client any more that has its answer and goes on sending all the same.
  setTimeout(() => socket.destroy(), REFUSED_MS).unref()
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\n${CORRELATION_HEADER}: ${correlationId}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
