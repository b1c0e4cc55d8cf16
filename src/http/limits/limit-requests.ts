import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../app/clock.ts'
import { errors } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { invariant } from '../../core/invariant.ts'
import { type Problem, problem } from '../problem.ts'
import { send } from '../send.ts'
import type { EdgeTelemetry } from '../telemetry.ts'
import { addressKey } from './address-key.ts'
import { askerOf } from './asker-of.ts'
import { type BetEvents, betEventsIn, noBetEvents } from './bet-events-in.ts'
import type { Count, Counter, Counters } from './counters.ts'
import { failedAuthentications, limitsOf } from './limits-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has been counted. */
    limited: boolean
    /** How many bet events each player may still bring with this request; null where it is one bet or was not counted. */
    betEventsLeft?: Map<string, number> | null
  }
}

export interface LimitSettings {
  readonly counters: Counters
  readonly clock: Clock
}

type Done = (error?: Error) => void
export type Limit = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/** For an address that failed to authenticate too often, whatever is left of its minute; in seconds. */
const LOCKED_OUT = 60

/**
 * Counts every request once and puts what is left into the headers of every answer. The hook that it gives back belongs
 * behind the guard of a route: before the body is read, or after it where the body says whose bets it brings.
 *
 * What never comes to that hook is counted when it is answered. So is a failed authentication, whoever found it: an
 * address that had too many in a minute is answered with nothing else.
 */
export function limitRequests(server: FastifyInstance, limits: LimitSettings, telemetry: EdgeTelemetry): Limit {
  const settings = { ...limits, telemetry }
  server.decorateRequest('limited', false)
  server.decorateRequest('betEventsLeft', null)
  server.addHook('onSend', (request, reply, payload, done) => {
    const failed = reply.statusCode === errors.unauthorized.status
    if (request.limited && !failed) return done(null, payload)
    const isUnknown = failed || isNobodyKnown(request, reply)
    const counters = isUnknown
      ? [failedAuthentications(addressKey(request.ip), failed ? 1 : 0)]
      : countersOf(request, noBetEvents)
    judge(settings, request, reply, counters, done, (refusal) =>
      done(null, refusal === null ? payload : refuseInstead(reply, refusal)),
    )
  })
  return (request, reply, done) => {
    const counters = countersOf(request, betEventsIn(request.operation, request.body))
    judge(settings, request, reply, counters, done, (refusal) => {
      if (refusal === null) done()
      else send(reply, refusal)
    })
  }
}

/**
 * Whether nobody could be recognised, since the database is away. A backend then tries again and again, as it shall, and
 * must hear of the database each time, not of a limit: that of askers whom nobody knows is low.
 */
const isNobodyKnown = ({ caller }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  caller === null && statusCode === errors.service_unavailable.status

const countersOf = (request: FastifyRequest, betEvents: BetEvents): readonly Counter[] =>
  limitsOf({
    path: request.operation?.path ?? '',
    address: addressKey(request.ip),
    asker: askerOf(request),
    betEvents,
  })

interface Settings extends LimitSettings {
  readonly telemetry: EdgeTelemetry
}

/** Counts a request, tells the headers what is left, and gives the answer that it gets instead of its own, if any. */
function judge(
  { counters, clock, telemetry }: Settings,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: readonly Counter[],
  failed: Done,
  judged: (refusal: Problem | null) => void,
): void {
  const tell = (counts: readonly Count[]): Problem | null => {
    if (request.operation?.betEvents === 'many') request.betEventsLeft = eventsTaken(limits, counts)
    const refused = counts.findIndex(({ refused }) => refused)
    const shown = shownOf(limits, counts, refused)
    // Of a login that failed, the headers go on telling of the logins that are left.
    if (!request.limited || refused !== -1) {
      reply
        .header('x-ratelimit-limit', shown.max)
        .header('x-ratelimit-remaining', Math.max(0, shown.max - shown.count))
        .header('x-ratelimit-reset', Math.ceil((clock.now() + shown.resetMs) / 1000))
    }
    request.limited = true
    const limit = limits[refused]
    if (limit === undefined) return null
    telemetry.requestLimited(limit.limit)
    return refusalOf(request.operation, limit, shown.resetMs)
  }
  const counts = counters.take(limits)
  if (counts instanceof Promise) counts.then(tell).then(judged, failed)
  else judged(tell(counts))
}

/** The limit that refused the request; bet events that are too many are not what the headers speak of. */
function shownOf(limits: readonly Counter[], counts: readonly Count[], refused: number) {
  const at = limits[refused]?.takes === 'all' ? refused : 0
  const limit = limits[at]
  const count = counts[at]
  invariant(limit && count, 'every request is held to a limit')
  return { max: limit.max, count: count.count, resetMs: count.resetMs }
}

function refusalOf(operation: Operation | null, limit: Counter, resetMs: number): Problem | null {
  // Questions whether the service is well are counted, and answered all the same.
  if (operation?.tag === 'Health') return null
  // A batch goes on with those of its bets that there is room for; a single one is told no more than that there is none.
  if (limit.takes === 'some') return operation?.betEvents === 'many' ? null : tooManyBetEvents()
  const retryAfter = limit.limit === 'failedAuthentications' ? LOCKED_OUT : Math.max(1, Math.ceil(resetMs / 1000))
  return problem('rate_limited', { retryAfter })
}

function eventsTaken(limits: readonly Counter[], counts: readonly Count[]): Map<string, number> {
  const left = new Map<string, number>()
  for (const [i, { userId }] of limits.entries()) if (userId !== undefined) left.set(userId, counts[i]?.taken ?? 0)
  return left
}

/** Of one player; who sends bets of many has no other way to tell this limit from those of all their requests. */
export const tooManyBetEvents = (): Problem =>
  problem('rate_limited', { message: 'Too many bet events of this player within a minute: send it again later' })

/** Takes one of the bet events that the limit had room for. */
export function takeBetEvent({ betEventsLeft }: FastifyRequest, userId: string): boolean {
  if (!betEventsLeft) return true
  const left = betEventsLeft.get(userId) ?? 0
  betEventsLeft.set(userId, left - 1)
  return left > 0
}

/** In place of an answer that is on its way, which may have been a packed file, to be kept for a year. */
function refuseInstead(reply: FastifyReply, { status, body }: Problem): string {
  reply.removeHeader('content-encoding').removeHeader('etag').header('cache-control', 'no-store')
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (body.retryAfter !== undefined) reply.header('retry-after', body.retryAfter)
  return JSON.stringify({ ...body, correlationId: reply.request.id })
}
