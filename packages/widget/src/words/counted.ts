/** A text that depends on the number `n` in it. */
export interface Counted {
  readonly one: string
  readonly other: string
}
