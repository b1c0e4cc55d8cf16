import type { Outcome, Request } from '../app.ts'

/** Is told what the pipeline does. */
export interface PipelineTelemetry {
  commandDecided(request: Request, outcome: Outcome): void
  batchCommitted(commands: number, durationMs: number): void
}

/** For those who do not ask. */
export const silent: PipelineTelemetry = { commandDecided: () => {}, batchCommitted: () => {} }
