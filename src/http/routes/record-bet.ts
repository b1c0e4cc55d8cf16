import { operations } from '../../contract/operations/index.ts'
import { readBet } from '../../contract/read/bet-report.ts'
import { answerBet } from '../bet-answer.ts'
import { route } from '../route.ts'

export const recordBet = route(operations.recordBet, async ({ body, run }) =>
  run(body.userId, readBet(body), answerBet),
)
