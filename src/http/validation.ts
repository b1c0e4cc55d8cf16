import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { type FieldProblem, InvalidRequest, TooMuch } from '../contract/invalid-request.ts'
import { sentenceOnShape } from '../contract/schemas/shaped.ts'
import { overfullIn } from './overfull-in.ts'

/** Checks a part of a request: gives it back typed, or says which fields are missing or wrong. */
export type Check<Value> = (value: unknown) => { readonly value: Value } | { readonly error: InvalidRequest }

/** Bodies are taken as they are: a text is no number. `whole` names the part where a problem has no field. */
export function checkerOf<Schema extends TSchema>(schema: Schema, whole = 'body'): Check<Static<Schema>> {
  const validator = Compile(schema)
  return (value) => {
    if (validator.Check(value)) return { value }
    // No body at all comes as null, too.
    if (value == null) return { error: new InvalidRequest([{ field: whole, message: 'is required' }]) }
    const overfull = overfullIn(schema, value)
    if (overfull === undefined) return { error: new InvalidRequest(problemsOf(validator.Errors(value), whole)) }
    const { isBatch, ...problem } = overfull
    return { error: isBatch ? new TooMuch([problem]) : new InvalidRequest([problem]) }
  }
}

/** A query is all text, so what its schema calls an integer is read as one; all else stays text. */
function queryCheckerOf(schema: TSchema): Check<unknown> {
  const check = checkerOf(schema, 'query')
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  const integers = Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
  return (query) => {
    const read = { ...(query as Record<string, unknown>) }
    for (const name of integers) {
      const text = read[name]
      if (typeof text === 'string' && /^-?\d{1,15}$/.test(text)) read[name] = Number(text)
    }
    return check(read)
  }
}

/** How Fastify gets its checks: the schemas of the contract, compiled once. */
export const validatorCompiler: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  httpPart === 'querystring' ? queryCheckerOf(schema as TSchema) : checkerOf(schema as TSchema, httpPart)

/** One problem a field, the first that was found, by the path of the field. */
function problemsOf(errors: readonly TLocalizedValidationError[], whole: string): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const error of errors) {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const fields = namesIn(error)
    for (const name of fields) {
      const field = [path, name].filter((part) => part !== '').join('.') || whole
      if (!problems.has(field)) problems.set(field, { field, message: sentenceOf(error) })
    }
  }
  return [...problems.values()]
}

/** The fields below the path that an error is about; the path itself where there are none. */
function namesIn(error: TLocalizedValidationError): readonly string[] {
  if (error.keyword === 'required') return error.params.requiredProperties
  return error.keyword === 'additionalProperties' ? error.params.additionalProperties : ['']
}

function sentenceOf(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`
    case 'type':
      return `must be ${[error.params.type].flat().map(withArticle).join(' or ')}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'exclusiveMinimum':
      return `must be more than ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    // Told of the field itself before its object is; the contract refuses a value as such nowhere else.
    case 'boolean':
    case 'additionalProperties':
      return 'is not known'
    case 'minLength':
      return error.params.limit === 1 ? 'must not be empty' : error.message
    case 'pattern':
      return sentenceOnShape(error.params.pattern)
    default:
      return error.message
  }
}

const withArticle = (type: string): string =>
  type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type === 'string' ? 'text' : type}`
