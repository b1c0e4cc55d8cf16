/** What codes are called where a plain reading of them would not do. */
const words: { readonly [code: string]: string } = {
  passed_pending_choice: 'passed, to choose',
  challenge_passed: 'passed, to choose',
  funded_account: 'funded account',
  max_drawdown_exceeded: 'total drawdown',
  daily_drawdown_exceeded: 'daily drawdown',
  insufficient_active_days: 'too few active days',
  first_payout_deadline: 'missed first payout',
  'funded_account.payout': 'payout executed',
  'challenge.activated': 'challenge bought',
  operator_admin: 'admin',
  operator_support: 'support',
  operator_viewer: 'viewer',
  fast_admin: 'super admin',
}

/** A code of the interface as a person reads it: `max_stake_exceeded` is "max stake exceeded". */
export const inWords = (code: string): string => words[code] ?? code.replace(/[_.-]+/g, ' ')

/** A text that may be a code: a code in words, and what somebody wrote as it is. */
export const textInWords = (text: string): string => (/^[a-z]+([_.][a-z]+)*$/.test(text) ? inWords(text) : text)

/** With a capital, to begin a line with. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 1 payout, 2 payouts. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber.format(count)} ${count === 1 ? one : many}`

const ID_LINE = 20

/** An id in lines of up to 20 characters, which end where a part of it does: a UUID is in two. */
export const linesOfId = (id: string): readonly string[] =>
  id.match(new RegExp(`.{1,${ID_LINE}}$|.{${ID_LINE / 2},${ID_LINE - 1}}[-_.:/|]|.{${ID_LINE}}`, 'gsu')) ?? [id]

export const wholeNumber = new Intl.NumberFormat('en-GB')
const amounts = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const oddsFigures = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const percents = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const shares = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** 1,234.50 */
export const amountText = (amount: number): string => amounts.format(amount)
/** 2.10, and 2.125 where there is more of it. */
export const oddsText = (odds: number): string => oddsFigures.format(odds)
/** 12.55 %: as exact as a percentage of the terms can be. */
export const percentText = (percent: number): string => `${percents.format(percent)} %`
/** How much of a whole something is, to the first decimal: 33.3 %. */
export function shareText(part: number, whole: number): string {
  const percent = (part / whole) * 100
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${shares.format(percent)} %`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something has lasted: 5 min, 3 h, 2 d. */
export function ageText(from: string, to: number): string {
  const seconds = Math.max(0, (to - Date.parse(from)) / 1000)
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`
  return `${Math.floor(seconds / DAY)} d`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 14 Oct */
export const dayText = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`

/** 09:30 */
export const timeText = (date: Date): string => date.toISOString().slice(11, 16)

/** 09:30:05 */
export const secondText = (date: Date): string => date.toISOString().slice(11, 19)

/** 14 Oct 09:30, or 14 Oct 2026 09:30 where it is not of the year of `now`; in UTC. */
export function momentText(at: string, now: Date): string {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  return `${dayText(date)}${year === now.getUTCFullYear() ? '' : ` ${year}`} ${timeText(date)}`
}
