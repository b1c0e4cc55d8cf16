import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

/** The address is not one that the service may call. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

const CONNECT_MS = 5_000

/** What is handed out of IPv6; all else is local, reserved, or an IPv4 address in other clothes, as ::7f00:1 is. */
const HANDED_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, and in Azure the machine's own host, which tells its guests about themselves. */
const HOST_OF_AZURE = '168.63.129.16'

/** Whether an address is public: unicast, and not an IPv4 address in the clothes of an IPv6 one that is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  if (known.toString() === HOST_OF_AZURE) return false
  return known.range() === 'unicast' && (known.kind() === 'ipv4' || known.match(HANDED_OUT))
}

/**
 * An agent that connects to public addresses only. What a name resolves to is judged in the look-up of the connection
 * itself, so that nothing can be rebound between a check and its use; an address that is written as a literal never
 * reaches a look-up, and is judged before.
 *
 * @param own URLs whose address may be connected to though it is not public
 */
export function guardedAgent(allowPrivate: boolean, own: ReadonlySet<string> = new Set()): Agent {
  const connect = buildConnector({ timeout: CONNECT_MS, ...(allowPrivate ? {} : { lookup: publicLookup }) })
  return new Agent({
    pipelining: 0,
    maxHeaderSize: 16_384,
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      const isOwn = [...own].some((url) => isAddressOf(url, options))
      if (!allowPrivate && !isOwn && isIP(host) !== 0 && !isPublicAddress(host)) {
        callback(new AddressRefused(`${host} is not a public address`), null)
        return
      }
      connect(options, callback)
    },
  })
}

function isAddressOf(url: string, { hostname, port }: { readonly hostname: string; readonly port: string }): boolean {
  const { hostname: ownHost, port: ownPort } = new URL(url)
  return hostname === ownHost && port === ownPort
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '')
    const addresses: readonly LookupAddress[] = found
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (refused || !first) {
      const problem = new AddressRefused(`${hostname} does not resolve to public addresses only`)
      return callback(problem, '')
    }
    return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
  })
}
