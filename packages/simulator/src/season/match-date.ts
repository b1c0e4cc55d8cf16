import { MS_PER_DAY } from './match.ts'

const DAY_MONTH_YEAR = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
const YEAR_MONTH_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})/

/**
 * A date of a season file (`dd/mm/yy`, `dd/mm/yyyy` or `yyyy-mm-dd`) in days since 1 January 1970. Undefined when it is
 * no date of the calendar. The files begin in 1993, so two digits from 93 up mean the last century.
 */
export function readMatchDate(text: string): number | undefined {
  const european = DAY_MONTH_YEAR.exec(text)
  if (european) return dayOf(fullYear(european[3] ?? ''), Number(european[2]), Number(european[1]))
  const iso = YEAR_MONTH_DAY.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  return undefined
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year >= 93 ? 1900 + year : 2000 + year
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists ? at.getTime() / MS_PER_DAY : undefined
}
