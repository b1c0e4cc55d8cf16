import { createHmac } from 'node:crypto'

/** What a message is signed with: the newest secret first, the one before it until its overlap is over. */
export type Secrets = readonly [string, ...string[]]

/** Of the secrets of a tenant, the newest first, those that sign: one rotation is borne, not two. Undefined: it has none. */
export function signingSecrets([newest, ...older]: readonly string[]): Secrets | undefined {
  return newest === undefined ? undefined : [newest, ...older.slice(0, 1)]
}

export interface Message {
  /** The event's id. */
  readonly id: string
  /** The exact bytes that are sent. */
  readonly body: string
  /** Real time, in seconds since 1970. */
  readonly atSeconds: number
}

const hmac = (secret: string, text: string) => createHmac('sha256', Buffer.from(secret, 'ascii')).update(text)

/**
 * The headers that prove where a message comes from, twice: HMAC-SHA256 over the body in lowercase hex, and the Standard
 * Webhooks headers, which bind the id and the time as well. Both are keyed with the ASCII bytes of the secret. While a
 * secret is being rotated the standard header carries a signature by each.
 */
export function signatureHeaders(
  secrets: Secrets,
  { id, body, atSeconds }: Message,
): { readonly [name: string]: string } {
  const signed = `${id}.${atSeconds}.${body}`
  return {
    'x-webhook-signature': hmac(secrets[0], body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed).digest('base64')}`).join(' '),
  }
}
