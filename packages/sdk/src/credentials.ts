/** Who asks. Keys are for backends; a page has the public key with a token, or the cookie of a login. */
export type Credentials =
  /** The backend of an operator: opens everything of its tenant. Never in a page. */
  | { readonly serverKey: string }
  /** A page: reads of the tenant and, with a token, everything of its one player. */
  | { readonly publicKey: string; readonly userToken?: string | null }
  /** A person who has logged in, by the token of the login. */
  | { readonly adminToken: string }
  /** The same in a page of the service's own origin, where the token went into a cookie that no script can read. */
  | { readonly session: true }
  /** Whoever runs the installation. */
  | { readonly superAdminKey: string }
  /** Nobody: health and logins. */
  | { readonly anonymous: true }

/** A page of ours sends it with every change under a cookie; a page of anybody else cannot. */
const CSRF_HEADER = 'x-csrf-protection'

export function headersOf(credentials: Credentials): { readonly [name: string]: string } {
  if ('serverKey' in credentials) return { 'x-api-key': credentials.serverKey }
  if ('publicKey' in credentials) {
    const { publicKey, userToken } = credentials
    return { 'x-api-key': publicKey, ...(userToken ? { 'x-user-token': userToken } : {}) }
  }
  if ('adminToken' in credentials) return { authorization: `Bearer ${credentials.adminToken}` }
  if ('superAdminKey' in credentials) return { 'x-super-admin-key': credentials.superAdminKey }
  return 'session' in credentials ? { [CSRF_HEADER]: '1' } : {}
}

/** Cookies go along only where they are the credential, and only to the page's own origin. */
export const cookieModeOf = (credentials: Credentials): 'same-origin' | 'omit' =>
  'session' in credentials || 'anonymous' in credentials ? 'same-origin' : 'omit'
