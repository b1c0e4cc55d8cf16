import { expect, test } from 'vitest'
import { renewKey } from '../../src/contract/operations/backoffice.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { auditOf } from '../helpers/audit.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const path = (kind: string) => `/v1/admin/keys/${kind}/rotate`

test('an admin makes a new key of their own tenant, which is shown once and opens at once', async () => {
  const { service } = used
  const tenant = await service.seed()
  await employ(service, tenant, 'boss@renew.example')
  const boss = await asAdmin(service, 'boss@renew.example')
  const { status, body } = await boss.post(path('server'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'server',
    key: expect.stringMatching(/^key-/),
    previousValidUntil: new Date(service.app.clock.now() + 24 * HOUR_MS).toISOString(),
  })
  const fresh = service.anybody.with({ 'x-api-key': body.key })
  expect((await fresh.get('/v1/admin/keys')).body.keys).toHaveLength(4)
  expect((await tenant.api.get('/v1/admin/settings')).status).toBe(200)
  expect((await boss.post(path('public'))).body.key).toMatch(/^pk_/)
  expect((await boss.post(path('webhook'))).body.key).toMatch(/^[0-9a-f]{64}$/)
  const acts = await auditOf(tenant, 'action=key.rotated')
  expect(acts.map(({ target }) => target)).toEqual(['key:webhook', 'key:public', 'key:server'])
  expect(acts[0].actor).toMatch(/^admin:/)
  expect(JSON.stringify(acts)).not.toContain(body.key)
})

test('a server key makes no other one, and nobody below an admin does', async () => {
  const { service, tenant } = used
  const byKey = await tenant.api.post(path('server'))
  expectError(byKey, 403, 'forbidden')
  expect(byKey.body.message).toBe('Only a person who has logged in may do this: no key opens it')
  for (const role of ['operator_support', 'operator_viewer']) {
    await employ(service, tenant, `${role}@renew.example`, { role })
    expectError(await (await asAdmin(service, `${role}@renew.example`)).post(path('server')), 403, 'forbidden')
  }
  expect((await tenant.api.get('/v1/admin/keys')).body.keys).toHaveLength(3)
})

test.each(['token', 'SERVER', '%00', '7'])('%s is no kind of key', async (kind) => {
  await employ(used.service, used.tenant, `boss-${kind}@kind.example`.replace('%', ''))
  const boss = await asAdmin(used.service, `boss-${kind}@kind.example`.replace('%', ''))
  expectWrong(await boss.post(path(kind)), 'kind')
})

testAccess(used, renewKey)
