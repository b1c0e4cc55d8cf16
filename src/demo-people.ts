import { randomBytes, randomUUID } from 'node:crypto'
import type { App } from './app/app.ts'
import type { TenantId } from './core/ids.ts'

/** Who can log in to the backoffice of a new installation; kept for the next start. */
export interface DemoPeople {
  /** Of the demo sportsbook. */
  readonly admin: string
  /** Of the tenant that is there to be tried by hand. */
  readonly trialAdmin: string
  /** Of the installation. */
  readonly superAdmin: string
  /** Of all. */
  readonly password: string
}

/** Lets somebody in who has just started the service, under a password of 120 random bits. */
export async function makeDemoPeople(app: App, demo: TenantId, trial: TenantId): Promise<DemoPeople> {
  const password = randomBytes(15).toString('base64url')
  const make = async (name: string, role: 'operator_admin' | 'fast_admin', tenantId: TenantId): Promise<string> => {
    const email = `${name}@demo.example`
    const made = await app.createAdmin({ tenantId, email, password, role, mfaEnabled: false })
    // The file with the password is gone: the address belongs to an account that nobody can log in to any more.
    return made === 'email_taken' ? make(`${name}-${randomUUID().slice(0, 8)}`, role, tenantId) : email
  }
  return {
    admin: await make('admin', 'operator_admin', demo),
    trialAdmin: await make('trial', 'operator_admin', trial),
    superAdmin: await make('super', 'fast_admin', demo),
    password,
  }
}
