import { hash, randomInt } from 'node:crypto'
import type { Pool } from 'pg'
import type { AdminId, TenantId } from '../core/ids.ts'
import { type Instant, later, MINUTE_MS } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import type { AdminRole } from '../core/role.ts'
import {
  type Admin,
  type AdminLogin,
  changeRole,
  findAdminLogin,
  insertAdmin,
  lockRoles,
  removeAdmin,
} from '../store/admins.ts'
import { withTransaction } from '../store/database.ts'
import { codeIsPending, noteResend, putCode, takeCode, tryCode } from '../store/mfa-codes.ts'
import type { Queryable } from '../store/statement.ts'
import { readTenants } from '../store/tenants.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'
import type { SendMail } from './mail.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches } from './passwords.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { newId } from './uuid.ts'

export interface NewAdmin {
  readonly tenantId: TenantId
  readonly email: string
  readonly password: string
  readonly role: AdminRole
  readonly mfaEnabled: boolean
}

/** Why somebody stays as they are: nobody of the tenant has the id, or they are the only admin that it has. */
export type NoChange = 'not_found' | 'last_admin'

export type LogIn =
  | { readonly kind: 'in'; readonly session: OpenedSession }
  | { readonly kind: 'mfa_required' }
  | { readonly kind: 'refused' }

/** How long a code can be entered. */
const CODE_MS = 10 * MINUTE_MS
const TRIES_MAX = 5
/** The time between two mails that somebody asks for. */
const RESEND_MS = 90_000

export interface LoginSettings {
  readonly pool: Pool
  readonly clock: Clock
  readonly sessions: Sessions
  readonly sendMail: SendMail
  readonly onError: (error: unknown) => void
}

/**
 * How admins log in: with a password and, where it is switched on, a code that is sent by e-mail. No answer, and no time
 * that one takes, tells whether an address is known.
 */
export class Logins {
  readonly #settings: LoginSettings
  /** What nobody waits for: mails and records. */
  readonly #background = new Set<Promise<void>>()

  constructor(settings: LoginSettings) {
    this.#settings = settings
  }

  async createAdmin({ tenantId, password, ...wanted }: NewAdmin): Promise<Admin | 'no_tenant' | 'email_taken'> {
    const { pool, clock } = this.#settings
    const email = asStored(wanted.email)
    const admin: Admin = { ...wanted, email, tenantId, id: newId<AdminId>(), createdAt: clock.now() }
    const passwordHash = await hashPassword(password)
    const inserted = await withTransaction(pool, async (db) => {
      if (!(await insertAdmin(db, admin, passwordHash))) return false
      const { id, role, mfaEnabled } = admin
      await recordAct(db, clock, {
        tenantId,
        action: 'admin.created',
        target: `admin:${id}`,
        after: { role, mfaEnabled },
      })
      return true
    })
    if (inserted) return admin
    return (await readTenants(pool, [tenantId])).length === 0 ? 'no_tenant' : 'email_taken'
  }

  async removeAdmin(tenantId: TenantId, id: AdminId): Promise<'removed' | NoChange> {
    const { pool, clock } = this.#settings
    return withTransaction(pool, async (db) => {
      const roles = await lockRoles(db, tenantId)
      const role = roles.get(id)
      if (role === undefined) return 'not_found'
      if (isLastAdmin(roles, id)) return 'last_admin'
      await removeAdmin(db, tenantId, id)
      await recordAct(db, clock, { tenantId, action: 'admin.removed', target: `admin:${id}`, before: { role } })
      return 'removed'
    })
  }

  /** Sessions of that person go on, and from their next request on may do what the new role may. */
  async setRole(tenantId: TenantId, id: AdminId, role: AdminRole): Promise<Admin | NoChange> {
    const { pool, clock } = this.#settings
    return withTransaction(pool, async (db) => {
      const roles = await lockRoles(db, tenantId)
      const before = roles.get(id)
      if (before === undefined) return 'not_found'
      if (role !== 'operator_admin' && isLastAdmin(roles, id)) return 'last_admin'
      const admin = await changeRole(db, tenantId, id, role)
      invariant(admin !== null, 'who was locked is still there')
      const target = `admin:${id}`
      const changed = { before: { role: before }, after: { role } }
      if (before !== role) await recordAct(db, clock, { tenantId, action: 'admin.role_changed', target, ...changed })
      return admin
    })
  }

  async logIn(email: string, password: string): Promise<LogIn> {
    const admin = await findAdminLogin(this.#settings.pool, asStored(email))
    // A password is hashed for an unknown address too, or the time would tell it apart.
    const right = await passwordMatches(password, admin?.passwordHash ?? NOBODYS_HASH)
    if (admin === null || !right) {
      // Nobody waits for it, for the time would tell that the address is known.
      if (admin !== null) this.#inBackground(this.#record(this.#settings.pool, admin, 'admin.login_refused'))
      return { kind: 'refused' }
    }
    if (!admin.mfaEnabled) {
      await this.#record(this.#settings.pool, admin, 'admin.logged_in')
      return { kind: 'in', session: await this.#settings.sessions.open(admin) }
    }
    // One mail in 90 seconds, however often the password is sent: the code before is still good.
    await this.#giveCode(admin, asStored(email), RESEND_MS)
    return { kind: 'mfa_required' }
  }

  /** Ends the login that a right password began. Each code opens once. */
  async verifyCode(email: string, code: string): Promise<OpenedSession | null> {
    const { pool, clock, sessions } = this.#settings
    const admin = await findAdminLogin(pool, asStored(email))
    const since = later(clock.now(), -CODE_MS)
    const wanted = admin && (await tryCode(pool, admin.id, since, TRIES_MAX))
    const right = await passwordMatches(code, wanted ?? NOBODYS_HASH)
    if (admin === null) return null
    if (wanted === null || !right) {
      this.#inBackground(this.#record(pool, admin, 'admin.code_refused'))
      return null
    }
    const taken = await withTransaction(pool, async (db) => {
      if (!(await takeCode(db, admin.id, wanted))) return false
      await this.#record(db, admin, 'admin.logged_in')
      return true
    })
    return taken ? sessions.open(admin) : null
  }

  /**
   * Sends a new code to whoever has given the right password and waits for one. Gives the seconds until the next mail,
   * and whether this one was too soon.
   */
  async sendCode(email: string): Promise<{ readonly tooSoon: boolean; readonly retryAfter: number }> {
    const { pool, clock } = this.#settings
    const now = clock.now()
    const address = asStored(email)
    const last = await noteResend(pool, hash('sha256', address), now, later(now, -RESEND_MS))
    if (last !== null) return { tooSoon: true, retryAfter: secondsUntil(later(last, RESEND_MS), now) }
    // Nobody waits for it: the time would tell whether there was anything to send.
    this.#inBackground(this.#giveCodeAgain(address, now))
    return { tooSoon: false, retryAfter: RESEND_MS / 1000 }
  }

  /** Resolves when every mail is out and every record is kept. */
  async stop(): Promise<void> {
    // Who asks for a code in the background sends a mail in the background.
    while (this.#background.size > 0) await Promise.all(this.#background)
  }

  async #giveCodeAgain(email: string, now: Instant): Promise<void> {
    const admin = await findAdminLogin(this.#settings.pool, email)
    const waits = admin !== null && (await codeIsPending(this.#settings.pool, admin.id, later(now, -CODE_MS)))
    if (waits) await this.#giveCode(admin, email, 0)
  }

  /** Makes a code and mails it, unless there is one that is younger than `keepMs`. */
  async #giveCode({ id }: AdminLogin, email: string, keepMs: number): Promise<void> {
    const { pool, clock, sendMail } = this.#settings
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock.now()
    if (await putCode(pool, id, await hashPassword(code), { now, replaces: later(now, -keepMs) })) {
      this.#inBackground(sendMail(mailOf(email, code)))
    }
  }

  #record(db: Queryable, { id, tenantId }: AdminLogin, action: string): Promise<void> {
    const target = `admin:${id}`
    return recordAct(db, this.#settings.clock, {
      tenantId,
      action,
      target,
      ...(action === 'admin.logged_in' && { actor: target }),
    })
  }

  #inBackground(work: Promise<void>): void {
    const done = work.catch(this.#settings.onError).finally(() => this.#background.delete(done))
    this.#background.add(done)
  }
}

/** Somebody must be left who lets others in. */
const isLastAdmin = (roles: ReadonlyMap<AdminId, AdminRole>, id: AdminId): boolean =>
  roles.get(id) === 'operator_admin' && [...roles.values()].filter((role) => role === 'operator_admin').length === 1

const mailOf = (to: string, code: string) => ({
  to,
  subject: 'Your code to log in',
  text: `Your code to log in is ${code}. It is valid for 10 minutes and can be used once.\n\nIf you did not try to log in, someone else knows your password: change it.\n`,
})

/** Addresses are compared without regard to case. */
const asStored = (email: string): string => email.toLowerCase()

const secondsUntil = (moment: Instant, now: Instant): number => Math.max(1, Math.ceil((moment - now) / 1000))
