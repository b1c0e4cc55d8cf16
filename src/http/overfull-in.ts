import type { TSchema } from 'typebox'
import type { FieldProblem } from '../contract/invalid-request.ts'
import { BATCH } from '../contract/schemas/bet.ts'

interface Bounded {
  readonly [BATCH]?: true
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly items?: TSchema
  readonly properties?: { readonly [name: string]: TSchema }
}

interface Overfull extends FieldProblem {
  /** Whether it is the list of a batch. */
  readonly isBatch: boolean
}

/**
 * The first list or object in a value that holds more than its schema allows. It is looked for before anything else that
 * is wrong: a body has room for half a million items, and to say what is wrong with each takes seconds, in which nobody
 * is answered.
 */
export function overfullIn(schema: TSchema, value: unknown): Overfull | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { [BATCH]: isBatch = false, maxItems, maxProperties, items, properties = {} } = schema as Bounded
  const isList = Array.isArray(value)
  const [held, most, things] = isList
    ? [value.length, maxItems, 'items']
    : [Object.keys(value).length, maxProperties, 'properties']
  if (most !== undefined && held > most) {
    return { field: '', message: `must not have more than ${most} ${things}`, isBatch }
  }
  for (const [name, part] of Object.entries(value)) {
    const its = isList ? items : Object.hasOwn(properties, name) ? properties[name] : undefined
    const found = its && overfullIn(its, part)
    if (found) return { ...found, field: found.field === '' ? name : `${name}.${found.field}` }
  }
  return undefined
}
