import type { Door, Flag } from './door.ts'
import type { History } from './history.ts'
import { compare, compareAnnouncements, compareAnswer, type Difference, Names } from './model/compare.ts'
import { type Book, factsOf, type Request } from './model/facts.ts'
import { announcementsOf, ledgerOf } from './model/model.ts'
import type { Step } from './stage.ts'

/** Where service and model part, with enough to play it again. */
export type Finding = Difference & { seed: number; step: number; request?: Request }

const filled = (names: Names, request: Request): Request => {
  const { body, ...rest } = request
  const path = names.fill(request.path)
  return body === undefined ? { ...rest, path } : { ...rest, path, body: JSON.parse(names.fill(JSON.stringify(body))) }
}

/** Bet events that follow one another, to be sent without waiting for the answers between. */
function burstFrom(steps: readonly Step[], first: number): number {
  let end = first
  for (let step = steps[end]; step?.kind === 'ask' && step.request.path === '/v1/bets'; step = steps[end]) end += 1
  return Math.max(end, first + 1)
}

async function playSteps(history: History, door: Door, names: Names, bursts: boolean): Promise<Finding | undefined> {
  const { seed, steps } = history
  for (let first = 0, next = 0; first < steps.length; first = next) {
    next = bursts ? burstFrom(steps, first) : first + 1
    const sent = steps.slice(first, next).map(async (one) => {
      if (one.kind === 'clock') return door.moveClock(one.now, one.eager)
      const request = filled(names, one.request)
      const { expected } = one
      return { request, expected, answer: await door.ask(request, expected) }
    })
    for (const [index, one] of (await Promise.all(sent)).entries()) {
      const difference = one?.answer && compareAnswer(one.expected, one.answer, names)
      if (difference) return { seed, step: first + index, request: one.request, ...difference }
    }
  }
  return undefined
}

const flagKey = (flag: Flag): string => `${flag.externalBetId} ${flag.type}`

/** Flags as a sorted list; how the service names their types is its own, so only the bets are held against each other. */
function compareFlags(book: Book, actual: Flag[], names: Names): Difference | undefined {
  const expected = factsOf(book, 'flag').map((fact) => fact.externalBetId)
  const bets = actual.sort((a, b) => (flagKey(a) < flagKey(b) ? -1 : 1)).map((flag) => flag.externalBetId)
  return compare(expected.sort(), bets.sort(), names, 'flags')
}

async function compareBooks(history: History, door: Door, names: Names): Promise<Difference | undefined> {
  for (const { name } of history.tenants) {
    const book = history.model.book(name)
    const { programs, totals } = ledgerOf(book)
    const actual = await door.ledger(name)
    const sum = Object.values(actual.totals).reduce((left, right) => left + right, 0)
    const byId = new Map(actual.programs.map((program) => [program.id, program]))
    const found =
      compare(0, sum, names, `ledger.${name}.sum`) ??
      compare(totals, actual.totals, names, `ledger.${name}.totals`) ??
      programs
        .map((program) => compare(program, byId.get(names.idOf(program.id)), names, `ledger.${program.id}`))
        .find((difference) => difference !== undefined) ??
      compareFlags(book, await door.flags(name), names)
    if (found) return found
  }
  return undefined
}

async function compareEvents(history: History, door: Door, names: Names): Promise<Difference | undefined> {
  for (const { tenant, user } of history.players) {
    const expected = announcementsOf(history.model.book(tenant), user)
    const actual = await door.announcements(tenant, user)
    const difference = compareAnnouncements(expected, actual, names, `events.${tenant}.${user}`)
    if (difference) return difference
  }
  return undefined
}

/**
 * Plays a history against a door and gives the first thing that is not as the model predicted: an answer, a sub-balance,
 * an account's total, a flag or an outgoing event. Undefined when all agree. With `bursts`, bet events in a row are sent
 * at once; the door has to keep their order.
 */
export async function play(history: History, door: Door, { bursts = false } = {}): Promise<Finding | undefined> {
  const names = new Names()
  const found = await playSteps(history, door, names, bursts)
  if (found) return found
  await door.finish()
  const difference = (await compareBooks(history, door, names)) ?? (await compareEvents(history, door, names))
  return difference && { seed: history.seed, step: history.steps.length, ...difference }
}

/** A finding in words, with the seed that brings it back. */
export function describeFinding({ seed, step, request, path, expected, actual }: Finding): string {
  const text = (value: unknown) => JSON.stringify(value)
  const asked = request
    ? `${request.method} ${request.path} ${text(request.body)} of tenant ${request.tenant}`
    : 'the end'
  return [
    `seed ${seed}, step ${step}, ${asked}, at ${request ? new Date(request.now).toISOString() : 'the end'}`,
    `  ${path}: the model expects ${text(expected)}, the service gave ${text(actual)}`,
  ].join('\n')
}
