import { type Credentials, cookieModeOf, headersOf } from './credentials.ts'
import { exchange } from './exchange.ts'
import { type OperationEntry, operationTable } from './operation-table.ts'
import { type EachItem, eachItem, eachPage, type Pages } from './pages.ts'
import { type RetryNotice, type RetrySettings, USUAL_RETRIES, withRetries } from './retries.ts'
import type { Operations } from './wire.ts'

export type OperationId = keyof Operations
/** What an operation takes: the parameters of its path, its query and the fields of its body, all in one object. */
export type Input<Id extends OperationId> = Operations[Id]['input']
/** What an operation answers. */
export type Answer<Id extends OperationId> = Operations[Id]['answer']

export interface ClientOptions {
  /** Where the service is, such as https://challenges.example; empty in a page that the service itself serves. */
  readonly baseUrl: string
  /** A function is asked anew for every attempt, so that tokens may change. */
  readonly credentials: Credentials | (() => Credentials)
  /** How long each attempt may take, in milliseconds; 30,000 where it is not given. */
  readonly timeoutMs?: number
  readonly retries?: Partial<RetrySettings>
  /** Told of every failure after which a call is sent again. */
  readonly onRetry?: (notice: RetryNotice) => void
  /** In place of the global one. */
  readonly fetch?: typeof fetch
}

/** What a single call may have of its own. */
export interface CallOptions {
  /** Ends the call, its pauses included; the call then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Names this action. Without one each call makes its own and keeps it over its retries. */
  readonly idempotencyKey?: string
  /** Echoed by the service, in its logs, too. */
  readonly correlationId?: string
}

type Arguments<Taken> =
  Record<never, never> extends Taken ? [input?: Taken, options?: CallOptions] : [input: Taken, options?: CallOptions]
export type Call<Operation extends Operations[OperationId]> = (
  ...[input, options]: Arguments<Operation['input']>
) => Promise<Operation['answer']>

/** Every operation of the interface as a method. */
export type Calls = { readonly [Id in OperationId]: Call<Operations[Id]> }

export interface Client extends Calls {
  /** The items of a list, page after page: `for await (const payout of client.each.listPayouts())`. */
  readonly each: EachItem
  /** The pages of a list. */
  readonly pages: Pages
}

/** Asks by name; what the input of an operation is made of is known to the types only. */
export type Ask = (id: OperationId, input?: object, options?: CallOptions) => Promise<unknown>

/** A client of the service. It keeps no connection and no state: make one and share it. */
export function createClient(options: ClientOptions): Client {
  const ask: Ask = (id, input = {}, callOptions = {}) =>
    call(options, { id, entry: operationTable[id] }, input, callOptions)
  const ids = Object.keys(operationTable) as OperationId[]
  const calls = ids.map((id) => [id, (input?: object, callOptions?: CallOptions) => ask(id, input, callOptions)])
  return { ...Object.fromEntries(calls), each: eachItem(ask), pages: eachPage(ask) } as unknown as Client
}

/**
 * Asks for one operation. `createClient` knows all of them; a page that asks for a few brings those few along and leaves
 * the table of all others out of what it loads.
 */
export async function call(
  options: ClientOptions,
  { id, entry }: { readonly id: OperationId; readonly entry: OperationEntry },
  input: object,
  own: CallOptions,
): Promise<unknown> {
  const { signal } = own
  const { path, ...content } = requestOf(entry, input)
  const key = own.idempotencyKey ?? (entry.again === 'by_key' ? newKey() : undefined)
  const send = () => {
    const credentials = typeof options.credentials === 'function' ? options.credentials() : options.credentials
    const headers = {
      ...headersOf(credentials),
      ...(content.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-idempotency-key': key }),
      ...(own.correlationId !== undefined && { 'x-correlation-id': own.correlationId }),
    }
    const init = { method: entry.method, headers, credentials: cookieModeOf(credentials), ...content }
    const url = `${options.baseUrl.replace(/\/+$/, '')}${path}`
    // Some browsers refuse a fetch that is called on anything but the window.
    const ask: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
    return exchange<unknown>({ fetch: ask, url, init, timeoutMs: options.timeoutMs ?? 30_000, signal })
  }
  if (entry.again === 'never') return send()
  const tell = (notice: Omit<RetryNotice, 'operation'>) => options.onRetry?.({ operation: id, ...notice })
  return withRetries(send, { settings: { ...USUAL_RETRIES, ...options.retries }, signal, tell })
}

/** Puts each part of the input where it belongs: what the path does not take is the query of a GET, else the body. */
function requestOf({ method, path, again }: OperationEntry, input: object): { path: string; body?: string } {
  const rest: { [name: string]: unknown } = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`)
    // Every URL parser takes these for steps of the path, however they are escaped.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be "${value}" in a path`)
    return encodeURIComponent(value)
  })
  if (method === 'GET' || method === 'DELETE') return { path: `${filled}${queryOf(rest)}` }
  const isEmpty = Object.keys(rest).length === 0
  // What asks for a body says so by its own error; what takes none is sent none.
  return isEmpty && again === 'by_key' ? { path: filled } : { path: filled, body: JSON.stringify(rest) }
}

function queryOf(fields: { readonly [name: string]: unknown }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value != null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** 128 random bits; `randomUUID` is not there in pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
