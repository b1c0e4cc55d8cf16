import { type ErrorCode, type ErrorStatus, errors } from '../contract/errors.ts'
import { textOf } from '../contract/instant-wire.ts'
import type { FieldProblem } from '../contract/invalid-request.ts'
import { type Operation, statusOf } from '../contract/operations/operation.ts'
import type { Answer, Refusal } from '../core/answers.ts'
import { invariant } from '../core/invariant.ts'

/** What an error answers beside its code. */
interface Details {
  readonly message?: string
  readonly fields?: readonly FieldProblem[]
  readonly reasons?: readonly ErrorCode[]
  readonly cooldownUntil?: string
  /** Seconds; also in the header Retry-After. */
  readonly retryAfter?: number
}

/** An answer that is an error; the edge adds the correlation id. */
export interface Problem {
  readonly status: ErrorStatus
  readonly body: Details & { readonly error: ErrorCode; readonly message: string }
}

/** An error with its status and, unless there is a better one, its sentence from the table. */
export const problem = (code: ErrorCode, details: Details = {}): Problem => ({
  status: errors[code].status,
  body: { error: code, message: errors[code].message, ...details },
})

/** What was not found, in the words of the operation, unless the place where it was missed had better ones. */
export function inWordsOf<Answered extends object>(operation: Operation, answered: Answered): Answered | Problem {
  const message = operation.meanings?.not_found
  if (message === undefined || !('body' in answered)) return answered
  const { error, message: said } = answered.body as Partial<Problem['body']>
  return error === 'not_found' && said === errors.not_found.message ? problem('not_found', { message }) : answered
}

/** The refusal of a command, as the wire says it. Any other answer here is a bug. */
export function refused(answer: Answer, operation?: Operation): Problem {
  invariant(answer.kind === 'refused', `an answer that the operation does not know: ${answer.kind}`)
  const refusal = problem(answer.code, detailsOf(answer))
  return operation ? { ...refusal, status: statusOf(operation, answer.code) } : refusal
}

const wrongField = (wrong: FieldProblem): Details => ({ message: `${wrong.field} ${wrong.message}`, fields: [wrong] })

const detailsOf = ({ message, field, reasons, cooldownUntil, now }: Refusal): Details => {
  const said = message === undefined || now === undefined ? message : `${message}: it is ${textOf(now)} for this tenant`
  return {
    ...(said === undefined ? {} : { message: said }),
    ...(field === undefined || said === undefined ? {} : wrongField({ field, message: said })),
    ...(reasons === undefined ? {} : { reasons }),
    ...(cooldownUntil === undefined ? {} : { cooldownUntil: textOf(cooldownUntil) }),
  }
}
