import { newKey } from '../../../sdk/src/client.ts'
import type { Dialog, History, Progress } from './state.ts'

/** What a player says yes to. */
export interface Asking {
  readonly dialog: Dialog
  /** What a withdrawal takes. */
  readonly grossAmount: number
}

/** Something that was sent. */
export interface Sent {
  /** The service does at most one of the things that come under one key. */
  readonly key: string
  /** Where the player stood, by the clock of the service, when it was sent for the first time. */
  readonly since: string
  /** All that was sent under the key, the latest first. */
  readonly askings: readonly [Asking, ...Asking[]]
}

/** Whose action it is, and on which program. */
export interface Actor {
  readonly player: string
  readonly kind: Dialog['kind']
  readonly progress: Progress
}

/**
 * What was sent from this page and has no answer yet, whatever became of the dialog or of the element: it may have happened.
 * Until there is an answer all that is asked of the same kind goes under the same key, another amount, too. So it happens
 * once, and a key that was used for another amount tells that this one has arrived.
 */
export class Unanswered {
  readonly #sent = new Map<string, Sent>()

  /** Null where there is nothing to wait for; what the history tells of by now is answered, too. */
  find(actor: Actor, history: History | null): Sent | null {
    const sent = this.#sent.get(nameOf(actor))
    if (sent === undefined || !isTold(actor, sent, history)) return sent ?? null
    this.answered(actor, sent)
    return null
  }

  send(actor: Actor, asking: Asking): Sent {
    const before = this.#sent.get(nameOf(actor))
    const { key, since, askings } = before ?? { key: newKey(), since: actor.progress.asOf, askings: [] }
    const sent: Sent = { key, since, askings: [asking, ...askings] }
    this.#sent.set(nameOf(actor), sent)
    return sent
  }

  answered(actor: Actor, { key }: Sent): void {
    // Two widgets may have waited for the same answer, and one of them gone on.
    if (this.#sent.get(nameOf(actor))?.key === key) this.#sent.delete(nameOf(actor))
  }
}

function nameOf({ player, kind, progress }: Actor): string {
  return `${player} ${kind} ${idOf(progress)}`
}

function idOf(progress: Progress): string {
  if (progress.type === 'none') return ''
  return progress.type === 'funded_account' ? progress.fundedAccountId : progress.challengeId
}

/** What has ended a program needs no telling: nothing is asked of that one any more. */
function isTold({ kind, progress }: Actor, { since }: Sent, history: History | null): boolean {
  if (kind === 'buy') return history?.challenges.some(({ startedAt }) => startedAt > since) ?? false
  const account = history?.fundedAccounts.find(({ id }) => id === idOf(progress))
  return account?.payouts.some(({ mandatory, requestedAt }) => !mandatory && requestedAt > since) ?? false
}
