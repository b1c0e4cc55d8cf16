import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What answers a request of the web, such as the backend of the demo. */
export type Answerer = (request: Request) => Promise<Response>

/**
 * Gives the paths of the demo's backend to what answers them, once there is somebody: routes have to be there before the
 * server listens, and the backend speaks to the server. Bodies are handed on as they come, since webhooks are verified
 * to the byte.
 */
export function mountDemo(server: FastifyInstance, answerer: () => Answerer | null): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const url of ['/demo/api/*', '/demo/webhooks']) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        handler: async (request, reply) => {
          const answer = answerer()
          if (answer === null) return reply.code(503).send()
          return sendOn(reply, await answer(webRequest(request)))
        },
      })
    }
  })
}

function webRequest({ method, url, headers, body }: FastifyRequest): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'host' || name === 'content-length' ? [] : [[name, String(value)]],
  )
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : null
  return new Request(new URL(url, 'http://demo.invalid'), {
    method,
    headers: entries,
    ...(method === 'POST' && { body: bytes }),
  })
}

function sendOn(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  return reply.send(body === null ? undefined : Readable.fromWeb(body))
}
