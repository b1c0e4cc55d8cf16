/** The text that something unchecked holds under a name; null where it holds none. */
export function textIn(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text = (value as { readonly [name: string]: unknown })[name]
  return typeof text === 'string' ? text : null
}
