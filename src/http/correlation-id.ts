import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const CORRELATION_HEADER = 'x-correlation-id'
const VALID = /^[A-Za-z0-9._:-]{1,128}$/

/** The id that the caller gave the request, if it is one that we can echo; else a new one. */
export function correlationIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[CORRELATION_HEADER]
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID()
}
