import { ChallengeFundingError } from './challenge-funding-error.ts'

/** How long a call that may be sent again is tried. Times in milliseconds. */
export interface RetrySettings {
  /** How often it is sent in all; 1 is never again. */
  readonly attempts: number
  /** The longest pause before the second attempt; it doubles with each further one. */
  readonly baseMs: number
  /** The longest pause that the client chooses by itself. */
  readonly maxMs: number
  /**
   * The longest pause that the service may ask for; who asks for more is not waited for. The limit of the bets of one player
   * names no time and counts as a minute: below 60,000 who is over it is told so at once.
   */
  readonly maxRetryAfterMs: number
}

const USUAL_RETRIES: RetrySettings = { attempts: 5, baseMs: 250, maxMs: 8_000, maxRetryAfterMs: 60_000 }

interface WithRetries {
  readonly retries?: Partial<RetrySettings>
}

/** Those of the client, and over them those of the call. */
export const settingsOf = (client: WithRetries, call: WithRetries): RetrySettings => ({
  ...USUAL_RETRIES,
  ...client.retries,
  ...call.retries,
})

/** Told before each pause. */
export interface RetryNotice {
  readonly operation: string
  /** The attempt that failed; the first one is 1. */
  readonly attempt: number
  readonly waitMs: number
  readonly error: ChallengeFundingError
}

export interface Retrying {
  readonly settings: RetrySettings
  readonly signal: AbortSignal | undefined
  readonly tell: (notice: Omit<RetryNotice, 'operation'>) => void
  /** Whether what was sent is still there; it is, if not given. */
  readonly isRepeatable?: () => boolean
}

interface Caller extends WithRetries {
  readonly onRetry?: (notice: RetryNotice) => void
}
interface Own extends WithRetries {
  readonly signal?: AbortSignal
}

/** How a call of a client is tried again. */
export const retryingOf = (operation: string, client: Caller, own: Own): Retrying => ({
  settings: settingsOf(client, own),
  signal: own.signal,
  tell: (notice) => client.onRetry?.({ operation, ...notice }),
})

/** Runs a request until it succeeds, fails for good, or has been tried often enough. */
export async function withRetries<Answer>(send: () => Promise<Answer>, retrying: Retrying): Promise<Answer> {
  const { settings, signal, tell, isRepeatable = () => true } = retrying
  let isUncertain = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (caught) {
      const isFailed = caught instanceof ChallengeFundingError
      const error = isFailed && isUncertain ? caught.afterUncertain() : caught
      isUncertain ||= isFailed && caught.isUncertain
      const waitMs = attempt < settings.attempts && isRepeatable() ? pauseAfter(error, attempt, settings) : null
      if (waitMs === null || !(error instanceof ChallengeFundingError)) throw error
      tell({ attempt, waitMs, error })
      await pause(waitMs, signal)
    }
  }
}

/** Every limit counts for a minute, from its first request on. */
const WINDOW_S = 60

/**
 * How long to wait after a failure; null: it is for good. What the service asks for is the least; a random part spreads
 * out clients that were all turned away at once. A limit that names no time is over when its minute is, and not before.
 */
function pauseAfter(error: unknown, attempt: number, settings: RetrySettings): number | null {
  if (!(error instanceof ChallengeFundingError) || !mayPass(error)) return null
  const { baseMs, maxMs, maxRetryAfterMs } = settings
  const spread = Math.random() * Math.min(maxMs, baseMs * 2 ** (attempt - 1))
  const retryAfter = error.retryAfter ?? (error.code === 'rate_limited' ? WINDOW_S : null)
  if (retryAfter === null) return spread
  const asked = retryAfter * 1000
  return asked > maxRetryAfterMs ? null : asked + Math.min(spread, 1_000)
}

/**
 * A purchase cooldown is a 429, too, but lasts until the next day. What still runs, a request under the same key or
 * another action of the player, comes to its end.
 */
export const mayPass = ({ code, status }: ChallengeFundingError): boolean =>
  status === 0 || status >= 500 || (status === 429 && code !== 'purchase_cooldown') || code.endsWith('_in_progress')

/** Beyond it timers go off at once. */
export const LONGEST_MS = 2 ** 31 - 1

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, LONGEST_MS),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
