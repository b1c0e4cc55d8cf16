import { expect, test } from 'vitest'
import { getAuditEvent } from '../../src/contract/operations/audit.ts'
import { auditOf } from '../helpers/audit.ts'
import { expectError } from '../helpers/expect-error.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const show = (id: string) => used.tenant.api.get(`/v1/audit/events/${id}`)

test('an event is shown as the list has it', async () => {
  for (const event of await auditOf(used.tenant)) {
    const { status, body } = await show(event.id)
    expect(status).toBe(200)
    expect(body.event).toEqual(event)
  }
})

test('what was done a moment ago is found', async () => {
  const { app } = used.service
  await used.tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 20 })
  const { rows } = await app.pool.query(
    'select audit_id from audit_events where tenant_id = $1 order by at, audit_id',
    [used.tenant.id],
  )
  expect((await show(rows.at(-1).audit_id)).body.event).toMatchObject({ action: 'settings.changed', seq: rows.length })
})

test('of another tenant, or of none, there is no such event', async () => {
  const other = await used.service.seed()
  const [event] = await auditOf(other)
  expectError(await show(event.id), 404, 'not_found')
  expectError(await show(NO_ID), 404, 'not_found')
})

testAccess(used, getAuditEvent)
testPath(used, getAuditEvent)
