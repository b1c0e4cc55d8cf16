import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'
import { ruleOnBet, rulingOn } from '../rule-on-bet.ts'

export const settleBetEvent = route(operations.settleBetEvent, (asked) =>
  ruleOnBet(asked, (placement, actor) => rulingOn(placement, asked.body, actor)),
)
