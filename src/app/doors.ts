import type { Pool } from 'pg'
import type { AdminId, TenantId, UserId } from '../core/ids.ts'
import type { AdminRole } from '../core/role.ts'
import type { Admin } from '../store/admins.ts'
import type { KeyHolder, Tenant } from '../store/tenants.ts'
import type { Clock } from './clock.ts'
import { KeyRing } from './key-ring.ts'
import { KnownTenants } from './known-tenants.ts'
import { type LogIn, Logins, type NewAdmin, type NoChange } from './logins.ts'
import type { SendMail } from './mail.ts'
import { type OpenedSession, type Session, Sessions } from './sessions.ts'
import { type MintedToken, type UserToken, UserTokens } from './user-tokens.ts'

/** Who may come in, and as whom. */
export interface Doors {
  /** Whom a key opens for, by the SHA-256 of the key in hex; null for a key that does not exist or has ended. */
  holderOfKey(keyHash: string): Promise<KeyHolder | null>

  /** A token for a player, of an hour. */
  mintUserToken(tenantId: TenantId, userId: UserId): Promise<MintedToken>
  /** Another token for the same player; null once 24 hours have passed since the first one was minted. */
  renewUserToken(tenantId: TenantId, token: UserToken): Promise<MintedToken | null>
  /** Null for a token that is forged, expired, of another tenant or no token at all. */
  readUserToken(tenantId: TenantId, token: string): Promise<UserToken | null>
  /** The same for a token that comes without a key, with the tenant that it names. */
  holderOfToken(token: string): Promise<TokenHolder | null>
  /** Whether a token that was good has ended by now. */
  isExpired(token: UserToken): boolean

  createAdmin(admin: NewAdmin): Promise<Admin | 'no_tenant' | 'email_taken'>
  /** Ends the sessions of that person, too. */
  removeAdmin(tenantId: TenantId, id: AdminId): Promise<'removed' | NoChange>
  /** What a person may do from their next request on. */
  setRole(tenantId: TenantId, id: AdminId, role: AdminRole): Promise<Admin | NoChange>
  logIn(email: string, password: string): Promise<LogIn>
  /** Null for a code that is wrong, used, older than 10 minutes or was tried 5 times. */
  verifyCode(email: string, code: string): Promise<OpenedSession | null>
  /** Seconds until the next code can be asked for, and whether this one was asked for too soon. */
  sendCode(email: string): Promise<{ readonly tooSoon: boolean; readonly retryAfter: number }>
  /** Null for a token that is forged, expired or ended. */
  sessionOf(token: string): Promise<Session | null>
  endSession(session: Session): Promise<void>
  /** Whether a session that was good still is. */
  stands(session: Session): Promise<boolean>
}

export interface TokenHolder {
  readonly tenant: Tenant
  readonly token: UserToken
}

export interface DoorSettings {
  readonly pool: Pool
  readonly clock: Clock
  readonly sendMail: SendMail
  readonly onError: (error: unknown) => void
}

export interface OpenDoors {
  readonly doors: Doors
  /** After a change of a tenant on this replica. */
  readonly forgetKeys: () => void
  readonly stop: () => Promise<void>
}

/** Puts the doors together; they hear of changed keys from now on. */
export function openDoors(settings: DoorSettings): OpenDoors {
  const { pool, clock } = settings
  const keys = new KeyRing(pool, clock)
  const tokens = new UserTokens(pool, clock)
  const tenants = new KnownTenants(pool)
  const sessions = new Sessions(pool, clock)
  const logins = new Logins({ ...settings, sessions })
  const doors: Doors = {
    holderOfKey: (keyHash) => keys.holderOf(keyHash),
    mintUserToken: (tenantId, userId) => tokens.mint(tenantId, userId),
    renewUserToken: (tenantId, token) => tokens.renew(tenantId, token),
    readUserToken: (tenantId, token) => tokens.read(tenantId, token),
    holderOfToken: async (text) => {
      const tenantId = UserTokens.tenantNamedIn(text)
      // Anybody can name a tenant: whether there is one is looked up before its secret is.
      const tenant = tenantId === null ? null : await tenants.find(tenantId)
      const token = tenant === null ? null : await tokens.read(tenant.id, text)
      return tenant === null || token === null ? null : { tenant, token }
    },
    isExpired: tokens.isExpired,
    createAdmin: (admin) => logins.createAdmin(admin),
    removeAdmin: (tenantId, id) => logins.removeAdmin(tenantId, id),
    setRole: (tenantId, id, role) => logins.setRole(tenantId, id, role),
    logIn: (email, password) => logins.logIn(email, password),
    verifyCode: (email, code) => logins.verifyCode(email, code),
    sendCode: (email) => logins.sendCode(email),
    sessionOf: (token) => sessions.read(token),
    endSession: (session) => sessions.end(session),
    stands: (session) => sessions.stands(session),
  }
  return {
    doors,
    forgetKeys: () => keys.forget(),
    stop: async () => {
      await logins.stop()
      await keys.stop()
    },
  }
}
