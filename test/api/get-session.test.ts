import { expect, test } from 'vitest'
import { getSession } from '../../src/contract/operations/backoffice.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test.each(['operator_admin', 'operator_viewer', 'fast_admin'])('an %s is told who they are', async (role) => {
  const email = `${role}@operator.example`
  await employ(used.service, used.tenant, email, { role })
  const { status, body } = await (await asAdmin(used.service, email)).get('/v1/auth/session')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email,
    role,
    tenant: { id: used.tenant.id, name: 'Test', environment: 'staging', currency: 'EUR' },
  })
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.parse(body.now))
})

test('a key is no session', async () => {
  expect((await used.tenant.api.get('/v1/auth/session')).status).toBe(401)
})

test('nobody else gets through', async () => {
  expect(getSession.access).toBe('session')
  expect((await used.service.anybody.get('/v1/auth/session')).status).toBe(401)
  expect((await used.service.superAdmin.get('/v1/auth/session')).status).toBe(401)
})
