import { cookieModeOf, headersOf } from './credentials.ts'
import type { Sending } from './exchange.ts'
import type { OperationEntry } from './operation-table.ts'
import type { CallOptions, ClientOptions } from './options.ts'

/** What is asked for: the same in every attempt. */
export interface Asked {
  readonly entry: OperationEntry
  /** With what the path and the query take already in it. */
  readonly path: string
  readonly headers: { readonly [name: string]: string }
}

const USUAL_TIMEOUT_MS = 30_000
/** How long nothing may move where lines are sent or read: a long statement is compared for a while before the answer. */
export const QUIET_MS = 300_000

/** An attempt. Who asks is looked up for each one. */
export async function sendingOf(
  options: ClientOptions,
  { entry, path, headers }: Asked,
  own: Pick<CallOptions, 'signal' | 'timeoutMs' | 'correlationId'>,
): Promise<Sending> {
  const { signal, correlationId } = own
  const credentials = await (typeof options.credentials === 'function' ? options.credentials() : options.credentials)
  const sent = { ...headersOf(credentials), ...(correlationId && { 'x-correlation-id': correlationId }), ...headers }
  return {
    // Some browsers refuse a fetch that is called on anything but the window.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    url: `${options.baseUrl.replace(/\/+$/, '')}${path}`,
    // What no header can carry, a key with a letter of another alphabet for instance, throws a TypeError here: as a failure
    // of the fetch it would be taken for a lost connection. The service never sends anybody elsewhere, and keys are not for
    // wherever somebody else would.
    init: {
      method: entry.method,
      headers: Object.fromEntries(new Headers(sent)),
      credentials: cookieModeOf(credentials),
      redirect: 'manual',
    },
    timeoutMs: own.timeoutMs ?? options.timeoutMs ?? USUAL_TIMEOUT_MS,
    signal,
  }
}

/** Puts each part of the input where it belongs: what the path does not take is the query, or else the body. */
export function placed({ method, path, sends }: OperationEntry, input: object): { path: string; body: object } {
  const rest: { [name: string]: unknown } = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`)
    // Every URL parser takes these for steps of the path, however they are escaped.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be "${value}" in a path`)
    return encodeURIComponent(value)
  })
  const isQuery = method === 'GET' || method === 'DELETE' || sends === 'lines'
  return isQuery ? { path: `${filled}${queryOf(rest)}`, body: {} } : { path: filled, body: rest }
}

function queryOf(fields: { readonly [name: string]: unknown }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value != null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}
