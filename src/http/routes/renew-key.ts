import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { invariant } from '../../core/invariant.ts'
import { route } from '../route.ts'

export const renewKey = route(operations.renewKey, async ({ app, tenant, params }) => {
  const rotated = await app.rotateKey(tenant.id, params.kind)
  invariant(rotated !== null, 'who asks belongs to a tenant')
  return { status: 200, body: { ...rotated, previousValidUntil: textOf(rotated.previousValidUntil) } }
})
