import type { Problem } from '../data/state.ts'
import type { Speech } from './speech.ts'

/** What could not be read. Nothing was sent that could have been lost: to be unreachable is all there is to say. */
export const unreadInWords = (problem: Problem, say: Speech): string =>
  ['network_error', 'timeout'].includes(problem.code) ? say.words.unreachable : problemInWords(problem, say)

/** What went wrong in plain words, with every further reason and the moment from which on it may work. */
export function problemInWords({ code, reasons, cooldownUntil }: Problem, say: Speech): string {
  const { words } = say
  const texts: { readonly [code: string]: string } = words.error
  const all = [...new Set([code, ...reasons])].map((one) => texts[one] ?? words.error.unknown)
  const again = cooldownUntil === null ? [] : [say.fill(words.againFrom, { date: say.moment(cooldownUntil) })]
  return [...all, ...again].join(' ')
}
