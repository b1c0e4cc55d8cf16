import { type ErrorCode, errorCodes, errors } from '../contract/errors.ts'
import { operations } from '../contract/operations/index.ts'
import { errorsOf, type Operation, statusOf } from '../contract/operations/operation.ts'
import { exampleCorrelationId as correlationId } from '../contract/schemas/examples-of-events.ts'

type Json = { [name: string]: unknown }

const header = (type: string, description: string) => ({ description, schema: { type } })

/** The headers that say when to come back; where one bet event too many was refused, the first is missing. */
const headers = {
  'Retry-After': header(
    'integer',
    'In how many seconds to come back; not with the limit of one player, which is a minute',
  ),
  'X-RateLimit-Limit': header('integer', 'How many requests a minute allows'),
  'X-RateLimit-Remaining': header('integer', 'How many of them are left'),
  'X-RateLimit-Reset': header('integer', 'When the minute is over, in seconds since 1970'),
}
const references = Object.fromEntries(
  Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** The document with what its schemas cannot say: whole bodies to begin with, and the headers of a 429. */
export function withDetails<Document extends object>(document: Document): Document {
  const { paths = {}, components = {} } = document as { readonly paths?: Json; readonly components?: Json }
  const declared: { readonly [id: string]: Operation } = operations
  for (const described of Object.values(paths).flatMap((methods) => Object.values(methods as Json))) {
    const { operationId, requestBody, responses } = described as Described
    const operation = declared[operationId]
    if (operation === undefined) continue
    const body = requestBody?.content['application/json']
    if (operation.examples && body) body.examples = examplesOf(operation.examples)
    for (const [status, response] of Object.entries(responses)) {
      const examples = { ...examplesOf(operation.answered?.[Number(status)] ?? {}), ...refusalsOf(operation, status) }
      const answer = response.content?.['application/json']
      if (answer && Object.keys(examples).length > 0) answer.examples = examples
    }
    const limited = responses[429]
    if (limited) limited.headers = references
  }
  return { ...document, components: { ...components, headers, examples: refusals } }
}

interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: { headers?: object; readonly content?: Content } }
}
type Content = { readonly [type: string]: { examples?: object } }

/** What comes with a code beside the message. */
const details: { readonly [code in ErrorCode]?: object } = {
  validation_error: {
    message: 'stakeAmount must be at least 0.01',
    fields: [{ field: 'stakeAmount', message: 'must be at least 0.01' }],
  },
  mapping_error: {
    message: 'userId is not in the payload',
    fields: [{ field: 'userId', message: 'is not in the payload' }],
  },
  purchase_cooldown: { cooldownUntil: '2026-11-22T00:00:00.000Z' },
  rate_limited: { retryAfter: 12 },
  insufficient_withdrawable_balance: { reasons: ['insufficient_withdrawable_balance'] },
}
const refusal = (code: ErrorCode, more?: object) => ({
  summary: code,
  value: { error: code, message: errors[code].message, ...details[code], ...more, correlationId },
})
/** Every error with its usual message. */
const refusals = Object.fromEntries(errorCodes.map((code) => [code, refusal(code)]))

/** An example for each code that comes under a status, unless that has a body of its own here. */
function refusalsOf(operation: Operation, status: string) {
  const isRefusal = operation.answers[Number(status)] === undefined
  const codes = errorsOf(operation).filter((code) => isRefusal && String(statusOf(operation, code)) === status)
  return Object.fromEntries(codes.map((code) => [code, refusalIn(operation, code)]))
}

function refusalIn({ meanings }: Operation, code: ErrorCode) {
  const message = code === 'not_found' ? meanings?.[code] : undefined
  return message === undefined ? { $ref: `#/components/examples/${code}` } : refusal(code, { message })
}

const examplesOf = (examples: { readonly [purpose: string]: object }) =>
  Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.replace(/\W+/g, '-').toLowerCase(),
      { summary, value },
    ]),
  )
