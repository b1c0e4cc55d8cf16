import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const listAdmins = route(operations.listAdmins, async ({ app, tenant }) => {
  const admins = await app.admins(tenant.id)
  return { status: 200, body: { admins: admins.map((admin) => ({ ...admin, createdAt: textOf(admin.createdAt) })) } }
})
