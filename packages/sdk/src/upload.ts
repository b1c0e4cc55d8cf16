import { exchangeUnder } from './exchange.ts'
import type { Lines } from './lines.ts'
import type { Called } from './operations.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { Outgoing } from './outgoing.ts'
import { placed, QUIET_MS, sendingOf } from './request.ts'
import { retryingOf, withRetries } from './retries.ts'
import { Watch } from './watch.ts'

/**
 * Sends lines as they are made, however many, and reads the answer to all of them. They are sent again after a failure
 * only if they can be.
 */
export async function upload(
  options: ClientOptions,
  { id, entry }: Called,
  { lines, ...input }: { readonly lines: Lines<unknown> },
  own: CallOptions,
): Promise<unknown> {
  const outgoing = new Outgoing(lines)
  const { path } = placed(entry, input)
  const headers = { 'content-type': 'application/x-ndjson' }
  const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? QUIET_MS
  const send = async () => {
    const sending = await sendingOf(options, { entry, path, headers }, own)
    const watch = new Watch(timeoutMs, own.signal)
    const { body, close } = outgoing.open(watch)
    watch.wait()
    // Without it no fetch takes a body that is still being made; the types of the platform do not know it everywhere.
    const init: RequestInit & { readonly duplex: 'half' } = { ...sending.init, body, duplex: 'half' }
    try {
      return await exchangeUnder<unknown>(watch, { ...sending, init })
    } catch (error) {
      throw outgoing.failure(error)
    } finally {
      // Whoever has answered before the end wants to hear no more of it.
      if (close()) watch.end(false)
    }
  }
  return withRetries(send, { ...retryingOf(id, options, own), isRepeatable: () => outgoing.isRepeatable })
}
