import { ChallengeFundingError } from './challenge-funding-error.ts'
import { Watch } from './watch.ts'
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
export async function exchange<Answer>(sending: Sending): Promise<Answer> {
  const watch = new Watch(sending.timeoutMs, sending.signal)
  watch.wait()
  return exchangeUnder<Answer>(watch, sending)
}

/** The same under a watch that somebody else keeps, too. */
export async function exchangeUnder<Answer>(watch: Watch, { fetch, url, init }: Sending): Promise<Answer> {
  let isComplete = false
  try {
    const response = await fetch(url, { ...init, signal: watch.signal })
    const body = parsed(await response.text())
    isComplete = true
    if (response.ok && body !== undefined) return body as Answer
    throw refused(response, body)
  } catch (error) {
    throw watch.failure(error)
  } finally {
    watch.end(isComplete)
  }
}

export type Pieces = AsyncGenerator<string, void, undefined>

/**
 * Sends a request whose answer is long, and resolves when it begins: with its text as it comes, however long. Nothing may
 * come for `idleMs` at most while it is waited for. Whoever stops reading hangs up.
 */
export async function openText(sending: Sending, type: string, idleMs: number): Promise<Pieces> {
  const { fetch, url, init, timeoutMs, signal } = sending
  const watch = new Watch(timeoutMs, signal)
  try {
    watch.wait()
    const response = await fetch(url, { ...init, signal: watch.signal })
    const isIt = response.headers.get('content-type')?.startsWith(type) ?? false
    if (response.ok && isIt && response.body !== null) return piecesOf(response.body, watch, idleMs)
    throw refused(response, parsed(await response.text()))
  } catch (error) {
    watch.end(false)
    throw watch.failure(error)
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>, watch: Watch, idleMs: number): Pieces {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  // A fetch of somebody else's may not heed the signal any more once it has answered.
  watch.signal.addEventListener('abort', () => reader.cancel().catch(() => {}))
  let isComplete = false
  try {
    while (!isComplete) {
      watch.wait(idleMs)
      const { done, value } = await reader.read()
      watch.rest()
      watch.signal.throwIfAborted()
      if (value !== undefined) yield decoder.decode(value, { stream: true })
      isComplete = done
    }
  } catch (error) {
    throw watch.failure(error)
  } finally {
    watch.end(isComplete)
  }
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
