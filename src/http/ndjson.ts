import { isUtf8 } from 'node:buffer'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { InvalidRequest, TooMuch } from '../contract/invalid-request.ts'

export const NDJSON = 'application/x-ndjson'

/** The most bytes of a line. */
const LINE_MAX = 16 * 1024
/** How long a body of lines may take to arrive, in milliseconds. */
const ARRIVAL_MS = 30 * 60_000
/** How Node calls a request that did not arrive in time. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The connections over which such a body is coming. */
const coming = new WeakSet<Socket>()

/** Whether a request may take longer than others: Node has one time limit for all of a server. */
export const mayTakeLonger = (socket: Socket): boolean => coming.has(socket)

/**
 * Bodies of lines are handed to the operations that take them as they come, whatever their length. They have a time limit
 * of their own, `arrivalMs`, after which the server hears of them as it does of any other request that is too slow.
 */
export function acceptLines(server: FastifyInstance, arrivalMs = ARRIVAL_MS): void {
  server.addContentTypeParser(NDJSON, (request, payload, done) => {
    if (!request.operation?.lines) {
      return done(new InvalidRequest([{ field: 'Content-Type', message: 'must be application/json' }]))
    }
    const { socket } = request.raw
    coming.add(socket)
    const limit = setTimeout(() => {
      coming.delete(socket)
      server.server.emit('clientError', Object.assign(new Error('too slow'), { code: TOO_SLOW }), socket)
    }, arrivalMs)
    payload.once('close', () => {
      clearTimeout(limit)
      coming.delete(socket)
    })
    done(null, payload)
  })
}

/** A line by its number from 1; null is one that is longer than lines may be. */
export interface Line {
  readonly number: number
  readonly bytes: Uint8Array | null
}

/** The lines of a body, as many at a time as came together. Throws `TooMuch`. */
export async function* linesOf(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<readonly Line[]> {
  let number = 0
  let begun: Uint8Array[] = []
  let length = 0
  const take = (rest: Uint8Array): Line => {
    number += 1
    if (number > most) throw new TooMuch([{ field: 'body', message: `must not have more than ${most} lines` }])
    length += rest.length
    const bytes = length > LINE_MAX ? null : begun.length === 0 ? rest : Buffer.concat([...begun, rest])
    begun = []
    length = 0
    return { number, bytes }
  }
  for await (const chunk of arriving(body)) {
    const lines: Line[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      lines.push(take(chunk.subarray(from, end)))
      from = end + 1
    }
    length += chunk.length - from
    // Of a line that is too long nothing is kept but its length.
    if (length <= LINE_MAX) begun.push(chunk.subarray(from))
    else begun = []
    yield lines
  }
  if (length > 0) yield [take(NOTHING)]
}

/**
 * What comes of a body. Whoever stops before its end leaves the rest to be thrown away: the answer has to reach a client
 * that still sends. Throws `InvalidRequest` where the client hung up.
 */
async function* arriving(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body
  } catch {
    throw new InvalidRequest([{ field: 'body', message: 'ended before it was complete' }])
  }
}

const NEWLINE = 0x0a
const NOTHING = new Uint8Array()

/** The value of a line; undefined is a blank one. Throws an Error that says what is wrong with it. */
export function valueIn({ bytes }: Line): unknown {
  if (bytes === null) throw new Error(`is longer than ${LINE_MAX} bytes`)
  if (!isUtf8(bytes)) throw new Error('is not valid UTF-8')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('is not valid JSON')
  }
}
