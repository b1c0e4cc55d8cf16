import type { Command } from '../../core/commands.ts'
import type { Acting } from '../audit/acting.ts'
import type { Outcome, Receipt } from '../running.ts'
import type { Who } from '../who.ts'

/** A command on its way through the pipeline, and whoever waits for its outcome. */
export interface Job {
  readonly who: Who
  /** Tenant and user: the player's key in the books. */
  readonly key: string
  readonly command: Command
  /** Tenant and external bet id: the bet's key in the books; null where it is about none. */
  readonly betKey: string | null
  readonly receipt: Receipt | undefined
  /** In whose name it was asked for. */
  readonly by: Acting
  /** Whether it stands in the inbox under the id of its command, from which the batch takes it. */
  readonly isQueued: boolean
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Whoever took it out of the inbox has its outcome. */
export class NoLongerQueued extends Error {
  override readonly name = 'NoLongerQueued'
}

/** It stays in the inbox until the earlier ones of its player are out. */
export class NotItsTurn extends Error {
  override readonly name = 'NotItsTurn'
}
