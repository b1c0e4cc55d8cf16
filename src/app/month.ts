import { type Instant, instant } from '../core/instant.ts'

/** The UTC calendar month of a moment, such as 2026-11. Rules 5.13 */
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7)

/** When such a month begins. */
export const startOfMonth = (month: string): Instant => instant(Date.parse(`${month}-01T00:00:00Z`))
