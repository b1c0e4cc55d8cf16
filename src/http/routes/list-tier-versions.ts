import { operations } from '../../contract/operations/index.ts'
import { renderTierVersion } from '../../contract/render/versions.ts'
import type { TierId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const listTierVersions = route(operations.listTierVersions, async ({ app, tenant, params, query }) => {
  const page = await app.tierVersions(tenant.id, params.id as TierId, pageOf(query))
  if (page === null) return problem('not_found')
  return { status: 200, body: { versions: page.items.map(renderTierVersion), nextCursor: page.nextCursor } }
})
