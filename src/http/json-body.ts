import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { InvalidRequest } from '../contract/invalid-request.ts'
import { NDJSON } from './ndjson.ts'

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
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.operation?.lines) return done(wrongType(NDJSON))
    // Decoding would put the same sign in place of every wrong byte, and make one id of two.
    if (!isUtf8(bytes)) return done(wrong('is not valid UTF-8'))
    const text = bytes.toString()
    request.bodyText = text
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch {
      done(wrong('is not valid JSON'))
    }
  })
}

const wrongType = (wanted: string): InvalidRequest =>
  new InvalidRequest([{ field: 'Content-Type', message: `must be ${wanted}` }])

const wrong = (message: string): InvalidRequest => new InvalidRequest([{ field: 'body', message }])
