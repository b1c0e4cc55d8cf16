import { Liveness, MaintenanceAnswer, MaintenanceRequest, Readiness } from '../schemas/upkeep.ts'
import { idParams, noSuch, operation } from './operation.ts'

export const getLiveness = operation({
  id: 'getLiveness',
  method: 'GET',
  path: '/live',
  tag: 'Health',
  access: 'open',
  summary: 'Say that this process is alive',
  description:
    'For orchestrators, which replace a process that gives no answer. It asks nothing of the database: one that is away is no reason to replace anything.',
  answers: { 200: Liveness },
})

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/ready',
  tag: 'Health',
  access: 'open',
  summary: 'Say whether this replica can take requests',
  description: 'For load balancers: a replica that cannot reach its database, or is too busy, is passed over.',
  answers: { 200: Readiness },
})

const maintenance = {
  method: 'PUT',
  tag: 'Super admin',
  access: 'superAdmin',
  body: MaintenanceRequest,
  examples: {
    'With a word to callers': { enabled: true, message: 'Back at 06:00 UTC' },
    'It is over': { enabled: false },
  },
} as const

export const setMaintenance = operation({
  ...maintenance,
  id: 'setMaintenance',
  path: '/v1/super-admin/maintenance',
  summary: 'Stop or resume all writing',
  description: 'Reads work, writes are answered with maintenance_mode. Every replica has heard of it within a second.',
  answers: { 200: MaintenanceAnswer },
})

export const setTenantMaintenance = operation({
  ...maintenance,
  id: 'setTenantMaintenance',
  path: '/v1/super-admin/tenants/:id/maintenance',
  summary: 'Stop or resume the writing of one tenant',
  params: idParams('The tenant'),
  answers: { 200: MaintenanceAnswer },
  errors: ['not_found'],
  meanings: noSuch('tenant'),
})
