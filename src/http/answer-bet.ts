import type { Outcome, Queued } from '../app/running.ts'
import { renderVerdict } from '../contract/render/bet-result.ts'
import { refused } from './problem.ts'

/** What a bet event is answered with, alone or in a batch. */
export const answerBet = ({ answer }: Outcome) =>
  answer.kind === 'bet'
    ? { status: 200 as const, body: renderVerdict(answer.verdict, answer.duplicate) }
    : refused(answer)

/** The same for one that is decided later. */
export const answerQueued = (queued: Queued) =>
  queued.kind === 'queued'
    ? { status: 202 as const, body: { betEventId: queued.betEventId, status: 'queued' as const } }
    : refused(queued)
