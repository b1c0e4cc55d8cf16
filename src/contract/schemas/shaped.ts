const sentences = new Map<string, string>()

/**
 * The shape that a text must have, with what is said of one that has another: a sentence to be read after the name of its
 * field. The pattern alone would tell nobody.
 */
export function shaped(pattern: string, sentence: string): { readonly pattern: string } {
  sentences.set(sourceOf(pattern), sentence)
  return { pattern }
}

/** What is said of a text that does not match a pattern of the contract. */
export const sentenceOnShape = (pattern: string | RegExp): string =>
  sentences.get(sourceOf(pattern)) ?? 'holds characters that are not allowed'

const sourceOf = (pattern: string | RegExp): string => new RegExp(pattern, 'u').source
