import type { Answer } from './client.ts'
import type { TestTenant } from './service.ts'

// What the audit of a tenant says.

/** The acts of a tenant, the newest first. */
export const auditOf = async ({ api }: TestTenant, query = ''): Promise<Answer['body'][]> =>
  (await api.get(`/v1/audit/events?limit=500&${query}`)).body.events

/** Their actions, the oldest first. */
export const actionsOf = async (tenant: TestTenant, query = ''): Promise<string[]> =>
  (await auditOf(tenant, query)).map(({ action }) => action).reverse()

/** The chain as it is downloaded. */
export const exportOf = async ({ api }: TestTenant) => {
  const { headers, body } = await api.get('/v1/audit/export')
  const lines = (body as string).split('\n').filter((line) => line !== '')
  return { lines, head: headers.get('x-audit-head') ?? '', length: Number(headers.get('x-audit-length')) }
}
