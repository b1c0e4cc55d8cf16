import { withDiscriminators } from './discriminators.ts'

type Json = { [name: string]: unknown }

/**
 * The OpenAPI document with every schema that has a title moved to the components, and a reference left in its place:
 * the schemas are plain values when they check and serialise, and named things in the document.
 */
export function hoistTitled<Document extends object>(document: Document): Document {
  const schemas: Json = {}
  const hoisted = walk(document, schemas) as Json
  const components = (hoisted.components ?? {}) as Json
  return {
    ...hoisted,
    components: { ...components, schemas: withDiscriminators(sorted(schemas)) },
  } as unknown as Document
}

function walk(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, schemas))
  if (value === null || typeof value !== 'object') return value
  const node: Json = {}
  for (const [name, part] of Object.entries(value)) node[name] = isLiteral(name) ? part : walk(part, schemas)
  const schema = asList(node)
  return isTitledSchema(schema) ? hoist(schema, schemas) : schema
}

/** A constant as a list of one, which the generator makes of it wherever it has gone over a schema. */
function asList({ const: only, ...rest }: Json): Json {
  return only === undefined ? rest : { ...rest, enum: [only] }
}

/** Values that are shown, not schemas. */
const isLiteral = (name: string): boolean =>
  name === 'example' || name === 'examples' || name === 'enum' || name === 'info'

const isTitledSchema = (node: Json): node is Json & { title: string } =>
  typeof node.title === 'string' && ('type' in node || 'anyOf' in node)

function hoist(schema: Json & { title: string }, schemas: Json): Json {
  const { title } = schema
  const before = schemas[title]
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
    throw new TypeError(`two schemas of the contract are called ${title}`)
  }
  schemas[title] = schema
  return { $ref: `#/components/schemas/${title}` }
}

const sorted = (schemas: Json): Json => Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
