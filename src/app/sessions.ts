import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Pool } from 'pg'
import type { AdminId, TenantId, Uuid } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { AdminRole } from '../core/role.ts'
import { withTransaction } from '../store/database.ts'
import { endSession, findAdminOfSession, keptSigningKey } from '../store/sessions.ts'
import type { Tenant } from '../store/tenants.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'
import { newId } from './uuid.ts'

/** An admin who has logged in. */
export interface Session {
  readonly id: Uuid
  readonly adminId: AdminId
  /** As of now, whatever it was when the token was made. */
  readonly role: AdminRole
  readonly tenant: Tenant
  readonly expiresAt: Instant
}

export interface OpenedSession {
  /** A JWT. */
  readonly token: string
  readonly expiresAt: Instant
  readonly role: AdminRole
}

/** How long a session lasts. */
export const SESSION_SECONDS = 3600
const ALGORITHM = 'HS256'

/**
 * Sessions of admins: a JWT of one hour, of one algorithm whatever its header says, under a key that is made once for all
 * replicas. Each use asks the database whether the session was ended and what the admin may do today.
 */
export class Sessions {
  readonly #pool: Pool
  readonly #clock: Clock
  #key: Promise<Uint8Array> | null = null

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool
    this.#clock = clock
  }

  async open(admin: { id: AdminId; tenantId: TenantId; role: AdminRole }): Promise<OpenedSession> {
    const iat = Math.floor(this.#clock.now() / 1000)
    const exp = iat + SESSION_SECONDS
    const token = await new SignJWT({ tid: admin.tenantId, role: admin.role })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(admin.id)
      .setJti(newId<Uuid>())
      .setIssuedAt(iat)
      .setExpirationTime(exp)
      .sign(await this.#signingKey())
    return { token, expiresAt: instant(exp * 1000), role: admin.role }
  }

  /** Null for a token that is forged, expired or ended. */
  async read(token: string): Promise<Session | null> {
    const claims = await this.#claimsOf(token)
    if (claims === null) return null
    const { sub: adminId, tid: tenantId, jti: id, exp } = claims
    const admin = await findAdminOfSession(this.#pool, { adminId, tenantId, sessionId: id })
    return admin && { id, adminId, ...admin, expiresAt: instant(exp * 1000) }
  }

  /** Whether it has neither expired nor ended since it was read. */
  async stands({ id, adminId, tenant, expiresAt }: Session): Promise<boolean> {
    if (expiresAt <= this.#clock.now()) return false
    return (await findAdminOfSession(this.#pool, { adminId, tenantId: tenant.id, sessionId: id })) !== null
  }

  async end({ id, expiresAt, adminId, tenant }: Session): Promise<void> {
    await withTransaction(this.#pool, async (db) => {
      await endSession(db, id, expiresAt, this.#clock.now())
      const act = { tenantId: tenant.id, action: 'admin.logged_out', target: `admin:${adminId}` }
      await recordAct(db, this.#clock, act)
    })
  }

  async #claimsOf(token: string): Promise<Claims | null> {
    const key = await this.#signingKey()
    const rules = {
      algorithms: [ALGORITHM],
      requiredClaims: ['sub', 'tid', 'role', 'iat', 'exp', 'jti'],
      currentDate: new Date(this.#clock.now()),
    }
    return jwtVerify<Claims>(token, key, rules).then(
      ({ payload }) => payload,
      () => null,
    )
  }

  #signingKey(): Promise<Uint8Array> {
    this.#key ??= keptSigningKey(this.#pool, 'admin_tokens', randomBytes(32).toString('base64url')).then((secret) =>
      Buffer.from(secret, 'base64url'),
    )
    this.#key.catch(() => {
      this.#key = null
    })
    return this.#key
  }
}

/** What a token of ours carries beside the role that it was made for. */
interface Claims {
  readonly sub: AdminId
  readonly tid: TenantId
  readonly jti: Uuid
  readonly exp: number
}
