import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { readTokenSecret } from '../store/keys.ts'
import type { Clock } from './clock.ts'
import { Remembered } from './remembered.ts'

/** What a valid token says. */
export interface UserToken {
  readonly userId: UserId
  /** When the first token of its chain was made: renewing does not change it. */
  readonly chainStartedAt: Instant
  /** In real time. */
  readonly expiresAt: Instant
}

export interface MintedToken {
  readonly token: string
  readonly userId: UserId
  readonly expiresAt: Instant
  /** Seconds. */
  readonly ttl: number
}

/** In seconds since 1970, as in a JWT. */
interface Payload {
  readonly tid: TenantId
  readonly uid: UserId
  readonly iat: number
  readonly exp: number
}

const TTL_SECONDS = 3600
/** How long a token can be renewed after the first of its chain. */
const CHAIN_SECONDS = 24 * 3600
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Makes and reads the tokens of players: `base64url(payload).base64url(hmac-sha256)`, under a secret of the tenant's own,
 * in real time. A token of another tenant fails its signature.
 */
export class UserTokens {
  readonly #clock: Clock
  /** A tenant's secret never changes. */
  readonly #secrets: Remembered<TenantId, string | null>

  constructor(pool: Pool, clock: Clock) {
    this.#clock = clock
    this.#secrets = new Remembered((tenantId) => readTokenSecret(pool, tenantId))
  }

  /** The first token of a chain. */
  mint(tenantId: TenantId, userId: UserId): Promise<MintedToken> {
    return this.#sign(tenantId, userId, this.#seconds())
  }

  /** Another token of the chain; null when the chain is older than 24 hours. */
  async renew(tenantId: TenantId, { userId, chainStartedAt }: UserToken): Promise<MintedToken | null> {
    const iat = chainStartedAt / 1000
    return this.#seconds() - iat > CHAIN_SECONDS ? null : this.#sign(tenantId, userId, iat)
  }

  /** Null for a token that is forged, expired, of another tenant or no token at all. */
  async read(tenantId: TenantId, token: string): Promise<UserToken | null> {
    const [payload = '', signature = '', ...more] = token.split('.')
    const expected = Buffer.from(macOf(payload, await this.#secretOf(tenantId)))
    const given = Buffer.from(signature)
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const { tid, uid, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
    if (tid !== tenantId || exp <= this.#seconds()) return null
    return { userId: uid, chainStartedAt: instant(iat * 1000), expiresAt: instant(exp * 1000) }
  }

  /** The tenant that a token says it is of, which is not known to be true before it was read; null where it names none. */
  static tenantNamedIn(token: string): TenantId | null {
    try {
      const { tid } = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()) as Partial<Payload>
      return typeof tid === 'string' && UUID.test(tid) ? tid : null
    } catch {
      return null
    }
  }

  /** Whether a token that was good has ended by now. */
  isExpired = ({ expiresAt }: UserToken): boolean => expiresAt <= this.#seconds() * 1000

  async #sign(tid: TenantId, uid: UserId, iat: number): Promise<MintedToken> {
    const payload: Payload = { tid, uid, iat, exp: this.#seconds() + TTL_SECONDS }
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    const token = `${text}.${macOf(text, await this.#secretOf(tid))}`
    return { token, userId: uid, expiresAt: instant(payload.exp * 1000), ttl: TTL_SECONDS }
  }

  async #secretOf(tenantId: TenantId): Promise<string> {
    const secret = await this.#secrets.get(tenantId)
    invariant(secret !== null, 'every tenant has a secret for its user tokens')
    return secret
  }

  #seconds = (): number => Math.floor(this.#clock.now() / 1000)
}

const macOf = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('base64url')
