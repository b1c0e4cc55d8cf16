import { operations } from '../../contract/operations/index.ts'
import { renderAdmin } from '../../contract/render/admin.ts'
import { route } from '../route.ts'

export const listAdmins = route(operations.listAdmins, async ({ app, tenant }) => {
  const admins = await app.admins(tenant.id)
  return { status: 200, body: { admins: admins.map(renderAdmin) } }
})
