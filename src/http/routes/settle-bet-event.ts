import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'
import { ruleOn, rulingOn } from '../settle-by-hand.ts'

export const settleBetEvent = route(operations.settleBetEvent, (asked) =>
  ruleOn(asked, (placement, actor) => rulingOn(placement, asked.body, actor)),
)
