import type { Mail } from '../../src/app/mail.ts'
import { type ApiClient, bodyIf } from './client.ts'
import type { TestService, TestTenant } from './service.ts'
import { streamToken } from './stream-reader.ts'

export const PASSWORD = 'correct horse battery staple'

/** Takes in the mails of a service. */
export class Mailbox {
  readonly mails: Mail[] = []

  readonly send = async (mail: Mail): Promise<void> => {
    this.mails.push(mail)
  }

  /** The last code that was sent to an address. */
  codeFor(email: string): string {
    const mail = this.mails.findLast(({ to }) => to === email)
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was sent to ${email}`)
    return code
  }
}

/** Lets a person log in for a tenant; gives the body of the request. */
export async function employ({ superAdmin }: TestService, { id }: TestTenant, email: string, more: object = {}) {
  const person = { email, password: PASSWORD, role: 'operator_admin', mfaEnabled: false, ...more }
  bodyIf(await superAdmin.post(`/v1/super-admin/tenants/${id}/admins`, person), 201)
  return person
}

/** The token of a fresh login. */
export const tokenOf = async ({ anybody }: TestService, email: string): Promise<string> =>
  bodyIf(await anybody.post('/v1/auth/login', { email, password: PASSWORD })).token

/** Asks with the token of a fresh login. */
export async function asAdmin(service: TestService, email: string): Promise<ApiClient> {
  return service.anybody.with({ authorization: `Bearer ${await tokenOf(service, email)}` })
}

/** The token of a player, minted by the backend, as a header beside the public key. */
export const userToken = async (tenant: TestTenant, userId: string): Promise<{ readonly 'x-user-token': string }> => ({
  'x-user-token': await streamToken(tenant, userId),
})
