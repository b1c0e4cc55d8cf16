import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { invariant } from '../../core/invariant.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const renewKey = route(operations.renewKey, async ({ app, tenant, caller, params }) => {
  if (caller.kind !== 'admin') return problem('forbidden', { message: 'Only a person who has logged in may do this' })
  const rotated = await app.rotateKey(tenant.id, params.kind)
  invariant(rotated !== null, 'who asks belongs to a tenant')
  return { status: 200, body: { ...rotated, previousValidUntil: textOf(rotated.previousValidUntil) } }
})
