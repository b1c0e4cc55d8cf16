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

/** What a widget that looks for words is asked with. */
export interface Reader {
  readonly load: (language: string) => Promise<SomeWords>
  /** Called when what was asked for has come, or will not. */
  readonly came: () => void
  /** In milliseconds, of a clock that nobody sets. */
  readonly now: number
}

/** How long words are waited for before it is English for the time being. */
const PATIENCE_MS = 1_500
/** After how long words that could not be had are asked for again. */
const AGAIN_MS = 30_000

/** Words that are not there yet. */
interface Awaited {
  /** Until when nothing is shown without them. */
  blankUntil: number
  /** Never while they are on their way. */
  askAt: number
}

/** The words of all languages, of which only the one that is read is loaded. */
export class Library {
  readonly #known = new Map<string, Words>([['en', en]])
  /** What pages bring for a language whose own words are not there yet. */
  readonly #brought = new Map<string, SomeWords>()
  readonly #awaited = new Map<string, Awaited>()

  /** Adds a language, or puts other words into one that is there or will be. */
  add(language: string, words: SomeWords): void {
    const known = this.#known.get(language)
    if (known === undefined && isOffered(language)) {
      this.#brought.set(language, merged(this.#brought.get(language) ?? {}, words))
    } else this.#known.set(language, merged(known ?? en, words))
  }

  /**
   * The first of some wishes that there are words for; English without one. Null while they are on their way, for a
   * moment; then it is English until they come, and where they could not be had they are asked for again.
   */
  readingOf(wishes: readonly (string | null | undefined)[], reader: Reader): Reading | null {
    for (const locale of wishes.flatMap(canonical)) {
      const language = locale.split('-', 1)[0] ?? locale
      const words = this.#known.get(language)
      if (words !== undefined) {
        return { locale, language, words, direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr' }
      }
      if (isOffered(language)) {
        if (this.#await(language, reader)) return null
        break
      }
    }
    return { locale: 'en', language: 'en', words: en, direction: 'ltr' }
  }

  /** Asks for words where it is time to; gives whether nothing shall be shown without them. */
  #await(language: string, { load, came, now }: Reader): boolean {
    const awaited = this.#awaited.get(language) ?? { blankUntil: now + PATIENCE_MS, askAt: now }
    this.#awaited.set(language, awaited)
    if (now >= awaited.askAt) {
      awaited.askAt = Number.POSITIVE_INFINITY
      const keep = (words: SomeWords) =>
        this.#known.set(language, merged(merged(en, words), this.#brought.get(language)))
      const goWithout = () => Object.assign(awaited, { blankUntil: 0, askAt: now + AGAIN_MS })
      void load(language).then(keep).catch(goWithout).then(came)
    }
    return now < awaited.blankUntil
  }
}

const isOffered = (language: string): boolean => offered.some((one) => one === language)

/** Groups of words word by word. */
function merged<Some extends SomeWords>(base: Some, more: SomeWords = {}): Some {
  const before: { readonly [name: string]: unknown } = base
  const changed = Object.entries(more).map(([name, value]) => {
    const group = before[name]
    return [name, typeof value === 'object' && typeof group === 'object' ? { ...group, ...value } : value]
  })
  return { ...base, ...Object.fromEntries(changed) }
}

function canonical(wish: string | null | undefined): readonly string[] {
  try {
    return wish ? Intl.getCanonicalLocales(wish.replaceAll('_', '-')) : []
  } catch {
    return []
  }
}
