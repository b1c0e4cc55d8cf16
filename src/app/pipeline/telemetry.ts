import type { EventId } from '../../core/ids.ts'
import type { Outcome, Request } from '../running.ts'

/** Is told what the pipeline does. */
export interface PipelineTelemetry {
  commandDecided(request: Request, outcome: Outcome): void
  batchCommitted(commands: number, durationMs: number): void
  /** Bets were written into the inbox. */
  betsQueued(bets: number, durationMs: number): void
  /** A queued bet can never be decided, and was set aside. */
  queuedBetFailed(error: unknown, eventId: EventId): void
}

/** For those who do not ask. */
export const silent: PipelineTelemetry = {
  commandDecided: () => {},
  batchCommitted: () => {},
  betsQueued: () => {},
  queuedBetFailed: () => {},
}
