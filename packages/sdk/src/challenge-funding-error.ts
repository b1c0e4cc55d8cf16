import type { ErrorBody, ErrorCode } from './wire.ts'

/** What can go wrong on the way: nobody answered, nobody answered in time, or the answer is none of the service. */
export type WayCode = 'network_error' | 'timeout' | 'invalid_response'
export type FailureCode = ErrorCode | WayCode

export interface Failure {
  readonly code: FailureCode
  readonly message: string
  /** The HTTP status; 0 where nobody answered. */
  readonly status: number
  /** In whole seconds; null where the service asked for no pause. */
  readonly retryAfter: number | null
  readonly correlationId: string | null
  /** What the service answered; null where the answer is none of its own. */
  readonly body: ErrorBody | null
  /** Whether an earlier attempt of the same call may have done it, which this failure says nothing of. */
  readonly isAfterUncertain?: boolean
}

/**
 * Every call that does not succeed ends in this. Tell errors apart by `code`: the message is for people. Some codes
 * bring more in `body`: the `fields` of a validation_error, the `reasons` of a refused payout, `cooldownUntil`.
 */
export class ChallengeFundingError extends Error {
  override readonly name = 'ChallengeFundingError'
  readonly code: FailureCode
  readonly status: number
  readonly retryAfter: number | null
  readonly correlationId: string | null
  readonly body: ErrorBody | null
  readonly #isAfterUncertain: boolean

  constructor(failure: Failure, cause?: unknown) {
    const { code, message, status, retryAfter, correlationId, body, isAfterUncertain = false } = failure
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
    this.correlationId = correlationId
    this.body = body
    this.#isAfterUncertain = isAfterUncertain
  }

  /**
   * Whether it may have happened all the same: nobody answered, the service broke over it, its answer cannot be read, or it
   * is still at it; also where that befell an earlier attempt of the call, and the last one was turned away at the door
   * (401, 403, 429, by a proxy, or by an action that still runs and may be this one). Ask again with the same idempotency
   * key, or look how things stand, before you give anybody's money back.
   */
  get isUncertain(): boolean {
    const { status, code } = this
    return this.#isAfterUncertain || status < 400 || status >= 500 || code === 'idempotency_in_progress'
  }

  /** The same failure after another one that left open whether it has happened. */
  afterUncertain(): ChallengeFundingError {
    const isFromTheDoor = [401, 403, 429, 'invalid_response', 'action_in_progress'].some(
      (sign) => sign === this.status || sign === this.code,
    )
    return isFromTheDoor
      ? new ChallengeFundingError({ ...this, message: this.message, isAfterUncertain: true }, this.cause)
      : this
  }
}

/** Whether something that was caught is an error of a call and, where codes are named, one of these. */
export const isFailure = (error: unknown, ...codes: readonly FailureCode[]): error is ChallengeFundingError =>
  error instanceof ChallengeFundingError && (codes.length === 0 || codes.includes(error.code))

/** A failure that no answer of the service tells of. */
export const failedOnTheWay = (code: WayCode, message: string, cause?: unknown): ChallengeFundingError =>
  new ChallengeFundingError({ code, message, status: 0, retryAfter: null, correlationId: null, body: null }, cause)
