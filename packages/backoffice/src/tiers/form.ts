/** A field of a form: what it is called and what may stand in it. */
export interface FormField<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly kind: 'amount' | 'percent' | 'odds' | 'times' | 'count'
  /** Whether nothing may stand in it, which is no limit. */
  readonly mayBeEmpty?: true
}

/** What is typed, by the names of the fields. */
export type Typed = { readonly [name: string]: string }

/** Texts for values, to be edited. */
export const typedOf = (values: { readonly [name: string]: unknown }): Typed =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value == null ? '' : String(value)]))

/**
 * What may be typed for a number. A comma begins the decimals, of which there are one or two then: with three digits after it
 * somebody means thousands, as the pages write them.
 */
export const AMOUNT_PATTERN = '[0-9]+(\\.[0-9]+|,[0-9]{1,2})?'

/** Values of what was typed: null where nothing is, and NaN where it is no number. */
export const valuesOf = <Name extends string>(
  fields: readonly FormField<Name>[],
  typed: Typed,
): { readonly [name in Name]: number | null } =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const text = (typed[name] ?? '').trim()
      return [name, text === '' ? null : Number(text.replace(/,(?=\d{1,2}$)/, '.'))]
    }),
  ) as { readonly [name in Name]: number | null }
