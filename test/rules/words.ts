import { oddsOf } from '../../src/contract/odds-wire.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, later, MINUTE_MS } from '../../src/core/instant.ts'
import { type Cents, cents } from '../../src/core/money.ts'
import type { Odds } from '../../src/core/odds.ts'
import { type Percent, percent } from '../../src/core/percent.ts'

const UNITS_MS: Readonly<Record<string, number>> = { day: DAY_MS, hour: HOUR_MS, minute: MINUTE_MS, second: 1000 }
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d{3})?)?$/

/** The words of one line of an example, read from left to right. Every reader throws on a word that it cannot take. */
export class Words {
  readonly #words: string[]

  constructor(text: string) {
    this.#words = text.split(/\s+/).filter((word) => word !== '')
  }

  /** Takes the phrase if it comes next. */
  accept(phrase: string): boolean {
    const wanted = phrase.split(' ')
    if (!wanted.every((word, index) => this.#words[index] === word)) return false
    this.#words.splice(0, wanted.length)
    return true
  }

  expect(phrase: string): void {
    if (!this.accept(phrase)) throw new Error(`"${phrase}" is missing before "${this.#words.join(' ')}"`)
  }

  get isEmpty(): boolean {
    return this.#words.length === 0
  }

  /** Throws on words that nobody has taken. */
  end(): void {
    if (!this.isEmpty) throw new Error(`unknown words: "${this.#words.join(' ')}"`)
  }

  /** Takes all that is left. */
  rest(): string {
    return this.#words.splice(0).join(' ')
  }

  word(what: string): string {
    const word = this.#words.shift()
    if (word === undefined) throw new Error(`${what} is missing`)
    return word
  }

  yesOrNo(): boolean {
    if (this.accept('yes')) return true
    this.expect('no')
    return false
  }

  count(): number {
    return this.#decimal('a count', 0)
  }

  /** An amount in the tenant's currency. */
  money(): Cents {
    return cents(this.#decimal('an amount', 2))
  }

  percent(): Percent {
    return percent(this.#decimal('a percentage', 2))
  }

  /** Any number of decimals, rounded as a request's odds are. Rules 1.4 */
  odds(): Odds {
    return oddsOf(this.number('odds'))
  }

  /** A number as JSON would bring it. */
  number(what: string): number {
    const word = this.word(what)
    if (!/^-?\d+(\.\d+)?$/.test(word)) throw new Error(`"${word}" is no number`)
    return Number(word)
  }

  /** A factor such as 5.5, in hundredths. */
  hundredths(): number {
    return this.#decimal('a factor', 2)
  }

  /** What `read` reads, or null for the word `off`. */
  orOff<Value>(read: () => Value): Value | null {
    return this.accept('off') ? null : read()
  }

  /** `2026-03-02 12:00`, or `12:00` alone for that time on the UTC day of `now`; seconds and milliseconds may follow. */
  moment(now: Instant): Instant {
    const first = this.word('a time')
    const [date, time] = DATE.test(first)
      ? [first, this.word('a time')]
      : [new Date(now).toISOString().slice(0, 10), first]
    const epochMs = TIME.test(time) ? Date.parse(`${date}T${time}Z`) : Number.NaN
    if (Number.isNaN(epochMs)) throw new Error(`"${date} ${time}" is no time`)
    return instant(epochMs)
  }

  /** `2 days 3 hours`, added to `now`. */
  after(now: Instant): Instant {
    let at = now
    while (/^\d+$/.test(this.#words[0] ?? '')) {
      const many = this.count()
      const unit = this.word('a unit of time').replace(/s$/, '')
      const unitMs = UNITS_MS[unit]
      if (unitMs === undefined) throw new Error(`"${unit}" is no unit of time`)
      at = later(at, many * unitMs)
    }
    return at
  }

  /** A decimal number as an integer of its smallest unit: no float ever sees it. */
  #decimal(what: string, places: number): number {
    const word = this.word(what)
    const parts = /^(?<sign>-?)(?<whole>\d+)(\.(?<fraction>\d+))?$/.exec(word)?.groups
    const fraction = parts?.fraction ?? ''
    if (!parts || fraction.length > places) throw new Error(`"${word}" is not ${what} of at most ${places} decimals`)
    return Number(`${parts.sign}${parts.whole}${fraction.padEnd(places, '0')}`)
  }
}
