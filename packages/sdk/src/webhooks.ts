import { SignatureError, type Signed, verifySignature } from './signature.ts'
import type { Approval, Ping, PlayerEvent } from './wire.ts'

export { type HeadersIn, SignatureError, type Signed } from './signature.ts'
export type { Approval, Envelope, Ping, PlayerEvent } from './wire.ts'

/**
 * The event of a webhook, once it is sure that the service sent it. Throws SignatureError otherwise. The same event may
 * come more than once: keep its eventId and pass over what you have. `eventType` tells what is in `data`; there may be types
 * that this version does not know.
 */
export async function verifyWebhook(signed: Signed): Promise<PlayerEvent | Ping> {
  return read(await verifySignature(signed), ['eventId', 'eventType']) as unknown as PlayerEvent | Ping
}

/** What the service asks before money moves, once it is sure that the service sent it. Throws SignatureError otherwise. */
export async function verifyApproval(signed: Signed): Promise<Approval> {
  return read(await verifySignature(signed), ['type', 'action', 'userId', 'amount']) as unknown as Approval
}

/** A webhook is no approval, though both are signed with the same secret. */
function read(text: string, names: readonly string[]): { readonly [name: string]: unknown } {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || !names.every((name) => name in body)) {
    throw new SignatureError('The body is signed, but not what is expected here')
  }
  return body as { readonly [name: string]: unknown }
}
