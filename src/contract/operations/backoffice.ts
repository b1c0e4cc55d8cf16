import { Type } from 'typebox'
import { type LifeChoice, lifeChoices, lifeKinds } from '../../core/life-kind.ts'
import {
  AdminAnswer,
  AdminList,
  AdminRemoved,
  AdminRoleChange,
  KeyList,
  keyKind,
  NewColleague,
  RotatedKey,
} from '../schemas/auth.ts'
import { userIdIn } from '../schemas/bet.ts'
import { DeliveryAnswer } from '../schemas/delivery.ts'
import { BalanceCurve, PayoutReview, PlayerAnswer, PlayerList, SessionAnswer, Timeline } from '../schemas/office.ts'
import { Overview, running } from '../schemas/overview.ts'
import { oneOf, uuidIn } from '../schemas/scalars.ts'
import { shaped } from '../schemas/shaped.ts'
import { ChangeEvent, Stream } from '../schemas/stream.ts'
import { Confirmation } from '../schemas/user.ts'
import { idParams, noSuch, operation, paging, userParams } from './operation.ts'
import { cancelChallenge } from './users.ts'

const reading = { tag: 'Backoffice', access: 'operator_viewer' } as const

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/v1/auth/session',
  tag: 'Authentication',
  access: 'session',
  summary: 'Say who has logged in',
  answers: { 200: SessionAnswer },
})

export const getOverview = operation({
  ...reading,
  id: 'getOverview',
  method: 'GET',
  path: '/v1/admin/overview',
  summary: 'Show how the business stands',
  description: 'What runs now, what may have to be paid, and what happened in a period up to today.',
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 366, description: 'UTC days, today included; 30 where it is not given' }),
    ),
  }),
  answers: { 200: Overview },
})

export const listPlayers = operation({
  ...reading,
  id: 'listPlayers',
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'List or search the players',
  description: 'The newest first; with `running` those who run such a program, the newest program first.',
  query: Type.Object({
    search: Type.Optional(Type.String({ ...userIdIn, description: 'How the user id begins', examples: ['anna'] })),
    running: Type.Optional(running),
    ...paging,
  }),
  answers: { 200: PlayerList },
})

export const getPlayer = operation({
  ...reading,
  id: 'getPlayer',
  method: 'GET',
  path: '/v1/admin/users/:userId',
  summary: 'Show where a player stands',
  params: userParams,
  answers: { 200: PlayerAnswer },
})

export const getTimeline = operation({
  ...reading,
  id: 'getTimeline',
  method: 'GET',
  path: '/v1/admin/users/:userId/timeline',
  summary: 'Tell all that happened to a player',
  description:
    'In one order of time: every event that was stored of the player, the webhooks that told of it with their attempts, and what people did.',
  params: userParams,
  query: Type.Object({
    only: Type.Optional(
      oneOf(Object.keys(lifeChoices) as LifeChoice[], {
        description: 'One kind alone; milestones: everything but bets',
      }),
    ),
    limit: paging.limit,
    cursor: Type.Optional(
      Type.String({
        ...shaped('^\\d{1,16}\\.\\d{1,16}\\.\\d{1,16}$', 'must be the nextCursor of a page'),
        description: 'nextCursor of the page before',
      }),
    ),
  }),
  answers: { 200: Timeline },
})

export const streamChanges = operation({
  ...reading,
  id: 'streamChanges',
  method: 'GET',
  path: '/v1/admin/changes',
  summary: 'Follow what changes',
  description: `Server-sent events for a page that shows something of the tenant: it is told what kinds of things have changed, and
asks for them again. Nothing of what changed is in it.

| event | data |
|---|---|
| \`listening\` | \`{"live": true}\`: from now on every change is told, so ask for everything once. \`{"live": false}\`: changes are not heard of for now, so ask now and then. First of all, and whenever it changes |
| \`changed\` | \`{"kinds": ["bet", "payout"]}\`: the kinds of a timeline, ${lifeKinds.join(', ')}; at most once a second |
| \`session_ended\` | \`{}\`: the last event before the stream ends, because its session did |

Changes are told from whichever replica they come, within about a second. With \`userId\` only those of one player are
told, and now and then one that is not. Events have no ids: whoever comes back is told nothing of what it missed, and asks
for everything, as \`listening\` says. A comment every 15 seconds shows that the stream is alive. It ends with the session,
after an hour for the server key, when the service stops, and when its reader is too slow: come back after the 3 seconds
that it says. Anyone with 100 of these streams open is refused another: \`rate_limited\`, without Retry-After.`,
  query: Type.Object({
    userId: Type.Optional(Type.String({ ...userIdIn, description: 'Only what is of this player', examples: ['anna'] })),
  }),
  answers: { 200: Stream },
  streams: ChangeEvent,
})

export const getBalanceCurve = operation({
  ...reading,
  id: 'getBalanceCurve',
  method: 'GET',
  path: '/v1/admin/users/:userId/balance-curve',
  summary: 'Show how the balance of a program went',
  params: userParams,
  query: Type.Object({ programId: Type.Optional(uuidIn('The program; the latest one where it is not given')) }),
  answers: { 200: BalanceCurve },
  errors: ['not_found'],
  meanings: { not_found: 'The player has no program with this programId' },
})

export const reviewPayout = operation({
  ...reading,
  id: 'reviewPayout',
  method: 'GET',
  path: '/v1/admin/payouts/:id',
  summary: 'Show a payout with all that a decision on it looks at',
  params: idParams('The payout'),
  answers: { 200: PayoutReview },
  errors: ['not_found'],
  meanings: noSuch('payout'),
})

export const cancelForPlayer = operation({
  tag: 'Backoffice',
  access: 'operator_admin',
  id: 'cancelForPlayer',
  method: 'POST',
  path: '/v1/admin/users/:userId/challenge/cancel',
  summary: 'Cancel the challenge of a player',
  description: 'The own stake is forfeited and the bonus is void, as if the player had cancelled.',
  params: userParams,
  body: Confirmation,
  examples: { 'It is meant': { confirm: true } },
  answers: cancelChallenge.answers,
  errors: cancelChallenge.errors,
  approvedAs: 'cancel',
})

export const getDelivery = operation({
  ...reading,
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/admin/webhook-deliveries/:id',
  tag: 'Webhooks',
  summary: 'Show a webhook delivery with what is sent',
  params: idParams('The delivery'),
  answers: { 200: DeliveryAnswer },
  errors: ['not_found'],
  meanings: noSuch('delivery'),
})

const people = { tag: 'Backoffice', access: 'operator_admin' } as const

export const listAdmins = operation({
  ...people,
  id: 'listAdmins',
  method: 'GET',
  path: '/v1/admin/admins',
  summary: 'List the people who can log in for the tenant',
  description: 'Those of the installation are not among them.',
  answers: { 200: AdminList },
})

export const addAdmin = operation({
  ...people,
  peopleOnly: true,
  takesPassword: true,
  id: 'addAdmin',
  method: 'POST',
  path: '/v1/admin/admins',
  summary: 'Give a person access to the tenant',
  description:
    'Only a logged-in admin can do this: a stolen server key must not create a login that outlives its rotation.',
  body: NewColleague,
  examples: {
    'Who settles bets': {
      email: 'anna@operator.example',
      password: 'four words and a space',
      role: 'operator_support',
      mfaEnabled: true,
    },
  },
  answers: { 201: AdminAnswer },
  errors: ['email_taken'],
})

export const removeAdmin = operation({
  ...people,
  id: 'removeAdmin',
  method: 'DELETE',
  path: '/v1/admin/admins/:id',
  summary: "Remove a person's access",
  description:
    'Sessions of that person end at once. Nobody can remove themselves, and the last operator_admin of a tenant stays.',
  params: idParams('The admin'),
  answers: { 200: AdminRemoved },
  errors: ['not_found', 'last_admin'],
  meanings: noSuch('admin'),
})

export const setAdminRole = operation({
  ...people,
  id: 'setAdminRole',
  method: 'PUT',
  path: '/v1/admin/admins/:id/role',
  summary: 'Change what somebody may do',
  description:
    'It counts from the next request of that person on, in sessions that are open, too. Nobody can change their own role, the last operator_admin of a tenant stays one, and the server key makes nobody one.',
  params: idParams('The admin'),
  body: AdminRoleChange,
  examples: { 'Who reads only': { role: 'operator_viewer' } },
  answers: { 200: AdminAnswer },
  errors: ['not_found', 'last_admin'],
  meanings: noSuch('admin'),
})

export const listKeys = operation({
  ...people,
  id: 'listKeys',
  method: 'GET',
  path: '/v1/admin/keys',
  summary: 'List the keys of the tenant',
  description: 'When each was made and when it ends, and never the key itself.',
  answers: { 200: KeyList },
})

export const renewKey = operation({
  ...people,
  peopleOnly: true,
  answersSecret: true,
  id: 'renewKey',
  method: 'POST',
  path: '/v1/admin/keys/:kind/rotate',
  summary: 'Make a new key of the tenant',
  description:
    'It is shown this once. The key before it is good for 24 hours more. Whoever has got hold of a server key shall not make the next one.',
  params: Type.Object({ kind: keyKind }),
  answers: { 200: RotatedKey },
})
