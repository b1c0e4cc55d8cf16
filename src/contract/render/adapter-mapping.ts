import type { Instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'

interface ShownMapping {
  readonly fields: { readonly [field: string]: string }
  readonly values: { readonly [field: string]: { readonly [value: string]: unknown } }
  readonly updatedAt: Instant
}

/** A mapping as it was set. */
export const renderMapping = ({ fields, values, updatedAt }: ShownMapping) => ({
  fields: { ...fields },
  values: Object.fromEntries(Object.entries(values).map(([field, meant]) => [field, { ...meant }])),
  updatedAt: textOf(updatedAt),
})
