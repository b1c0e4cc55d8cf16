export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How far an event time may run ahead of the clock, and a placement before its program's start (Rules 1.6, 4.15). */
export const TOLERANCE = 5 * MINUTE

/** UTC days since the epoch (Rules 1.7). */
export const dayOf = (instant: number): number => Math.floor(instant / DAY)

export const nextMidnight = (instant: number): number => (dayOf(instant) + 1) * DAY

export const iso = (instant: number): string => new Date(instant).toISOString()

/** 'YYYY-MM' of the UTC calendar month. */
export const monthOf = (instant: number): string => iso(instant).slice(0, 7)

/** The instant of an ISO text with a time zone, else undefined. */
export function instantOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text))
    return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}
