import { invalid } from '../../contract/invalid-request.ts'
import { centsOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderFlag } from '../../contract/render/flag.ts'
import { renderOtherwise } from '../../contract/render/otherwise.ts'
import type { Uuid } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getFlag = route(operations.getFlag, async ({ app, tenant, params, query }) => {
  const { outcome, settlementAmount } = query
  if (outcome !== 'won' && settlementAmount !== undefined) return invalid('settlementAmount', 'goes with outcome=won')
  const flag = await app.flag(tenant.id, params.id as Uuid)
  if (flag === null) return problem('not_found')
  const amount = settlementAmount === undefined ? null : centsOf(Number(settlementAmount))
  const supposed = outcome === undefined ? null : { outcome, settlementAmount: amount }
  const otherwise = flag.betEventId && (await app.otherwise(tenant, flag.betEventId, supposed))
  return {
    status: 200,
    body: { flag: renderFlag(flag), otherwise: otherwise ? renderOtherwise(otherwise) : null },
  }
})
