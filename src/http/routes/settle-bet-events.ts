import { operations } from '../../contract/operations/index.ts'
import { settlementSummaryOf } from '../../contract/render/batch.ts'
import { route } from '../route.ts'
import { settleAll } from '../settle-all.ts'

export const settleBetEvents = route(operations.settleBetEvents, async (asked) => {
  const results = await settleAll(asked)
  return { status: 200, body: { results, summary: settlementSummaryOf(results) } }
})
