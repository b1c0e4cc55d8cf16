import { Type } from 'typebox'
import { AuditCheck, AuditEvent, AuditEventAnswer, AuditEventList } from '../schemas/audit.ts'
import { dayOrInstantIn, name } from '../schemas/scalars.ts'
import { idParams, noSuch, operation, paging } from './operation.ts'

const audit = { method: 'GET', tag: 'Audit', access: 'operator_viewer' } as const

const filterText = (description: string) => Type.Optional(name(description))

const filters = {
  actor: filterText('Such as server_key, or admin: and the id of a person'),
  action: filterText('Such as payout.executed'),
  target: filterText('A kind and an id, the id alone, or the userId of a player'),
  from: Type.Optional(dayOrInstantIn('The first day or moment')),
  to: Type.Optional(dayOrInstantIn('The last day or moment, not before from')),
  ...paging,
}

export const listAuditEvents = operation({
  ...audit,
  id: 'listAuditEvents',
  path: '/v1/audit/events',
  summary: 'List what was done and decided',
  description:
    'Administrative acts, and decisions about money; not each bet. What was done before the request is in the answer.',
  query: Type.Object(filters),
  answers: { 200: AuditEventList },
})

export const listInstallationAudit = operation({
  ...audit,
  id: 'listInstallationAudit',
  path: '/v1/super-admin/audit/events',
  tag: 'Super admin',
  access: 'superAdmin',
  summary: 'List what was done to all tenants at once',
  description: 'A chain of its own. What is done to one tenant stands in the audit of that tenant.',
  query: Type.Object(filters),
  answers: { 200: AuditEventList },
})

export const getAuditEvent = operation({
  ...audit,
  id: 'getAuditEvent',
  path: '/v1/audit/events/:id',
  summary: 'Show one thing that was done',
  params: idParams('The event'),
  answers: { 200: AuditEventAnswer },
  errors: ['not_found'],
  meanings: noSuch('audit event'),
})

export const verifyAudit = operation({
  ...audit,
  id: 'verifyAudit',
  path: '/v1/audit/verify',
  summary: 'Check the whole chain of the audit',
  description: 'Computes every hash again, from the first event to the last.',
  answers: { 200: AuditCheck },
})

export const exportAudit = operation({
  ...audit,
  id: 'exportAudit',
  path: '/v1/audit/export',
  summary: 'Download the whole audit',
  description:
    'One event a line, the oldest first, as NDJSON. The headers X-Audit-Length and X-Audit-Head say how many there are and which hash the last one has: keep both, for they show whether the end of a later copy is missing. `npm run verify-audit -- FILE` checks a copy without the service.',
  answers: { 200: AuditEvent },
  downloads: 'application/x-ndjson',
})
