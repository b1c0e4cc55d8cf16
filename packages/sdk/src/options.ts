import type { Credentials } from './credentials.ts'
import type { RetryNotice, RetrySettings } from './retries.ts'

export interface ClientOptions {
  /** Where the service is, such as https://challenges.example; empty in a page that the service itself serves. */
  readonly baseUrl: string
  /** A function is asked anew for every attempt, so that tokens may change. */
  readonly credentials: Credentials | (() => Credentials | Promise<Credentials>)
  /**
   * How long each attempt may take, in milliseconds; 30,000 where it is not given. A statement that is sent and an export
   * that is read may take as long as they like: for them it is how long nothing may move, and 300,000 where it is not given.
   */
  readonly timeoutMs?: number
  readonly retries?: Partial<RetrySettings>
  /** Told of every failure after which a call is sent again. */
  readonly onRetry?: (notice: RetryNotice) => void
  /** In place of the global one. */
  readonly fetch?: typeof fetch
}

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends the call, its pauses included; the call then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Names this action. Without one each call makes its own and keeps it over its retries. */
  readonly idempotencyKey?: string
  /** Echoed by the service, in its logs, too. */
  readonly correlationId?: string
  /** In place of the client's. */
  readonly timeoutMs?: number
  /** In place of the client's, as far as they are given. */
  readonly retries?: Partial<RetrySettings>
}
