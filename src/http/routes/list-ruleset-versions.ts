import { operations } from '../../contract/operations/index.ts'
import { renderRulesetVersion } from '../../contract/render/versions.ts'
import type { RulesetId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const listRulesetVersions = route(operations.listRulesetVersions, async ({ app, tenant, params, query }) => {
  const page = await app.rulesetVersions(tenant.id, params.id as RulesetId, pageOf(query))
  if (page === null) return problem('not_found')
  return { status: 200, body: { versions: page.items.map(renderRulesetVersion), nextCursor: page.nextCursor } }
})
