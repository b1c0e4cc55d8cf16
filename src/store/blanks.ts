/**
 * What a field is until something happens (null, false, an empty list or an empty object), or what it nearly always is.
 */
export type Blanks = { readonly [field: string]: string | number | boolean | null | readonly [] | Empty }
type Empty = { readonly [name: string]: never }

/** A document as it is stored. What may be left out is not to be read before it was put back, so the type has none of it. */
export type Lean<Document, Blank> = Omit<Document, keyof Blank>

/**
 * Leaves out what is blank. Documents are written with every bet, and a third of their bytes said that nothing had
 * happened; what JSON finds undefined it does not write.
 */
export function withoutBlanks<Document extends object, Blank extends Blanks>(
  document: Document,
  blanks: Blank,
): Lean<Document, Blank> {
  return emptied({ ...document }, blanks)
}

/** Leaves out of a document that was made for this what is blank. */
export function emptied<Document extends object, Blank extends Blanks>(
  own: Document,
  blanks: Blank,
): Lean<Document, Blank> {
  const lean = own as { [field: string]: unknown }
  for (const field in blanks) if (isBlank(lean[field], blanks[field] as Blanks[string])) lean[field] = undefined
  return lean as unknown as Lean<Document, Blank>
}

function isBlank(value: unknown, blank: Blanks[string]): boolean {
  if (typeof blank !== 'object' || blank === null) return value === blank
  for (const _ in value as object) return false
  return true
}
