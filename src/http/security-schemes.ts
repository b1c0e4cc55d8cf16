import type { Access, Operation } from '../contract/operations/operation.ts'
import { type Credential, doors } from './doors.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

/** The credentials of the document. */
export const securitySchemes = {
  serverKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The server key of a tenant, key-..., for backends alone: it acts for every player of the tenant.',
  },
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'The public key of a tenant, pk_..., for browsers: it reads what the tenant shows to everybody. What belongs to a player takes a user token beside it.',
  },
  userToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Token',
    description:
      'Beside the public key: the token of one player, which opens what belongs to that player. The backend makes it with POST /v1/sse/token.',
  },
  streamToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token of one player in the address of a stream, for clients that cannot send headers.',
  },
  playerToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Token',
    description: 'The same without a key beside it, for clients that can.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Of an admin who has logged in. It counts before a key that comes along.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The same in a cookie, which a login with `cookie: true` sets. What is not a GET also needs the header X-CSRF-Protection, with any value.',
  },
  superAdminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Super-Admin-Key',
    description: 'The key of the installation.',
  },
} as const

type Requirement = { readonly [scheme in keyof typeof securitySchemes]?: readonly [] }

/** The ways in which a credential is shown. */
const requirements: { readonly [credential in Credential]: readonly Requirement[] } = {
  serverKey: [{ serverKey: [] }],
  publicKey: [{ publicKey: [] }],
  publicKeyOfStaging: [{ publicKey: [] }],
  publicKeyWithToken: [{ publicKey: [], userToken: [] }],
  tokenAlone: [{ streamToken: [] }, { playerToken: [] }],
  session: [{ adminToken: [] }, { session: [] }],
  superAdminKey: [{ superAdminKey: [] }],
}

/** Any of these opens the operation; none is needed where the list is empty. */
export const securityOf = ({ access, peopleOnly }: Operation) =>
  doors[access]
    .filter((credential) => !peopleOnly || credential === 'session')
    .flatMap((credential) => requirements[credential].map((requirement) => ({ ...requirement })))

const sentences: { readonly [access in Access]: string | null } = {
  open: null,
  public: 'With either key.',
  user: 'With the server key, or with the public key and the token of the player.',
  userToken: null,
  token: 'With the token of the player; a key that comes along has to be of the same tenant.',
  server: 'With the server key only.',
  operator_viewer: 'With the server key, or by an admin of any role of the operator.',
  operator_support: 'With the server key, or by an admin who is operator_support or operator_admin.',
  operator_admin: 'With the server key, or by an admin who is operator_admin.',
  session: null,
  superAdmin: 'With the key of the installation, or by a fast_admin.',
}

/** What the operation does and who may ask for it. */
export const descriptionOf = ({ description, access, peopleOnly }: Operation): string | undefined =>
  [description, peopleOnly ? `By an admin who is ${access}: no key opens it.` : sentences[access]]
    .filter((sentence) => sentence != null)
    .join(' ') || undefined
