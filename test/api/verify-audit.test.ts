import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { linkHashOf } from '../../src/app/audit/chain.ts'
import { verifyAudit } from '../../src/contract/operations/audit.ts'
import { auditOf } from '../helpers/audit.ts'
import type { TestTenant } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const MIGRATION = new URL('../../src/store/migrations/0023-where-the-audit-ends.sql', import.meta.url)
const verify = async ({ api }: TestTenant) => (await api.get('/v1/audit/verify')).body

/** What only the owner of the database can do: to change rows although they are facts. */
async function tamper({ id }: TestTenant, sql: string): Promise<void> {
  const client = await used.service.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table audit_events disable trigger audit_is_kept')
    const { rowCount } = await client.query(sql, [id])
    expect(rowCount).toBe(1)
    await client.query('alter table audit_events enable trigger audit_is_kept')
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('the chain of a tenant holds', async () => {
  const events = await auditOf(used.tenant)
  const { status, body } = await used.tenant.api.get('/v1/audit/verify')
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: true, checked: events.length, firstBroken: null })
})

const THIRD = 'tenant_id = $1 and seq = 3'
test.each([
  ['actor', `update audit_events set actor = 'somebody else' where ${THIRD}`],
  ['action', `update audit_events set action = 'nothing.done' where ${THIRD}`],
  ['target', `update audit_events set target = 'other:target' where ${THIRD}`],
  ['what is there after it', `update audit_events set after = after || '{"more": 1}' where ${THIRD}`],
  ['what was there before it', `update audit_events set before = '{}' where ${THIRD}`],
  ['address', `update audit_events set ip = '192.0.2.1' where ${THIRD}`],
  ['request', `update audit_events set correlation_id = 'another' where ${THIRD}`],
  ['time', `update audit_events set at = at + interval '1 millisecond' where ${THIRD}`],
  ['player', `update audit_events set player_id = tenant_id where ${THIRD}`],
  ['id', `update audit_events set audit_id = tenant_id where ${THIRD}`],
  ['hash', `update audit_events set hash = prev_hash where ${THIRD}`],
])('an event whose %s was changed is found', async (_what, sql) => {
  const tenant = await used.service.seed()
  expect(await verify(tenant)).toMatchObject({ valid: true })
  await tamper(tenant, sql)
  expect(await verify(tenant)).toMatchObject({ valid: false, checked: 2, firstBroken: { seq: 3 } })
})

test('an event that was removed is missed', async () => {
  const tenant = await used.service.seed()
  await verify(tenant)
  await tamper(tenant, `delete from audit_events where ${THIRD}`)
  expect(await verify(tenant)).toMatchObject({ valid: false, checked: 2, firstBroken: { seq: 3 } })
})

const LAST = 'tenant_id = $1 and seq = (select max(seq) from audit_events where tenant_id = $1)'

test('an end that was cut off is missed, and the chain does not close behind it', async () => {
  const tenant = await used.service.seed()
  const { checked } = await verify(tenant)
  await tamper(tenant, `delete from audit_events where ${LAST}`)
  const missed = { valid: false, checked: checked - 1, firstBroken: { seq: checked, id: null } }
  expect(await verify(tenant)).toMatchObject(missed)
  await tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 20 })
  expect((await auditOf(tenant))[0]).toMatchObject({ action: 'settings.changed', seq: checked + 1 })
  expect(await verify(tenant)).toMatchObject({ valid: false, checked: checked - 1, firstBroken: { seq: checked } })
})

test('an end that was put in the place of another is found', async () => {
  const tenant = await used.service.seed()
  const { checked } = await verify(tenant)
  const [{ hash: _, userId: __, ...last }] = await auditOf(tenant)
  const hash = linkHashOf({ ...last, tenantId: tenant.id, target: 'other:target' })
  await tamper(tenant, `update audit_events set target = 'other:target', hash = '${hash}' where ${LAST}`)
  expect(await verify(tenant)).toMatchObject({
    valid: false,
    checked: checked - 1,
    firstBroken: { seq: checked, id: last.id },
  })
})

test('of a chain that was sealed before ends were noted, the end is noted, too', async () => {
  const { pool } = used.service.app
  const tenant = await used.service.seed()
  const { checked } = await verify(tenant)
  await pool.query('drop table audit_ends; drop function note_audit_end, keep_audit_end cascade')
  await pool.query(await readFile(MIGRATION, 'utf8'))
  expect(await verify(tenant)).toMatchObject({ valid: true, checked })
  await tamper(tenant, `delete from audit_events where ${LAST}`)
  expect(await verify(tenant)).toMatchObject({ valid: false, checked: checked - 1 })
})

test('the chain of one tenant says nothing of another', async () => {
  const [broken, whole] = [await used.service.seed(), await used.service.seed()]
  await verify(broken)
  await tamper(broken, `update audit_events set actor = 'x' where ${THIRD}`)
  expect(await verify(broken)).toMatchObject({ valid: false })
  expect(await verify(whole)).toMatchObject({ valid: true })
})

testAccess(used, verifyAudit)
