import { DAY_MS, type Instant, instant, later } from '../core/instant.ts'

// ISO 8601 as the usual languages write it: some leave out seconds that are 0, or the colon of the offset.
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):?(\d\d))$/
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

const isDay = (year: number, month: number, day: number): boolean =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

// The years of four digits: what lies beyond has no text that all who read it, the database too, would understand.
const LAST_INSTANT = instant(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
const FIRST_INSTANT = instant(Date.parse('0001-01-01T00:00:00Z'))

/** Whether a text is a date and time with its offset that the calendar knows: 2026-02-30 is none. */
export function isInstantText(text: string): boolean {
  const parts = MOMENT.exec(text)
  if (parts === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && offsetHour <= 23 && offsetMinute <= 59
  if (!isDay(year, month, day) || !isTime) return false
  const at = Date.parse(text)
  return at >= FIRST_INSTANT && at <= LAST_INSTANT
}

/** Whether a text is a UTC day such as 2026-02-28 that the calendar knows. */
export function isDayText(text: string): boolean {
  const parts = DAY.exec(text)
  return parts !== null && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** A date and time of the wire; finer than a millisecond is cut off. It has passed its schema. */
export const instantOf = (text: string): Instant => instant(Date.parse(text))

/** The moment at which a range begins: that moment, or 00:00 UTC of a day. */
export const rangeStart = (text: string): Instant => instantOf(text)

/** The last moment of a range, inclusive: that moment, or the last millisecond of a day. */
export const rangeEnd = (text: string): Instant =>
  isDayText(text) ? later(instantOf(text), DAY_MS - 1) : instantOf(text)

/** A moment as the wire shows it: 2026-11-21T07:30:00.000Z. */
export const textOf = (at: Instant): string => new Date(at).toISOString()
