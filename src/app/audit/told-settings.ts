import { hash } from 'node:crypto'
import type { Trace } from '../../store/audit.ts'

/**
 * What of a tenant's settings the audit is told. An address can hold a password or a token, so of it there is the host and
 * a print by which a change can be seen.
 */
export function toldSettings(settings: object): Trace {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, name.endsWith('Url') ? toldUrl(value) : value]),
  )
}

function toldUrl(url: unknown): string | null {
  if (typeof url !== 'string') return null
  const print = hash('sha256', url).slice(0, 12)
  return `${URL.canParse(url) ? new URL(url).origin : 'unreadable'} (${print})`
}
