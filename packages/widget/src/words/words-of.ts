import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { Words } from './words.ts'

/** Every language that comes along, by its ISO 639 code. */
export const languages: { readonly [language: string]: Words } = { en, de, es }

/** Which language and region a player reads. */
export interface Reading {
  /** As it was asked for: how numbers and dates are written. */
  readonly locale: string
  /** Of the words, which are English where there are none in the language of the locale. */
  readonly language: string
  readonly words: Words
}

/** The first of some wishes that is a locale at all; English without one. */
export function readingOf(...wishes: readonly (string | null | undefined)[]): Reading {
  const locale = wishes.map(canonical).find((found) => found !== undefined) ?? 'en'
  const wanted = locale.split('-', 1)[0] ?? 'en'
  const words = languages[wanted]
  return words === undefined ? { locale, language: 'en', words: en } : { locale, language: wanted, words }
}

function canonical(wish: string | null | undefined): string | undefined {
  try {
    return wish ? Intl.getCanonicalLocales(wish.replace('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
}
