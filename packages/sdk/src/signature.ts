/** The headers of a request as node, Express, Fastify or a Fetch handler have them. */
export type HeadersIn = Headers | { readonly [name: string]: string | readonly string[] | undefined }

/** A message that did not come from the service, or not as it was sent. Answer it with 401 and do nothing. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

export interface Signed {
  /** The webhook secret; during a rotation the new one and the old one. */
  readonly secret: string | readonly string[]
  readonly headers: HeadersIn
  /** The bytes of the body as they came, before anything parsed them. */
  readonly body: string | Uint8Array | ArrayBuffer
  /**
   * standard (where it is not given): the Standard Webhooks headers, which bind id and time, so that nothing old can be
   * sent again. body: X-Webhook-Signature alone, which binds the body only.
   */
  readonly scheme?: 'standard' | 'body'
  /** How far `webhook-timestamp` may be from now, in seconds; 300 where it is not given. */
  readonly toleranceSeconds?: number
  /** Now, in milliseconds since 1970; the real clock where it is not given. */
  readonly now?: number
}

/** Throws SignatureError unless the message is signed with the secret. Resolves with its text. */
export async function verifySignature(signed: Signed): Promise<string> {
  const { body, scheme = 'standard' } = signed
  const bytes = bytesOf(body)
  await (scheme === 'body' ? verifyBody(signed, bytes) : verifyStandard(signed, bytes))
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body is the raw body, a string or bytes: what was parsed cannot be verified')
}

async function verifyBody({ secret, headers }: Signed, bytes: Uint8Array): Promise<void> {
  const given = headerOf(headers, 'x-webhook-signature')
  if (!/^[0-9a-f]{64}$/.test(given)) throw new SignatureError('X-Webhook-Signature is not 64 hexadecimal digits')
  const signature = Uint8Array.from(given.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  if (!(await isSignedByAny(secret, [signature], bytes))) throw new SignatureError('The signature is wrong')
}

async function verifyStandard({ secret, headers, toleranceSeconds = 300, now }: Signed, bytes: Uint8Array) {
  const id = headerOf(headers, 'webhook-id')
  const at = headerOf(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(at)) throw new SignatureError('webhook-timestamp is not a number of seconds')
  const awayMs = Math.abs((now ?? Date.now()) - Number(at) * 1000)
  // A tolerance that is no number lets nothing in.
  if (!(awayMs <= toleranceSeconds * 1000)) throw new SignatureError('webhook-timestamp is too far from now')
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [bytesOfBase64(part.slice(3))] : []))
  const head = new TextEncoder().encode(`${id}.${at}.`)
  const message = new Uint8Array(head.length + bytes.length)
  message.set(head)
  message.set(bytes, head.length)
  if (!(await isSignedByAny(secret, signatures, message))) throw new SignatureError('The signature is wrong')
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/** WebCrypto compares in constant time, and takes no signature of another length than 32 bytes. */
async function isSignedByAny(secret: Signed['secret'], signatures: readonly Uint8Array[], message: Uint8Array) {
  for (const text of typeof secret === 'string' ? [secret] : secret) {
    if (text === '') throw new TypeError('the secret is empty')
    const raw = new TextEncoder().encode(text)
    const key = await crypto.subtle.importKey('raw', raw, HMAC, false, ['verify'])
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, Uint8Array.from(signature), Uint8Array.from(message))) return true
    }
  }
  return false
}

function bytesOfBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return new Uint8Array()
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

function headerOf(headers: HeadersIn, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (typeof value !== 'string' || value === '') throw new SignatureError(`${name} is missing`)
  return value
}

function valueIn(headers: { readonly [name: string]: string | readonly string[] | undefined }, name: string) {
  const key = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return key === undefined ? undefined : headers[key]
}
