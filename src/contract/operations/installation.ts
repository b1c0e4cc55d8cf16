import { Type } from 'typebox'
import { AdminAnswer, keyKind, NewAdmin, RotatedKey } from '../schemas/auth.ts'
import { Health, Unhealthy } from '../schemas/operator.ts'
import { uuidIn } from '../schemas/scalars.ts'
import {
  Clock,
  ClockAdvance,
  ClockAdvanced,
  NewTenant,
  TenantAnswer,
  TenantChange,
  TenantCreated,
  TenantList,
  UserReset,
} from '../schemas/tenant.ts'
import { Usage } from '../schemas/usage.ts'
import { idParams, noSuch, operation, paging, userParams } from './operation.ts'

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Health',
  access: 'open',
  summary: 'Say whether the service works',
  answers: { 200: Health, 503: Unhealthy },
})

const sandbox = { tag: 'Sandbox', access: 'server' } as const

export const getClock = operation({
  ...sandbox,
  id: 'getClock',
  method: 'GET',
  path: '/v1/sandbox/clock',
  summary: "Show a staging tenant's time",
  answers: { 200: Clock },
})

export const advanceClock = operation({
  ...sandbox,
  id: 'advanceClock',
  method: 'POST',
  path: '/v1/sandbox/clock/advance',
  summary: "Move a staging tenant's time forward",
  description: 'Everything that falls due on the way is done, in order, before the answer.',
  body: ClockAdvance,
  examples: { 'A day on': { byHours: 24 }, 'To a moment': { to: '2027-01-01T00:00:00Z' } },
  answers: { 200: ClockAdvanced },
})

export const resetUser = operation({
  ...sandbox,
  access: 'operator_admin',
  id: 'resetUser',
  method: 'POST',
  path: '/v1/sandbox/reset/:userId',
  summary: 'Begin a test user anew',
  description:
    'As if the user had never been there: no progress, no history, no cooldown, and bet ids that were used are free again. Only on a staging tenant. What runs is not ended and told first; it is out of sight.',
  params: userParams,
  answers: { 200: UserReset },
})

const superAdmin = { tag: 'Super admin', access: 'superAdmin' } as const

export const listTenants = operation({
  ...superAdmin,
  id: 'listTenants',
  method: 'GET',
  path: '/v1/super-admin/tenants',
  summary: 'List the tenants',
  query: Type.Object(paging),
  answers: { 200: TenantList },
})

export const createTenant = operation({
  ...superAdmin,
  answersSecret: true,
  id: 'createTenant',
  method: 'POST',
  path: '/v1/super-admin/tenants',
  summary: 'Make a tenant with its keys',
  description:
    'The keys and the webhook secret are shown this once, and an idempotency key cannot bring them back. Of the keys hashes are kept; the secret is kept as it is, since it signs.',
  body: NewTenant,
  examples: {
    'A sandbox': { name: 'Sportsbook, staging', environment: 'staging', currency: 'EUR' },
  },
  answers: { 201: TenantCreated },
})

export const getTenant = operation({
  ...superAdmin,
  id: 'getTenant',
  method: 'GET',
  path: '/v1/super-admin/tenants/:id',
  summary: 'Show a tenant',
  params: idParams('The tenant'),
  answers: { 200: TenantAnswer },
  errors: ['not_found'],
  meanings: noSuch('tenant'),
})

export const changeTenant = operation({
  ...superAdmin,
  id: 'changeTenant',
  method: 'PATCH',
  path: '/v1/super-admin/tenants/:id',
  summary: 'Change a tenant and its plan',
  description: 'What is left out stays.',
  params: idParams('The tenant'),
  body: TenantChange,
  examples: {
    'Room for a load test': { rateLimits: { bets: 6000, betEventsPerUser: 600 } },
    'A plan with a monthly limit': { monthlyChallengeLimit: 500 },
  },
  answers: { 200: TenantAnswer },
  errors: ['not_found'],
  meanings: noSuch('tenant'),
})

export const promoteTenant = operation({
  ...superAdmin,
  answersSecret: true,
  id: 'promoteTenant',
  method: 'POST',
  path: '/v1/super-admin/tenants/:id/promote',
  summary: 'Create a production tenant from a staging tenant',
  description:
    'With its settings, plan, rulesets and tiers, under the same ids, and with fresh keys. The addresses of webhooks and approval are not taken along.',
  params: idParams('The staging tenant'),
  answers: { 201: TenantCreated },
  errors: ['not_found', 'tenant_not_staging'],
  meanings: noSuch('tenant'),
})

export const getUsage = operation({
  ...superAdmin,
  id: 'getUsage',
  method: 'GET',
  path: '/v1/super-admin/tenants/:id/usage',
  summary: "Show a tenant's usage",
  description: 'Purchases against the limit of the plan, users, what runs, and the last twelve months.',
  params: idParams('The tenant'),
  answers: { 200: Usage },
  errors: ['not_found'],
  meanings: noSuch('tenant'),
})

export const rotateKey = operation({
  ...superAdmin,
  answersSecret: true,
  id: 'rotateKey',
  method: 'POST',
  path: '/v1/super-admin/tenants/:id/keys/:kind/rotate',
  summary: 'Make a new key of a tenant',
  description: 'It is shown this once. The key before it is good for 24 hours more.',
  params: Type.Object({ id: uuidIn('The tenant'), kind: keyKind }),
  answers: { 200: RotatedKey },
  errors: ['not_found'],
  meanings: noSuch('tenant'),
})

export const createAdmin = operation({
  ...superAdmin,
  id: 'createAdmin',
  method: 'POST',
  path: '/v1/super-admin/tenants/:id/admins',
  summary: 'Let a person log in',
  params: idParams('The tenant'),
  body: NewAdmin,
  examples: {
    'The first of a tenant': {
      email: 'anna@operator.example',
      password: 'four words and a space',
      role: 'operator_admin',
      mfaEnabled: true,
    },
  },
  answers: { 201: AdminAnswer },
  errors: ['not_found', 'email_taken'],
  meanings: noSuch('tenant'),
})
