import { operations } from '../../contract/operations/index.ts'
import { readRulesetChange } from '../../contract/read/ruleset.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeRuleset = route(operations.changeRuleset, async ({ app, tenant, params, body }) => {
  const id = params.id.toLowerCase()
  const before = (await app.rulesets(tenant.id)).find((ruleset) => ruleset.id === id)
  if (before === undefined) return problem('not_found')
  const ruleset = await app.saveRuleset(tenant.id, readRulesetChange(before, body))
  return { status: 200, body: { ruleset: renderRuleset(ruleset) } }
})
