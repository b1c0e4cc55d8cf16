import type { FastifyInstance } from 'fastify'
import { InvalidRequest } from '../contract/invalid-request.ts'

/** The largest body, in bytes. */
export const BODY_MAX = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, from which an idempotency key tells whether two requests are the same. */
    bodyText: string
  }
}

/** Bodies are JSON and nothing else; an empty one is no body. */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.decorateRequest('bodyText', '')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }]))
    }
  })
}
