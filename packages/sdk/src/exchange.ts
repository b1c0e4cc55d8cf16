import { ChallengeFundingError } from './challenge-funding-error.ts'
import type { ErrorBody } from './wire.ts'

/** One request, and how long its answer is waited for. */
export interface Sending {
  readonly fetch: typeof fetch
  readonly url: string
  readonly init: RequestInit
  readonly timeoutMs: number
  /** The caller's own: what it ends is not a failure of the service, and is thrown as it is. */
  readonly signal: AbortSignal | undefined
}

/** Sends a request once and reads its answer. Throws ChallengeFundingError for all but a success. */
export async function exchange<Answer>({ fetch, url, init, timeoutMs, signal }: Sending): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  try {
    const response = await fetch(url, { ...init, signal: either })
    return readAnswer<Answer>(response, await response.text())
  } catch (error) {
    if (error instanceof ChallengeFundingError || signal?.aborted) throw error
    throw unanswered(error, timeout.aborted, timeoutMs)
  }
}

function unanswered(error: unknown, isLate: boolean, timeoutMs: number): ChallengeFundingError {
  const message = isLate ? `No answer within ${timeoutMs} ms` : `No answer: ${reasonOf(error)}`
  const code = isLate ? 'timeout' : 'network_error'
  return new ChallengeFundingError(
    { code, message, status: 0, retryAfter: null, correlationId: null, body: null },
    error,
  )
}

/** Node says only in the cause why a fetch failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function readAnswer<Answer>(response: Response, text: string): Answer {
  const body = parsed(text)
  if (response.ok && body !== undefined) return body as Answer
  throw refused(response, body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A proxy in between may answer in its own words: only the status is sure. */
function refused({ status, headers }: Response, body: unknown): ChallengeFundingError {
  const correlationId = headers.get('x-correlation-id')
  const retryAfter = secondsOf(headers.get('retry-after'))
  if (isErrorBody(body)) {
    const failure = { code: body.error, message: body.message, status, correlationId: body.correlationId, body }
    return new ChallengeFundingError({ ...failure, retryAfter: retryAfter ?? body.retryAfter ?? null })
  }
  const message = `The answer, with status ${status}, is none of the service`
  return new ChallengeFundingError({ code: 'invalid_response', message, status, retryAfter, correlationId, body: null })
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' && 'message' in body

/** Whole seconds, also where a proxy wrote a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
