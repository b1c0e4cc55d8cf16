import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type App, StoreUnavailable } from '../app/app.ts'
import { actAs } from '../app/audit/acting.ts'
import type { Outcome } from '../app/running.ts'
import { honoursIdempotencyKey, isMaintained, type Operation } from '../contract/operations/operation.ts'
import type { UserId } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import { actingOf } from './acting-of.ts'
import { asProblem } from './as-problem.ts'
import { guardFromKeys, guardOf, guardUserInBody } from './authenticate.ts'
import { lacksApproval } from './lacks-approval.ts'
import { type Limit, takeBetEvent } from './limits/limit-requests.ts'
import { mapBodies } from './map-bodies.ts'
import { once, type Receiving, requireKey } from './once.ts'
import { paramsIn } from './params-in.ts'
import { inWordsOf, type Problem, problem } from './problem.ts'
import type { Asked, Live, Route } from './route.ts'
import { send } from './send.ts'
import { type EventStreams, STREAMS_MAX } from './stream/event-streams.ts'
import { lastEventIdOf } from './stream/last-event-id.ts'
import type { EdgeTelemetry } from './telemetry.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    /** Null where the path belongs to none. */
    operation: Operation | null
  }
}

/** What every route has behind it. */
export interface Edge {
  readonly app: App
  readonly superAdminKey: string
  /** Counts a request and answers one too many. */
  readonly limit: Limit
  /** Answers in place of what stops in maintenance. */
  readonly refuseInMaintenance: AsyncHook
  readonly streams: EventStreams
  readonly telemetry: EdgeTelemetry
  /** Ends when the service stops. */
  readonly stopping: AbortSignal
}

type AsyncHook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** Puts a route on the server: its guard, its limits, its schemas and its handler. */
export function register(server: FastifyInstance, edge: Edge, { operation, handle }: Route): void {
  const { app } = edge
  const answer = async (reply: FastifyReply, receiving?: Receiving) =>
    inWordsOf(operation, await handle(askedOf(edge, operation, reply, receiving)))
  const answerOnce = (reply: FastifyReply) => {
    const handleOnce = async (receiving: Receiving) => {
      const answered = await answer(reply, receiving)
      invariant('body' in answered, 'nothing that is done once is a stream')
      return answered
    }
    return once(app, reply.request, handleOnce, (error) => void problemOf(edge, reply.request, error))
  }
  const answerTo = honoursIdempotencyKey(operation)
    ? async (reply: FastifyReply) => (await answerOnce(reply)) ?? answer(reply)
    : answer
  server.route({
    method: operation.method,
    url: operation.path,
    // HEAD would make a whole stream or download that nobody reads.
    exposeHeadRoute: !operation.streams && !operation.downloads,
    config: { operation },
    schema: {
      ...(operation.params && { params: operation.params }),
      ...(operation.query && { querystring: operation.query }),
      ...(operation.body && { body: operation.body }),
      ...(!operation.streams && !operation.downloads && { response: operation.answers }),
    },
    ...hooksOf(operation, edge),
    handler: (request, reply) => {
      actAs(actingOf(request), () => answerTo(reply)).then(
        (answered) => {
          if ('stream' in answered) tellOfBreak(edge, request, reply, answered.stream)
          send(reply, answered)
        },
        (error: unknown) => reply.send(error),
      )
    },
  })
}

/** What a request has to pass, in this order. Whose bets it brings is known only when its body has been read. */
function hooksOf(operation: Operation, { app, superAdminKey, limit, refuseInMaintenance }: Edge) {
  const preValidation = operation.needsIdempotencyKey ? requireKey : mapBodies(operation)
  const guard = guardOf(operation.access, app, superAdminKey)
  return {
    onRequest: [
      ...(guard ? [guard] : []),
      ...(operation.betEvents ? [] : [limit]),
      ...(isMaintained(operation) ? [refuseInMaintenance] : []),
    ],
    ...(preValidation && { preValidation }),
    preHandler: [
      ...(operation.betEvents ? [limit] : []),
      ...(namesUserInBody(operation) ? [guardUserInBody] : []),
      ...(operation.peopleOnly ? [guardFromKeys] : []),
    ],
  }
}

const namesUserInBody = ({ access, path, body }: Operation): boolean =>
  (access === 'user' || access === 'userToken') && body !== undefined && !path.includes('/:userId')

/** The request as its route sees it; the schemas have checked that it is what the types say. */
function askedOf(edge: Edge, operation: Operation, reply: FastifyReply, receiving?: Receiving): Asked<Operation> {
  const { app } = edge
  const { request } = reply
  const { tenant, caller, query, body } = request
  const asked: { readonly [name in keyof Asked<Operation>]: unknown } = {
    app,
    tenant,
    caller,
    params: paramsIn(request),
    query,
    body,
    correlationId: request.id,
    patience: () => patienceOf(edge, reply),
    problemOf: (error: unknown) => problemOf(edge, request, error),
    openStream: (userId: string) => openStream(edge, request, userId as UserId),
    openChanges: async (userId: string | undefined) => openChanges(edge, request, userId as UserId | undefined),
    takeBetEvent: (userId: string) => takeBetEvent(request, userId),
    run: async (...[userId, command, answer]: Parameters<Asked<Operation>['run']>) => {
      invariant(tenant && caller, 'a player belongs to a tenant')
      const who = { tenantId: tenant.id, userId: userId as UserId }
      if (lacksApproval(operation, tenant, caller)) {
        // Whether somebody can approve a purchase is looked at last. Rules 5.1
        const seen = operation.approvedAs === 'purchase' ? await app.preview(who, command) : undefined
        const refusal = seen?.answer.kind === 'refused' ? answer(seen) : undefined
        return refusal ?? problem('approval_required')
      }
      const receipt = receiving && {
        claim: receiving.claim,
        render: (outcome: Outcome) => {
          const given = answer(outcome)
          return given === undefined ? null : receiving.keep(given)
        },
      }
      return answer(await app.runAsked(tenant, who, command, request.id, receipt))
    },
  }
  return asked as Asked<Operation>
}

/** The request's own `close` comes when its body has been read; that of the answer when the connection is gone. */
function patienceOf({ stopping }: Edge, { raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  if (raw.destroyed) hungUp.abort()
  raw.once('close', () => hungUp.abort())
  return AbortSignal.any([hungUp.signal, stopping])
}

/** The answer to an error; a bug is told of. */
function problemOf({ telemetry }: Edge, { id }: FastifyRequest, error: unknown): Problem {
  const known = asProblem(error)
  if (known === undefined) telemetry.requestFailed(error, id)
  if (error instanceof StoreUnavailable) telemetry.requestUnserved(error, id)
  return known ?? problem('internal_error')
}

/** What breaks behind its head can only be cut off; before that the server answers it as any other error. */
function tellOfBreak(edge: Edge, request: FastifyRequest, reply: FastifyReply, stream: Readable): void {
  stream.once('error', (error) => {
    if (reply.raw.headersSent) problemOf(edge, request, error)
  })
}

async function openStream({ streams }: Edge, request: FastifyRequest, userId: UserId): Promise<Live | Problem> {
  const { tenant, caller, id: correlationId } = request
  invariant(tenant && caller?.kind === 'user', 'a stream is opened by the token of its player')
  const lastEventId = lastEventIdOf(request)
  const who = { tenantId: tenant.id, userId }
  const tell = await streams.open({ who, token: caller.token, lastEventId, correlationId })
  return tell === null ? tooManyStreams('The player') : { status: 200, tell }
}

const tooManyStreams = (who: string): Problem =>
  problem('rate_limited', { message: `${who} has ${STREAMS_MAX} streams open: one has to be closed first` })

function openChanges({ streams }: Edge, request: FastifyRequest, userId: UserId | undefined): Live | Problem {
  const { tenant, caller, id: correlationId } = request
  invariant(tenant, 'pages of an operator are of its tenant')
  const session = caller?.kind === 'admin' ? caller.session : null
  const opening = { tenantId: tenant.id, userId: userId ?? null, session, correlationId }
  const tell = streams.openChanges(opening)
  return tell === null ? tooManyStreams(session === null ? 'The server key' : 'This person') : { status: 200, tell }
}
