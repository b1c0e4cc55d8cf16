interface Schema {
  readonly anyOf?: readonly { readonly $ref?: string }[]
  readonly properties?: { readonly [name: string]: { readonly enum?: readonly unknown[] } }
}
type Schemas = { readonly [name: string]: Schema }

const AT = '#/components/schemas/'

/**
 * The named schemas, and with each that is one of several others what tells those apart: a field that has a value of its
 * own in every one of them. Generators of clients make a type of it that narrows.
 */
export function withDiscriminators(named: { readonly [name: string]: unknown }) {
  const schemas = named as Schemas
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const discriminator = discriminatorOf(schema, schemas)
      return [name, discriminator === null ? schema : { ...schema, discriminator }]
    }),
  )
}

function discriminatorOf({ anyOf = [] }: Schema, schemas: Schemas) {
  const references = anyOf.map(({ $ref = '' }) => $ref)
  const [first, ...others] = references.map((reference) => schemas[reference.slice(AT.length)]?.properties ?? {})
  if (first === undefined || others.length === 0) return null
  for (const propertyName of Object.keys(first)) {
    const values = [first, ...others].map((properties) => onlyValueOf(properties[propertyName]?.enum))
    const mapping = Object.fromEntries(values.map((value, nth) => [value, references[nth]]))
    if (!values.includes(null) && Object.keys(mapping).length === references.length) return { propertyName, mapping }
  }
  return null
}

const onlyValueOf = (values: readonly unknown[] = []): string | null =>
  values.length === 1 && typeof values[0] === 'string' ? values[0] : null
