import { expect, test } from 'vitest'
import { listKeys } from '../../src/contract/operations/backoffice.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const list = () => used.tenant.api.get('/v1/admin/keys')

test('keys are listed with their ends, and never themselves', async () => {
  const { service, tenant } = used
  const { status, body } = await list()
  expect(status).toBe(200)
  const createdAt = body.keys[0].createdAt
  expect(body.keys).toEqual(['public', 'server', 'webhook'].map((kind) => ({ kind, createdAt, validUntil: null })))
  service.app.clock.forward(HOUR_MS)
  const rotated = await service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/keys/webhook/rotate`)
  const { previousValidUntil, key } = rotated.body
  const after = await list()
  expect(after.body.keys.slice(2)).toEqual([
    { kind: 'webhook', createdAt: new Date(service.app.clock.now()).toISOString(), validUntil: null },
    { kind: 'webhook', createdAt, validUntil: previousValidUntil },
  ])
  for (const secret of [key, tenant.serverKey, tenant.publicKey]) {
    expect(JSON.stringify(after.body)).not.toContain(secret)
  }
  service.app.clock.forward(24 * HOUR_MS)
  expect((await list()).body.keys).toHaveLength(3)
})

test('another tenant sees none of ours', async () => {
  const other = await used.service.seed()
  expect((await other.api.get('/v1/admin/keys')).body.keys).toHaveLength(3)
})

testAccess(used, listKeys)
