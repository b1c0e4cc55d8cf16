import { ChallengeFundingError, failedOnTheWay } from './challenge-funding-error.ts'
import { LONGEST_MS } from './retries.ts'

/** Ends a request when its caller wants no more of it, or when the service has kept it waiting for too long. */
export class Watch {
  readonly #hangUp = new AbortController()
  readonly #caller: AbortSignal | undefined
  #timeoutMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isLate = false
  #isOver = false

  /** @param caller its own: what it ends is not a failure of the service, and is thrown as it is */
  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs
    this.#caller = caller
    if (caller?.aborted) this.#stop()
    else caller?.addEventListener('abort', this.#stop)
  }

  /** What the request has to be sent with. */
  get signal(): AbortSignal {
    return this.#hangUp.signal
  }

  /** The service is waited for, from now on and for so long. */
  wait(timeoutMs: number = this.#timeoutMs): void {
    this.rest()
    if (this.#isOver) return
    this.#timeoutMs = timeoutMs
    const late = (): void => {
      this.#isLate = true
      this.#hangUp.abort()
    }
    this.#timer = setTimeout(late, Math.min(timeoutMs, LONGEST_MS))
  }

  /** What takes time now is no matter of the service. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  /** It is over; whatever is still to come is hung up on. */
  end(isComplete: boolean): void {
    this.#isOver = true
    this.rest()
    this.#caller?.removeEventListener('abort', this.#stop)
    if (!isComplete) this.#hangUp.abort()
  }

  /** What to throw where the request came to nothing. */
  failure(error: unknown): unknown {
    if (error instanceof ChallengeFundingError) return error
    if (this.#caller?.aborted) return this.#caller.reason
    const message = this.#isLate ? `No answer within ${this.#timeoutMs} ms` : `No answer: ${reasonOf(error)}`
    return failedOnTheWay(this.#isLate ? 'timeout' : 'network_error', message, error)
  }

  readonly #stop = (): void => this.#hangUp.abort(this.#caller?.reason)
}

/** Node says only in the cause why a fetch failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
