import { download } from './download.ts'
import { follow, type PlayerStreamOptions, type StreamOptions } from './event-stream.ts'
import { exchange } from './exchange.ts'
import type { Lines } from './lines.ts'
import { operationTable } from './operation-table.ts'
import type { Called, Input, Item, OperationId, StreamId } from './operations.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { type Ask, type EachItem, eachItem, eachPage, type Pages } from './pages.ts'
import { placed, sendingOf } from './request.ts'
import { retryingOf, withRetries } from './retries.ts'
import { tokenSource } from './token-source.ts'
import { upload } from './upload.ts'
import { UserTokens } from './user-tokens.ts'
import type { Operations, Streams } from './wire.ts'

type Arguments<Taken, Options = CallOptions> =
  Record<never, never> extends Taken ? [input?: Taken, options?: Options] : [input: Taken, options?: Options]
export type Call<Operation extends Operations[OperationId]> = (
  ...[input, options]: Arguments<Operation['input']>
) => Promise<Operation['answer']>

/** Every operation of the interface that is answered at once, as a method. */
export type Calls = { readonly [Id in OperationId]: Call<Operations[Id]> }

type OptionsOf<Id extends StreamId> = Id extends 'streamEvents'
  ? PlayerStreamOptions
  : (typeof operationTable)[Id] extends { readonly gives: 'events' }
    ? StreamOptions
    : Omit<CallOptions, 'idempotencyKey'>
/** Those whose answer comes bit by bit: `for await (const event of client.exportAudit())`. Whoever stops hangs up. */
export type StreamCalls = {
  readonly [Id in StreamId]: (
    ...[input, options]: Arguments<Streams[Id]['input'], OptionsOf<Id>>
  ) => AsyncGenerator<Item<Id>, void, undefined>
}

export interface Client extends Calls, StreamCalls {
  /** The items of a list, page after page: `for await (const payout of client.each.listPayouts())`. */
  readonly each: EachItem
  /** The pages of a list. */
  readonly pages: Pages
}

/** A client of the service. It keeps no connection and no state but tokens of streams: make one and share it. */
export function createClient(options: ClientOptions): Client {
  if (!/^(https?:\/\/|\/|$)/.test(options.baseUrl)) throw new TypeError(`baseUrl is no address: ${options.baseUrl}`)
  const tokens = new UserTokens({ mintUserToken: (input) => ask('mintUserToken', input) as never })
  const credentials = async () =>
    typeof options.credentials === 'function' ? options.credentials() : options.credentials
  const method = (id: OperationId | StreamId) => {
    const called: Called = { id, entry: operationTable[id] }
    const { sends, gives } = called.entry
    if (gives === 'lines') return (input = {}, own: CallOptions = {}) => download(options, called, input, own)
    if (sends === 'lines') {
      return (input: { lines: Lines<unknown> }, own: CallOptions = {}) => upload(options, called, input, own)
    }
    if (gives !== 'events') return (input = {}, own: CallOptions = {}) => call(options, called, input, own)
    // No other stream belongs to a player.
    if (id !== 'streamEvents') {
      return (input = {}, own: StreamOptions = {}) => follow({ options, called, input, own, token: async () => null })
    }
    return (input: Input<'streamEvents'>, own: PlayerStreamOptions = {}) => {
      const token = tokenSource({ ...input, hook: own.token, credentials, tokens })
      return follow({ options, called, input, own, token })
    }
  }
  const ask: Ask = (id, input = {}, own = {}) => call(options, { id, entry: operationTable[id] }, input, own)
  const ids = Object.keys(operationTable) as (OperationId | StreamId)[]
  const methods = Object.fromEntries(ids.map((id) => [id, method(id)]))
  return { ...methods, each: eachItem(ask), pages: eachPage(ask) } as unknown as Client
}

/**
 * Asks for one operation. `createClient` knows all of them; a page that asks for a few brings those few along and leaves
 * the table of all others out of what it loads.
 */
export async function call(
  options: ClientOptions,
  { id, entry }: Called,
  input: object,
  own: CallOptions,
): Promise<unknown> {
  const { path, body } = placed(entry, input)
  const isEmpty = Object.keys(body).length === 0
  // What asks for a body says so by its own error; what takes none is sent none.
  const isBodiless = entry.method === 'GET' || entry.method === 'DELETE' || (isEmpty && entry.again === 'by_key')
  const key = own.idempotencyKey ?? (entry.again === 'by_key' ? newKey() : undefined)
  const headers = {
    ...(!isBodiless && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'x-idempotency-key': key }),
  }
  const send = async () => {
    const { init, ...sending } = await sendingOf(options, { entry, path, headers }, own)
    return exchange<unknown>({ ...sending, init: isBodiless ? init : { ...init, body: JSON.stringify(body) } })
  }
  if (entry.again === 'never') return send()
  return withRetries(send, retryingOf(id, options, own))
}

/** 128 random bits; `randomUUID` is not there in pages without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
