import type { Speech } from './speech.ts'

/** Somebody of the ranking, whom the service calls `Player` and a code, in the words of whoever reads it. */
export const aliasInWords = (alias: string, { words }: Speech): string => alias.replace(/^Player(?= )/, words.player)
