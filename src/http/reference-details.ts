import { operations } from '../contract/operations/index.ts'
import type { Operation } from '../contract/operations/operation.ts'

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
    const { examples } = declared[operationId] ?? {}
    const body = requestBody?.content['application/json']
    if (examples && body) body.examples = examplesOf(examples)
    const limited = responses[429]
    if (limited) limited.headers = references
  }
  return { ...document, components: { ...components, headers } }
}

interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: { readonly [type: string]: { examples?: object } } }
  readonly responses: { readonly [status: number]: { headers?: object } }
}

const examplesOf = (examples: { readonly [purpose: string]: object }) =>
  Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.replace(/\W+/g, '-').toLowerCase(),
      { summary, value },
    ]),
  )
