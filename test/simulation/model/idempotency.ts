import { refused, TEXT } from './answers.ts'
import { type Book, type Expected, factsOf, type Request, Undetermined } from './facts.ts'
import { HOUR } from './time.ts'

const keyOf = (request: Request): string | undefined =>
  request.method === 'POST' ? request.headers?.['x-idempotency-key'] : undefined

const malformed = new Set<unknown>(['validation_error', 'missing_idempotency_key', 'confirmation_required'])

/** Executed answers are kept, refused payouts too; validation errors and 429 are not (Rules 9.1). */
export const isKept = ({ status, body }: Expected): boolean =>
  status < 400 ||
  (status === 400 && !malformed.has(body.error)) ||
  (status < 500 && ![400, 401, 403, 429].includes(status))

/** Answers a repeated key from what was stored under it, else runs the request (Rules 9.1). */
export function withIdempotency(book: Book, request: Request, run: () => Expected): Expected {
  const key = keyOf(request)
  if (key === undefined) return run()
  const body = JSON.stringify(request.body ?? null)
  const earlier = factsOf(book, 'answered').find((fact) => fact.key === key && fact.path === request.path)
  // Keys live by the real clock, which a test clock leaves behind.
  if (earlier && request.now - earlier.at > 20 * HOUR)
    throw new Undetermined('a key of which it is not sure that it lives')
  if (earlier && earlier.body !== body) return refused(request, 409, 'idempotency_conflict')
  if (earlier) return { ...earlier.answer, body: { ...earlier.answer.body, correlationId: TEXT } }
  const answer = run()
  if (isKept(answer)) book.facts.push({ kind: 'answered', key, path: request.path, body, answer, at: request.now })
  return answer
}
