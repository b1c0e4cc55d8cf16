export { ChallengeFundingError, type Failure, type FailureCode, isFailure } from './challenge-funding-error.ts'
export {
  type Answer,
  type CallOptions,
  type Calls,
  type Client,
  type ClientOptions,
  createClient,
  type Input,
  type Item,
  type OperationId,
  type StreamCalls,
  type StreamId,
} from './client.ts'
export type { Credentials } from './credentials.ts'
export type { PlayerStreamOptions, StreamOptions } from './event-stream.ts'
export type { Lines } from './lines.ts'
export type { RetryNotice, RetrySettings } from './retries.ts'
export { UserTokens } from './user-tokens.ts'
export type * from './wire.ts'
