import type { Counted } from '../words/counted.ts'
import type { Reading } from '../words/library.ts'
import type { Words } from '../words/words.ts'

export type Values = { readonly [name: string]: string | number }

/** A unit of time with its milliseconds. */
type Unit = readonly [Counted, number]

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** Says numbers, amounts, moments and sentences as a player reads them. */
export class Speech {
  readonly words: Words
  readonly #locale: string
  readonly #currency: string
  readonly #plurals: Intl.PluralRules

  /** @param currency ISO 4217 code of all amounts */
  constructor({ words, language, locale }: Reading, currency: string) {
    this.words = words
    this.#locale = locale
    this.#currency = currency
    this.#plurals = new Intl.PluralRules(language)
  }

  /** Fills in what stands in braces. */
  fill(text: string, values: Values): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? this.number(value) : value
    })
  }

  /** A sentence with the number `n` in it. */
  count(text: Counted, n: number, values: Values = {}): string {
    return this.fill(this.#plurals.select(n) === 'one' ? text.one : text.other, { ...values, n })
  }

  /** Always with its cents, also of a currency that people have no coins for, such as the forint. */
  money(amount: number, minimumFractionDigits = 2): string {
    return this.#numeral(amount, { style: 'currency', currency: this.#currency, minimumFractionDigits })
  }

  /** An amount as the player would type it: with the point or comma of the language, and nothing to group it. */
  typed(amount: number): string {
    return this.#numeral(amount, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: false,
      numberingSystem: 'latn',
    })
  }

  /** An amount without cents where it has none: for numbers in large type. */
  round(amount: number): string {
    return this.money(amount, amount % 1 ? 2 : 0)
  }

  number(value: number): string {
    return this.#numeral(value, { maximumFractionDigits: 4 })
  }

  odds(value: number): string {
    return this.#numeral(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  }

  /** @param value in percent: 12.5 is 12.5 % */
  percent(value: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
    return this.#numeral(value / 100, { style: 'percent', maximumFractionDigits: 2, signDisplay })
  }

  /** With its sign, also where it is above 0. */
  change(value: number): string {
    return this.percent(value, 'exceptZero')
  }

  /** Date and time of day, in the player's own zone. */
  moment(at: string | number): string {
    return new Date(at).toLocaleString(this.#locale, { dateStyle: 'medium', timeStyle: 'short' })
  }

  day(at: string): string {
    return new Date(at).toLocaleString(this.#locale, { dateStyle: 'medium' })
  }

  /** How long something lasts, in its two largest units, in days from a week on; it never says 0. */
  span(ms: number): string {
    const { days, hours, minutes, seconds, soon } = this.words
    if (ms <= 0) return soon
    // Who has just bought thirty days has not got 29 left.
    if (ms >= WEEK_MS) return this.count(days, Math.round(ms / DAY_MS))
    if (ms >= DAY_MS) return this.#two(ms, [days, DAY_MS], [hours, HOUR_MS])
    if (ms >= HOUR_MS) return this.#two(ms, [hours, HOUR_MS], [minutes, MINUTE_MS])
    if (ms > MINUTE_MS) return this.count(minutes, Math.ceil(ms / MINUTE_MS))
    return this.count(seconds, Math.ceil(ms / SECOND_MS))
  }

  #numeral(value: number, options: Intl.NumberFormatOptions): string {
    return value.toLocaleString(this.#locale, options)
  }

  #two(ms: number, [large, largeMs]: Unit, [small, smallMs]: Unit): string {
    const a = this.count(large, Math.floor(ms / largeMs))
    const rest = Math.floor((ms % largeMs) / smallMs)
    return rest === 0 ? a : this.fill(this.words.and, { a, b: this.count(small, rest) })
  }
}
