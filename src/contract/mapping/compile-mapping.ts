import { type FieldProblem, InvalidRequest } from '../invalid-request.ts'
import { type AdapterMappingRequest, type MappedField, mappedFields } from '../schemas/adapter-mapping.ts'
import { checkExpression } from './check-expression.ts'
import type { Expression } from './metered-interpreter.ts'

type Scalar = string | number | boolean

/** A mapping that is ready to be applied. */
export interface CompiledMapping {
  readonly fields: readonly CompiledField[]
}

export interface CompiledField {
  readonly name: MappedField
  /** Null: the field stands in the payload under its own name. */
  readonly expression: Expression | null
  /** What the operator's values stand for, by their text. */
  readonly values: ReadonlyMap<string, Scalar>
}

/** The largest mapping, in characters of its JSON. */
const MAPPING_MAX = 16 * 1024

/** Throws `InvalidRequest`, which names each field whose expression cannot be used. */
export function compileMapping(mapping: AdapterMappingRequest): CompiledMapping {
  if (JSON.stringify(mapping).length > MAPPING_MAX) {
    throw new InvalidRequest([{ field: 'mapping', message: `must not be larger than ${MAPPING_MAX} characters` }])
  }
  const problems: FieldProblem[] = []
  const fields = mappedFields.map((name) => {
    const text = mapping.fields[name]
    const values = new Map(Object.entries(mapping.values?.[name] ?? {}))
    try {
      return { name, expression: text === undefined ? null : checkExpression(text), values }
    } catch (error) {
      problems.push({ field: `fields.${name}`, message: error instanceof Error ? error.message : String(error) })
      return { name, expression: null, values }
    }
  })
  if (problems.length > 0) throw new InvalidRequest(problems)
  return { fields }
}
