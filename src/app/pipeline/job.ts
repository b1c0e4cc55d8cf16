import type { Command } from '../../core/commands.ts'
import type { Outcome, Receipt, Who } from '../app.ts'

/** A command on its way through the pipeline, and whoever waits for its outcome. */
export interface Job {
  readonly who: Who
  readonly command: Command
  readonly receipt: Receipt | undefined
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}
