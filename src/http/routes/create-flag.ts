import { operations } from '../../contract/operations/index.ts'
import { renderFlag } from '../../contract/render/flag.ts'
import type { EventId } from '../../core/ids.ts'
import { actorOf } from '../actor-of.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const createFlag = route(operations.createFlag, async ({ app, tenant, caller, body }) => {
  const betEventId = body.betEventId.toLowerCase() as EventId
  const flag = await app.openFlag(tenant, { betEventId, description: body.description, actor: actorOf(caller) })
  return flag ? { status: 201, body: { flag: renderFlag(flag) } } : problem('not_found')
})
