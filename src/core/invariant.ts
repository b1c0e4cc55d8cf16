/** What the core holds to be true turned out false: a bug of ours, never an answer to the asker. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
}

/** Throws `InvariantBroken` unless `holds`; the sentence says what should have been true. */
export function invariant(holds: unknown, sentence: string): asserts holds {
  if (!holds) throw new InvariantBroken(sentence)
}

/** Ends a switch over a union: a member that is forgotten does not compile. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`every case is handled, yet this came: ${JSON.stringify(value)}`)
}
