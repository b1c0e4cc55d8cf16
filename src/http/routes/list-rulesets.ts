import { operations } from '../../contract/operations/index.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import { route } from '../route.ts'

export const listRulesets = route(operations.listRulesets, async ({ app, tenant }) => {
  const rulesets = await app.rulesets(tenant.id)
  return { status: 200, body: { rulesets: rulesets.map(renderRuleset) } }
})
