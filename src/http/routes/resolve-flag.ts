import { operations } from '../../contract/operations/index.ts'
import { renderFlag } from '../../contract/render/flag.ts'
import type { Uuid } from '../../core/ids.ts'
import { actorOf } from '../actor-of.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const resolveFlag = route(operations.resolveFlag, async ({ app, tenant, caller, params, body }) => {
  const id = params.id as Uuid
  const flag = await app.resolveFlag(tenant, id, { actor: actorOf(caller), note: body.note })
  return flag ? { status: 200, body: { flag: renderFlag(flag) } } : problem('not_found')
})
