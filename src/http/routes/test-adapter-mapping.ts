import { compileMapping } from '../../contract/mapping/compile-mapping.ts'
import { MappingFailed, mapBet } from '../../contract/mapping/map-bet.ts'
import { operations } from '../../contract/operations/index.ts'
import { readBet } from '../../contract/read/bet-report.ts'
import { BetRequest } from '../../contract/schemas/bet.ts'
import { asProblem } from '../as-problem.ts'
import { compiled } from '../map-bodies.ts'
import { type Problem, problem } from '../problem.ts'
import { route } from '../route.ts'
import { checkerOf } from '../validation.ts'

const check = checkerOf(BetRequest)

export const testAdapterMapping = route(operations.testAdapterMapping, async ({ tenant, body }) => {
  const { adapterMapping } = tenant.settings
  if (body.mapping === undefined && !adapterMapping) return problem('not_found')
  const mapping = body.mapping ? compileMapping(body.mapping) : adapterMapping && compiled(adapterMapping)
  let bet: object | null = null
  try {
    bet = mapping ? mapBet(mapping, body.payload, 'event') : null
    const checked = check(bet)
    if ('error' in checked) throw checked.error
    readBet(checked.value)
    return { status: 200, body: { valid: true, bet, error: null, fields: [] } }
  } catch (error) {
    const refusal = asProblem(error)
    if (refusal === undefined) throw error
    return { status: 200, body: shown(refusal, error instanceof MappingFailed ? error.bet : bet) }
  }
})

const shown = ({ body: { error, fields = [] } }: Problem, bet: object | null) => ({
  valid: false,
  bet,
  error,
  fields: [...fields],
})
