import { hash } from 'node:crypto'
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { App } from '../app/app.ts'
import { type Claim, ClaimLost, type StoredResponse } from '../app/idempotency.ts'
import { printOf } from '../app/passwords.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { invalid } from '../contract/invalid-request.ts'
import { invariant } from '../core/invariant.ts'
import { paramsIn } from './params-in.ts'
import { problem } from './problem.ts'
import type { Reply } from './route.ts'
import { type Replay, send } from './send.ts'

/** A request that holds its key. */
export interface Receiving {
  readonly claim: Claim
  /** What is stored for the answer; null for one that would be judged anew the next time. */
  readonly keep: (answer: Reply) => StoredResponse | null
}

type Handle = (receiving: Receiving) => Promise<Reply>
/** Is told of what failed behind an answer that stands whatever becomes of it. */
type Tell = (error: unknown) => void

const VALID_KEY = /^[\x20-\x7e]{1,255}$/
/** When to ask again for the answer of a request that still runs, in seconds. */
const RETRY_AFTER = 1
const stillRuns = problem('idempotency_in_progress', { retryAfter: RETRY_AFTER })

/**
 * The answer to a POST with an idempotency key: it happens once and is answered the same each time. Undefined where a
 * request has no key. Rules 9.1
 *
 * A command stores its answer in its own transaction, so that no crash can come between the two. All else stores it
 * afterwards: who dies in between leaves a key that is free again after a minute. A database that is away is told later.
 */
export async function once(
  app: App,
  request: FastifyRequest,
  handle: Handle,
  tell: Tell,
): Promise<Reply | Replay | undefined> {
  const key = keyOf(request)
  if (key === undefined) return undefined
  if (!VALID_KEY.test(key)) return invalid('X-Idempotency-Key', 'must be 1 to 255 printable ASCII characters')
  const held = await hold(app, key, request)
  switch (held.kind) {
    case 'claimed':
      return underClaim({ app, claim: held.claim, request, tell }, handle)
    case 'replay':
      return { status: held.response.status, text: held.response.body }
    case 'conflict':
      return problem('idempotency_conflict')
    case 'in_progress':
      return stillRuns
  }
}

/** Refuses what does nothing without a key, before anything else of it is looked at. An empty key is none. */
export const requireKey: preValidationHookHandler = (request, reply, done) => {
  if (keyOf(request)) done()
  else send(reply, problem('missing_idempotency_key'))
}

/** The key of a request, by either of its names. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-idempotency-key'] ?? headers['idempotency-key']
  return Array.isArray(key) ? key.join() : key
}

async function hold(app: App, key: string, request: FastifyRequest) {
  const { tenant, method, bodyText, operation } = request
  invariant(tenant, 'an idempotency key belongs to a tenant')
  const name = { tenantId: tenant.id, scope: `${method} ${pathOf(request)}`, key }
  const bodyHash = operation?.takesPassword
    ? await printOf(bodyText, `${name.tenantId} ${name.scope} ${key}`)
    : hash('sha256', bodyText)
  return app.claimKey({ ...name, bodyHash })
}

/** The path in one spelling: clients, and proxies between them and us, differ in what of a user id they encode, and how. */
function pathOf(request: FastifyRequest): string {
  const { operation } = request
  invariant(operation, 'an idempotency key belongs to an operation')
  const params = paramsIn(request)
  return operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

interface Held {
  readonly app: App
  readonly claim: Claim
  readonly request: FastifyRequest
  readonly tell: Tell
}

/** The claim ends with an answer that is kept or with a key that is free again. */
async function underClaim(held: Held, handle: Handle): Promise<Reply> {
  const { app, claim, request } = held
  let kept = false
  let isDone = false
  const keep = (answer: Reply): StoredResponse | null => {
    kept = isKept(answer)
    return kept ? { status: answer.status, body: JSON.stringify({ ...answer.body, correlationId: request.id }) } : null
  }
  try {
    const answer = await handle({ claim, keep })
    isDone = true
    if (kept) return answer
    const response = keep(answer)
    if (response === null) await release(held, true)
    else await app.keepResponse(claim, response)
    return answer
  } catch (error) {
    if (error instanceof ClaimLost) return stillRuns
    if (!kept) await release(held, leavesNoHalf(request))
    // A command may have been committed, whatever broke afterwards. Then its answer is found with the key; otherwise nothing was done.
    else if (!isDone) app.releaseKeyLater(claim)
    throw error
  }
}

/** A key that cannot be released may be released later: what went wrong first is what has to be heard. */
const release = ({ app, claim, tell }: Held, mayBeLater: boolean): Promise<void> =>
  app.releaseKey(claim).catch((error) => {
    tell(error)
    if (mayBeLater) app.releaseKeyLater(claim)
  })

/**
 * Whether what broke has left nothing that a second time would do again: actions of players are commands, which store their
 * answers themselves. Of anything else nobody knows, and the minute of its key gives somebody time to look.
 */
const leavesNoHalf = ({ operation }: FastifyRequest): boolean =>
  operation?.access === 'user' || operation?.repeatable === true

/** What was never carried out: a wrong request, and one that another action of the user kept waiting. */
const judgedAnew: ReadonlySet<ErrorCode> = new Set([
  'validation_error',
  'confirmation_required',
  'mapping_error',
  'action_in_progress',
])

/** Successes and refusals by the rules are kept. */
function isKept({ status, body }: Reply): boolean {
  if ('error' in body && judgedAnew.has(body.error as ErrorCode)) return false
  return status < 500 && status !== 401 && status !== 403 && status !== 429
}
