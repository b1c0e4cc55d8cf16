import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'
import { correctionOn, ruleOn } from '../settle-by-hand.ts'

export const correctBetEvent = route(operations.correctBetEvent, (asked) =>
  ruleOn(asked, (placement, actor) => correctionOn(placement, asked.body, actor)),
)
