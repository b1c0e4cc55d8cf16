import { KNOWN_AS } from '../contract/schemas/scalars.ts'

/** A schema as clients are to know it, wherever in it something is written by one schema and known by another. */
export function asKnown<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(asKnown) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  if (KNOWN_AS in schema) return asKnown(schema[KNOWN_AS]) as Schema
  const parts = Object.entries(schema).map(([name, part]) => [name, asKnown(part)])
  return Object.fromEntries(parts) as Schema
}
