import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { adminRoles, operatorRoles } from '../../core/role.ts'
import { userIdIn } from './bet.ts'
import { correlationId, count, moment, nullable, oneOf, text, uuid } from './scalars.ts'
import { shaped } from './shaped.ts'

const yes = (options: TSchemaOptions = {}) =>
  Type.Unsafe<true>({ type: 'boolean', enum: [true], ...options } as TSchema)

export const UserTokenRequest = Type.Object({ userId: userIdIn }, { title: 'UserTokenRequest' })

export const UserToken = Type.Object(
  {
    token: text('Goes into the header X-User-Token, beside the public key'),
    expiresAt: moment('Until when it is good'),
    ttl: count('The same in seconds from now'),
    userId: text('The player that it is for'),
    correlationId,
  },
  { title: 'UserToken' },
)

export const adminRole = oneOf(adminRoles, {
  description:
    'operator_viewer reads, operator_support also settles bets and works on flags, operator_admin may do all; fast_admin acts for the installation',
})

// One address and nothing else: no control characters, and none of those that would make a list or a comment of it.
const PART = '[^\\s@\\p{Cc}\\p{Cs}<>()\\[\\]\\\\,;:"]+'
const emailIn = Type.String({
  maxLength: 254,
  ...shaped(`^${PART}@${PART}$`, 'must be an e-mail address'),
  description: 'An e-mail address; upper and lower case are the same',
  examples: ['anna@operator.example'],
})
const passwordIn = Type.String({ minLength: 1, maxLength: 200, description: 'The password' })
const cookie = Type.Optional(
  Type.Boolean({
    description:
      'For a page of ours in a browser: the session goes into a cookie that no script can read, and the answer has no token',
  }),
)

export const NewAdmin = Type.Object(
  {
    email: emailIn,
    password: Type.String({ minLength: 8, maxLength: 200, description: 'At least 8 characters' }),
    role: adminRole,
    mfaEnabled: Type.Optional(
      Type.Boolean({ description: 'Whether a login also needs a code that is sent by e-mail; false where not given' }),
    ),
  },
  { title: 'NewAdmin' },
)
export type NewAdmin = Static<typeof NewAdmin>

const Admin = Type.Object(
  {
    id: uuid('The admin'),
    tenantId: uuid('The tenant'),
    email: text('In lower case'),
    role: adminRole,
    mfaEnabled: Type.Boolean({ description: 'Whether a login also needs a code' }),
    createdAt: moment('When it was made'),
  },
  { title: 'Admin' },
)
export const AdminAnswer = Type.Object({ admin: Admin, correlationId }, { title: 'AdminAnswer' })
export const AdminList = Type.Object(
  { admins: Type.Array(Admin, { description: 'By address' }), correlationId },
  { title: 'AdminList' },
)
export const AdminRemoved = Type.Object({ removed: yes(), correlationId }, { title: 'AdminRemoved' })

/** Of an operator: nobody makes somebody of the installation from below. */
const colleagueRole = oneOf(operatorRoles, {
  description:
    'operator_viewer reads, operator_support also settles bets and works on flags, operator_admin may do all',
})
export const NewColleague = Type.Object({ ...NewAdmin.properties, role: colleagueRole }, { title: 'NewColleague' })
export const AdminRoleChange = Type.Object({ role: colleagueRole }, { title: 'AdminRoleChange' })

export const Login = Type.Object({ email: emailIn, password: passwordIn, cookie }, { title: 'Login' })

const session = {
  token: Type.Optional(text('A JWT for the header Authorization: Bearer; not there when it went into a cookie')),
  expiresAt: moment('Until when it is good: one hour'),
  role: adminRole,
}

export const LoggedIn = Type.Object(
  {
    ...Type.Partial(Type.Object(session)).properties,
    mfaRequired: Type.Optional(yes({ description: 'A code was sent: verify it to get a token' })),
    correlationId,
  },
  { title: 'LoggedIn' },
)

export const MfaCode = Type.Object(
  {
    email: emailIn,
    code: Type.String({
      ...shaped('^\\d{6}$', 'must be six digits'),
      description: 'The six digits of the mail',
      examples: ['042137'],
    }),
    cookie,
  },
  { title: 'MfaCode' },
)
export const MfaVerified = Type.Object({ ...session, correlationId }, { title: 'MfaVerified' })

export const MfaSend = Type.Object({ email: emailIn }, { title: 'MfaSend' })
export const MfaSent = Type.Object(
  {
    sent: yes({ description: 'The same for every address: a mail goes to whoever waits for a code' }),
    retryAfter: count('Seconds until another code can be asked for'),
    correlationId,
  },
  { title: 'MfaSent' },
)

export const LoggedOut = Type.Object({ loggedOut: yes(), correlationId }, { title: 'LoggedOut' })

export const keyKind = oneOf(['server', 'public', 'webhook'], { description: 'Which key' })
export const RotatedKey = Type.Object(
  {
    kind: keyKind,
    key: text('The new key; shown this once'),
    previousValidUntil: moment('Until when the one before it is good, too'),
    correlationId,
  },
  { title: 'RotatedKey' },
)

export const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kind: keyKind,
        createdAt: moment('When it was made'),
        validUntil: nullable(moment('When it ends; null is when it is rotated')),
      }),
      { description: 'Those that are good now, the newest of each kind first; none of them is shown again' },
    ),
    correlationId,
  },
  { title: 'KeyList' },
)
