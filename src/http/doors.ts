import type { Access } from '../contract/operations/operation.ts'

/** What somebody may show to be let in. */
export type Credential =
  | 'serverKey'
  | 'publicKey'
  /** The same, where the tenant is a staging one. */
  | 'publicKeyOfStaging'
  /** The public key, and beside it the token of the player whose it is. */
  | 'publicKeyWithToken'
  /** The token of the player, with no key beside it. */
  | 'tokenAlone'
  /** An admin who has logged in; whether their role is enough is another question. */
  | 'session'
  | 'superAdminKey'

const ofOperator = ['serverKey', 'session'] as const

/** Any of these opens; nothing is needed where there is none. The guards go by it, and so does the document. */
export const doors: { readonly [access in Access]: readonly Credential[] } = {
  open: [],
  public: ['serverKey', 'publicKey'],
  user: ['serverKey', 'publicKeyWithToken'],
  userToken: ['serverKey', 'publicKeyWithToken', 'publicKeyOfStaging'],
  token: ['tokenAlone'],
  server: ['serverKey'],
  operator_viewer: ofOperator,
  operator_support: ofOperator,
  operator_admin: ofOperator,
  session: ['session'],
  superAdmin: ['superAdminKey', 'session'],
}
