import { en } from './en.ts'
import type { Words } from './words.ts'

/** Written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Languages whose words lie beside the script: a player loads one of them at most. */
export const offered = ['de', 'es'] as const

/** Which language and region a player reads. */
export interface Reading {
  /** How numbers and dates are written. */
  readonly locale: string
  readonly language: string
  /** Of the words: numbers, stops and brackets of a sentence stand where they belong on a page that runs the other way. */
  readonly direction: 'ltr' | 'rtl'
  readonly words: Words
}

/** Some words; what is missing stays English. */
export type SomeWords = { readonly [Name in keyof Words]?: Partial<Words[Name]> | Words[Name] }

type Load = (language: string) => Promise<SomeWords>

/** The words of all languages, of which only the one that is read is loaded. */
export class Library {
  readonly #known = new Map<string, Words>([['en', en]])
  readonly #loading = new Map<string, Promise<void>>()

  /** Adds a language, or puts other words into one that is there. */
  add(language: string, words: SomeWords): void {
    const known: { readonly [name: string]: unknown } = this.#known.get(language) ?? en
    const merged = Object.entries(words).map(([name, value]) => {
      const before = known[name]
      return [name, typeof value === 'object' && typeof before === 'object' ? { ...before, ...value } : value]
    })
    this.#known.set(language, { ...known, ...Object.fromEntries(merged) } as Words)
  }

  /**
   * The first of some wishes that there are words for; English without one. Null while they are on their way, and `came`
   * is called when they are there; where they cannot be had it is English, too.
   */
  readingOf(wishes: readonly (string | null | undefined)[], load: Load, came: () => void): Reading | null {
    for (const locale of wishes.flatMap(canonical)) {
      const language = locale.split('-', 1)[0] ?? locale
      const words = this.#known.get(language)
      if (words !== undefined) {
        return { locale, language, words, direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr' }
      }
      if (offered.some((one) => one === language)) {
        this.#fetch(language, load).then(came)
        return null
      }
    }
    return { locale: 'en', language: 'en', words: en, direction: 'ltr' }
  }

  #fetch(language: string, load: Load): Promise<void> {
    const before = this.#loading.get(language)
    const loading =
      before ??
      load(language)
        .catch(() => ({}))
        .then((words) => this.add(language, words))
    this.#loading.set(language, loading)
    return loading
  }
}

function canonical(wish: string | null | undefined): readonly string[] {
  try {
    return wish ? Intl.getCanonicalLocales(wish.replace('_', '-')) : []
  } catch {
    return []
  }
}
