import type { Chance } from './chance.ts'
import { type Coverage, observe } from './coverage.ts'
import { type Book, type Expected, type Program, type Request, Undetermined } from './model/facts.ts'
import type { Model } from './model/model.ts'
import { activeProgram } from './model/programs.ts'

/** What a history consists of: requests with their predicted answers, and the clock moving between them. */
export type Step =
  | { kind: 'ask'; request: Request; expected: Expected }
  /** `eager`: the service is told to run what falls due meanwhile; otherwise the next request finds it due. */
  | { kind: 'clock'; now: number; eager: boolean }

export type Player = { tenant: string; user: string }

/** Everything that the writing of one history shares. */
export type Stage = {
  chance: Chance
  model: Model
  coverage: Coverage
  tenants: string[]
  players: Player[]
  now: number
  steps: Step[]
  /** Requests under a key, and bet events, that may come again. */
  repeatable: Request[]
  betsMade: number
}

type Draft = Omit<Request, 'now' | 'headers'> & { headers?: Record<string, string> }

export const bookOf = (stage: Stage, player: { tenant: string }): Book => stage.model.book(player.tenant)

export const programOf = (stage: Stage, player: Player): Program | undefined =>
  activeProgram(bookOf(stage, player), player.user)

/** Adds a request to the history, unless the contract leaves its answer open. */
export function ask(stage: Stage, draft: Draft): Expected | undefined {
  const headers = { 'x-correlation-id': `sim-${stage.steps.length}`, ...draft.headers }
  const request: Request = { ...draft, headers, now: stage.now }
  const book = bookOf(stage, request)
  const before = book.facts.length
  try {
    const expected = stage.model.handle(request)
    stage.steps.push({ kind: 'ask', request, expected })
    observe(stage.coverage, book, before, request, expected)
    return expected
  } catch (error) {
    if (!(error instanceof Undetermined)) throw error
    stage.coverage.note(`left out: ${error.message}`)
    return undefined
  }
}

/** A bet event; it may be sent again later in the history. */
export function sendBet(stage: Stage, player: Player, body: Record<string, unknown>): Expected | undefined {
  const draft = { tenant: player.tenant, method: 'POST' as const, path: '/v1/bets', body }
  const answer = ask(stage, draft)
  if (answer) stage.repeatable.push({ ...draft, now: stage.now })
  return answer
}

export const post = (stage: Stage, player: Player, path: string, body?: Record<string, unknown>) =>
  ask(stage, { tenant: player.tenant, method: 'POST', path, ...(body && { body }) })

export const read = (stage: Stage, player: Player, what: string): Expected | undefined =>
  ask(stage, { tenant: player.tenant, method: 'GET', path: `/v1/users/${player.user}/${what}` })
