import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const rotateKey = route(operations.rotateKey, async ({ app, params }) => {
  const rotated = await app.rotateKey(params.id as TenantId, params.kind)
  if (rotated === null) return problem('not_found')
  return { status: 200, body: { ...rotated, previousValidUntil: textOf(rotated.previousValidUntil) } }
})
