import { StoreUnavailable } from '../app/app.ts'
import { ServiceBusy } from '../app/service-busy.ts'
import { type FieldProblem, InvalidRequest, TooMuch } from '../contract/invalid-request.ts'
import { MappingFailed } from '../contract/mapping/map-bet.ts'
import { type Problem, problem } from './problem.ts'

/** When to come back after the service was too busy, in seconds. */
const RETRY_AFTER = 1

/** What Fastify refuses by itself, by its own codes. */
const byFastify: { readonly [code: string]: FieldProblem } = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { field: 'Content-Type', message: 'must be application/json' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { field: 'Content-Length', message: 'is not the length of the body' },
  FST_ERR_CTP_INVALID_JSON_BODY: { field: 'body', message: 'is not valid JSON' },
  FST_ERR_BAD_URL: { field: 'path', message: 'is not a valid URL' },
}

const invalid = (error: InvalidRequest): Problem =>
  problem(error instanceof TooMuch ? 'payload_too_large' : 'validation_error', {
    message: error.message,
    fields: error.fields,
  })

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The answer to anything that was thrown; undefined where it is a bug of ours, which nobody outside is told about. */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof InvalidRequest) return invalid(error)
  if (error instanceof MappingFailed) return problem('mapping_error', { message: error.message, fields: error.fields })
  if (error instanceof ServiceBusy || error instanceof StoreUnavailable) {
    return problem('service_unavailable', { retryAfter: RETRY_AFTER })
  }
  if (codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large')
  const field = byFastify[codeOf(error)]
  return field === undefined ? undefined : invalid(new InvalidRequest([field]))
}
