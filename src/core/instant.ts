import type { Branded } from './brand.ts'

/** A moment in milliseconds since 1970-01-01T00:00:00Z. The core never asks for it: it is handed in. */
export type Instant = Branded<number, 'Instant'>

/** A UTC calendar day, counted from 1970-01-01. Rules 1.7 */
export type UtcDay = Branded<number, 'UtcDay'>

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const instant = (epochMs: number): Instant => epochMs as Instant
export const later = (at: Instant, ms: number): Instant => (at + ms) as Instant
export const hoursAfter = (at: Instant, hours: number): Instant => later(at, hours * HOUR_MS)
/** N days are N x 24 hours. Rules 1.8 */
export const daysAfter = (at: Instant, days: number): Instant => later(at, days * DAY_MS)
export const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b)

export const utcDay = (at: Instant): UtcDay => Math.floor(at / DAY_MS) as UtcDay
export const startOfDay = (day: UtcDay): Instant => (day * DAY_MS) as Instant
/** 00:00 UTC of the day after. */
export const nextMidnight = (at: Instant): Instant => ((utcDay(at) + 1) * DAY_MS) as Instant
/** How many UTC midnights lie between two moments. */
export const midnightsBetween = (from: Instant, to: Instant): number => utcDay(to) - utcDay(from)
