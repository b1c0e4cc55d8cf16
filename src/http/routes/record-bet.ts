import { operations } from '../../contract/operations/index.ts'
import { readBet } from '../../contract/read/bet-report.ts'
import type { UserId } from '../../core/ids.ts'
import { answerBet, answerQueued } from '../answer-bet.ts'
import { route } from '../route.ts'

export const recordBet = route(operations.recordBet, async ({ app, tenant, body, run }) => {
  if (tenant.settings.integrationMode === 'sync') return run(body.userId, readBet(body), answerBet)
  return answerQueued(await app.queueBet({ tenantId: tenant.id, userId: body.userId as UserId }, readBet(body)))
})
