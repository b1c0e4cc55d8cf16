import { instantOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { orNull } from '../../contract/render/or-null.ts'
import { renderSelfExclusion } from '../../contract/render/self-exclusion.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

export const setSelfExclusion = route(operations.setSelfExclusion, async ({ params, body, run }) => {
  const until = orNull(body.until ?? null, instantOf)
  return run(params.userId, { type: 'SetSelfExclusion', excluded: body.excluded, until }, ({ answer, player, now }) =>
    answer.kind === 'done'
      ? { status: 200, body: renderSelfExclusion(params.userId, player.selfExclusion, now) }
      : refused(answer),
  )
})
