import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App, Outcome } from '../app/app.ts'
import { honoursIdempotencyKey, type Operation } from '../contract/operations/operation.ts'
import type { UserId } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import { guardOf } from './authenticate.ts'
import { once, type Receiving } from './once.ts'
import type { Asked, Route } from './route.ts'
import { send } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Puts a route on the server: its guard, its schemas and its handler. */
export function register(server: FastifyInstance, app: App, superAdminKey: string, { operation, handle }: Route): void {
  const answer = (request: FastifyRequest) => handle(askedOf(app, request))
  const answerOnce = once(app, operation, (request, receiving) => handle(askedOf(app, request, receiving)))
  const answerTo = honoursIdempotencyKey(operation)
    ? async (request: FastifyRequest) => (await answerOnce(request)) ?? answer(request)
    : answer
  server.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    schema: {
      ...(operation.params && { params: operation.params }),
      ...(operation.query && { querystring: operation.query }),
      ...(operation.body && { body: operation.body }),
      response: operation.answers,
    },
    onRequest: guardOf(operation.access, app, superAdminKey) ?? [],
    handler: (request, reply) => {
      answerTo(request).then(
        (answered) => send(reply, answered),
        (error: unknown) => reply.send(error),
      )
    },
  })
}

/** The request as its route sees it; the schemas have checked that it is what the types say. */
function askedOf(app: App, request: FastifyRequest, receiving?: Receiving): Asked<Operation> {
  const { tenant, params, query, body } = request
  const asked: { readonly [name in keyof Asked<Operation>]: unknown } = {
    app,
    tenant,
    params,
    query,
    body,
    run: async (...[userId, command, answer]: Parameters<Asked<Operation>['run']>) => {
      invariant(tenant, 'a player belongs to a tenant')
      const who = { tenantId: tenant.id, userId: userId as UserId }
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
