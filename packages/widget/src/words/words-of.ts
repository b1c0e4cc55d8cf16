import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { Words } from './words.ts'

/** Every language that there are words in, by its ISO 639 code. */
const languages = new Map<string, Words>([
  ['en', en],
  ['de', de],
  ['es', es],
])

/** Written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which language and region a player reads. */
export interface Reading {
  /** How numbers and dates are written. */
  readonly locale: string
  readonly language: string
  /** Null: as the page around it. */
  readonly direction: 'rtl' | null
  readonly words: Words
}

/** Some words; what is missing stays English. */
export type SomeWords = { readonly [Name in keyof Words]?: Partial<Words[Name]> | Words[Name] }

/** Adds a language, or puts other words into one that is there. */
export function addWords(language: string, words: SomeWords): void {
  const known: { readonly [name: string]: unknown } = languages.get(language) ?? en
  const merged = Object.entries(words).map(([name, value]) => {
    const before = known[name]
    return [name, typeof value === 'object' && typeof before === 'object' ? { ...before, ...value } : value]
  })
  languages.set(language, { ...known, ...Object.fromEntries(merged) } as Words)
}

/** The first of some wishes that there are words for; English without one. */
export function readingOf(...wishes: readonly (string | null | undefined)[]): Reading {
  for (const wish of wishes) {
    const locale = canonical(wish)
    const language = locale?.split('-', 1)[0]
    const words = language === undefined ? undefined : languages.get(language)
    if (locale === undefined || language === undefined || words === undefined) continue
    return { locale, language, words, direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : null }
  }
  return { locale: 'en', language: 'en', words: en, direction: null }
}

function canonical(wish: string | null | undefined): string | undefined {
  try {
    return wish ? Intl.getCanonicalLocales(wish.replace('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
}
