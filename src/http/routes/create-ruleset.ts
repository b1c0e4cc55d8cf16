import { newId } from '../../app/uuid.ts'
import { operations } from '../../contract/operations/index.ts'
import { readNewRuleset } from '../../contract/read/ruleset.ts'
import { renderRuleset } from '../../contract/render/ruleset.ts'
import type { RulesetId } from '../../core/ids.ts'
import { route } from '../route.ts'

export const createRuleset = route(operations.createRuleset, async ({ app, tenant, body }) => {
  const ruleset = await app.saveRuleset(tenant.id, readNewRuleset(newId<RulesetId>(), body))
  return { status: 201, body: { ruleset: renderRuleset(ruleset) } }
})
