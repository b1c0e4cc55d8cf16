import { isIP } from 'node:net'
import type { Environment } from '../core/tenant.ts'
import { isPublicAddress } from './guarded-agent.ts'

/** Names that lead nowhere but into a network of one's own, or to the machine itself. */
const OWN_NETWORK = /^[^.]*$|(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa)$/i

/** For whoever tries the service with a receiver of their own beside it. */
const UNLESS = 'unless the service runs with ALLOW_PRIVATE_OUTBOUND=true'

/**
 * Judges addresses before anything is known of the network: in production https, and never a literal or a name that
 * cannot be public. What a name resolves to may change at any time, so it is judged when the connection is made.
 *
 * Says in words to be read after a field's name why an address may not be called; null: it may.
 *
 * @param own URLs to which none of this applies, to the letter: the receiver of the demo, which is this service itself
 */
export const urlProblemOf =
  (allowPrivate: boolean, own: ReadonlySet<string> = new Set()) =>
  (text: string, environment: Environment): string | null => {
    if (own.has(text)) return null
    const url = URL.parse(text)
    if (url === null) return 'must be an address that begins with https:// or http://'
    if (allowPrivate) return null
    if (environment === 'production' && url.protocol !== 'https:') return 'must begin with https:// in production'
    if (isPublicHost(url.hostname)) return null
    return environment === 'staging' ? `must lead to a public address, ${UNLESS}` : 'must lead to a public address'
  }

/** Of a URL that was parsed: every spelling of an IPv4 address (hex, octal, one number) has become the usual one. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) === 0 ? !OWN_NETWORK.test(host) : isPublicAddress(host)
}
