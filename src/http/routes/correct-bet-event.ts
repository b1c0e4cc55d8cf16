import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'
import { correctionOn, ruleOnBet } from '../rule-on-bet.ts'

export const correctBetEvent = route(operations.correctBetEvent, (asked) =>
  ruleOnBet(asked, (placement, actor) => correctionOn(placement, asked.body, actor)),
)
