import type { Agent } from 'undici'
import { request } from 'undici'
import { DAY_MS } from '../core/instant.ts'

/** What came of a POST. `failure` is null when an answer came at all. */
export interface Posted {
  readonly status: number | null
  /** The first bytes of the answer. */
  readonly answer: string
  /** Of `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null
  readonly failure: string | null
  readonly durationMs: number
}

/** The failure of a POST whose time is over. */
export const NO_ANSWER = 'no answer in time'

export interface Posting {
  readonly agent: Agent
  readonly url: string
  readonly body: string
  readonly headers: { readonly [name: string]: string }
  readonly timeoutMs: number
  /** How much of the answer is read; the rest is never waited for. */
  readonly answerMax: number
}

/** Sends a body and waits for the answer, all in all no longer than the limit. Never follows a redirect, never throws. */
export async function post({ agent, url, body, headers, timeoutMs, answerMax }: Posting): Promise<Posted> {
  const startedAt = performance.now()
  const since = (): number => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'challenge-funding', ...headers },
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const answer = await firstBytes(response.body, answerMax)
    const retryAfterMs = retryAfterOf(response.headers['retry-after'])
    return { status: response.statusCode, answer, retryAfterMs, failure: null, durationMs: since() }
  } catch (error) {
    return { status: null, answer: '', retryAfterMs: null, failure: failureOf(error), durationMs: since() }
  }
}

/** Reads so much of an answer and hangs up on the rest: a receiver may send ten megabytes, or trickle. */
async function firstBytes(stream: AsyncIterable<Buffer> & { destroy(): unknown }, max: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= max) break
  }
  stream.destroy()
  return Buffer.concat(chunks).subarray(0, max).toString('utf8')
}

/** Seconds or a date; at most a day, whatever the receiver asks for. */
function retryAfterOf(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, DAY_MS) : null
}

const failureOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return NO_ANSWER
  return error instanceof Error ? error.message : String(error)
}
