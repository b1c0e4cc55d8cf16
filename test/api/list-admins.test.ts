import { expect, test } from 'vitest'
import { listAdmins } from '../../src/contract/operations/backoffice.ts'
import { employ } from '../helpers/people.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('the people of the tenant are listed by their address, those of the installation not', async () => {
  const { service, tenant } = used
  await employ(service, tenant, 'boris@operator.example', { role: 'operator_viewer', mfaEnabled: true })
  await employ(service, tenant, 'anna@operator.example')
  await employ(service, tenant, 'fast@installation.example', { role: 'fast_admin' })
  await employ(service, await service.seed(), 'carl@other.example')
  const { status, body } = await tenant.api.get('/v1/admin/admins')
  expect(status).toBe(200)
  expect(body.admins).toMatchObject([
    { email: 'anna@operator.example', role: 'operator_admin', mfaEnabled: false, tenantId: tenant.id },
    { email: 'boris@operator.example', role: 'operator_viewer', mfaEnabled: true },
  ])
  expect(JSON.stringify(body)).not.toMatch(/argon|password/i)
})

testAccess(used, listAdmins)
