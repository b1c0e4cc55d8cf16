import type { Answer } from '../answers.ts'
import { type BetEvent, isBetEvent } from '../events.ts'
import { invariant } from '../invariant.ts'
import type { Telling, Untold } from '../telling.ts'
import { verdictOf } from './verdict.ts'

/** Tells the bet event of the command, which bears the command's id, and answers with its verdict. */
export function tellBet(telling: Telling, fact: Untold<BetEvent>): Answer {
  const event = telling.tell({ ...fact, id: telling.commandId })
  invariant(isBetEvent(event), 'what was told is the bet event')
  return { kind: 'bet', verdict: verdictOf(event), duplicate: false }
}
