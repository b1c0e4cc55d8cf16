/** A field of a request that is missing or wrong, by its path: `stakeAmount`, `selections.0.odds`. */
export interface FieldProblem {
  readonly field: string
  /** What is wrong, to be read after the name of the field: `must be a number`. */
  readonly message: string
}

/** The request does not say what it must say. The edge answers it with `validation_error`, which names the fields. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest'
  readonly fields: readonly FieldProblem[]

  constructor(fields: readonly FieldProblem[]) {
    super(fields.map(({ field, message }) => `${field} ${message}`).join('; '))
    this.fields = fields
  }
}

/** The request brings more items or lines than it may. The edge answers it with `payload_too_large`, which names the field, too. */
export class TooMuch extends InvalidRequest {}

/** Throws `InvalidRequest` for a single field. */
export function invalid(field: string, message: string): never {
  throw new InvalidRequest([{ field, message }])
}
