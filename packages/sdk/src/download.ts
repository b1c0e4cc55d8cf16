import { openText } from './exchange.ts'
import { valuesOf } from './incoming.ts'
import type { Called } from './operations.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { placed, QUIET_MS, sendingOf } from './request.ts'
import { retryingOf, withRetries } from './retries.ts'

/**
 * The lines of an answer, of which no more than a few are in memory at a time. It is asked for again until it begins; what
 * breaks later is thrown, since nobody can ask for the rest alone. Whoever stops reading hangs up.
 */
export async function* download(
  options: ClientOptions,
  { id, entry }: Called,
  input: object,
  own: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  const { path } = placed(entry, input)
  const headers = { accept: 'application/x-ndjson' }
  const open = async () => {
    const sending = await sendingOf(options, { entry, path, headers }, own)
    return openText(sending, 'application/x-ndjson', own.timeoutMs ?? options.timeoutMs ?? QUIET_MS)
  }
  yield* valuesOf(await withRetries(open, retryingOf(id, options, own)))
}
