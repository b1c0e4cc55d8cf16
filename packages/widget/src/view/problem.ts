import type { Problem } from '../data/state.ts'
import type { Speech } from './speech.ts'

/** What went wrong in plain words, with every further reason and the moment from which on it may work. */
export function problemInWords({ code, reasons, cooldownUntil }: Problem, say: Speech): string {
  const { words } = say
  const texts: { readonly [code: string]: string } = words.error
  const all = [...new Set([code, ...reasons])].map((one) => texts[one] ?? words.error.unknown)
  const again = cooldownUntil === null ? [] : [say.fill(words.againFrom, { date: say.moment(cooldownUntil) })]
  return [...all, ...again].join(' ')
}
