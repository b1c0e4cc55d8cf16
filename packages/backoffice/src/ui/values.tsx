import { useContext } from 'react'
import { SessionContext } from '../session/session.ts'
import { amountText, capital, inWords, momentText, oddsText, wholeNumber } from '../words.ts'

/** An amount in the tenant's currency; a dash where there is none. */
export function Money({ value, signed = false }: { readonly value: number | null; readonly signed?: boolean }) {
  if (value === null) return <span className="faint">–</span>
  const sign = signed && value > 0 ? '+' : ''
  return <span className={signed ? (value < 0 ? 'money bad' : 'money good') : 'money'}>{sign + amountText(value)}</span>
}

/** Decimal odds; a dash where there are none. */
export const Odds = ({ value }: { readonly value: number | null }) =>
  value === null ? <span className="faint">–</span> : oddsText(value)

export const Count = ({ value }: { readonly value: number }) => (
  <span className={value === 0 ? 'faint' : ''}>{wholeNumber.format(value)}</span>
)

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** A moment in UTC; the whole of it, and the local time, on hover. */
export function Moment({ at }: { readonly at: string | null }) {
  const session = useContext(SessionContext)
  if (at === null) return <span className="faint">–</span>
  const whole = `${at.slice(0, 19).replace('T', ' ')} UTC · here ${local.format(new Date(at))}`
  return (
    <time dateTime={at} title={whole}>
      {momentText(at, session === null ? new Date() : new Date(session.now))}
    </time>
  )
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

const tones: { readonly [code: string]: Tone } = {
  active: 'info',
  challenge: 'info',
  pending: 'warn',
  open: 'warn',
  flagged: 'warn',
  passed_pending_choice: 'warn',
  challenge_passed: 'warn',
  executed: 'good',
  accepted: 'good',
  delivered: 'good',
  resolved: 'good',
  completed: 'good',
  funded_account: 'good',
  enabled: 'good',
  rejected: 'bad',
  failed: 'bad',
  revoked: 'bad',
  cancelled: 'bad',
}

/** A status or a code, in words and in the colour of its kind. */
export const Badge = ({ code, tone }: { readonly code: string; readonly tone?: Tone }) => (
  <span className={`badge ${tone ?? tones[code] ?? 'plain'}`}>{capital(inWords(code))}</span>
)

/** How far something has come, as a bar beside its number. */
export function Meter({ value, max, label }: { readonly value: number; readonly max: number; readonly label: string }) {
  const percent = max <= 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100))
  return <meter className="meter" min={0} max={100} value={percent} aria-label={label} title={label} />
}
