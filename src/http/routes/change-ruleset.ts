import { operations } from '../../contract/operations/index.ts'
import { readRulesetChange } from '../../contract/read/ruleset.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import type { RulesetId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeRuleset = route(operations.changeRuleset, async ({ app, tenant, params, body }) => {
  const id = params.id as RulesetId
  const ruleset = await app.changeRuleset(tenant.id, id, (before) => readRulesetChange(before, body))
  return ruleset ? { status: 200, body: { ruleset: renderRuleset(ruleset) } } : problem('not_found')
})
