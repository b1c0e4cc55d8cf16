import type { App } from '../../app/app.ts'
import { MappingFailed } from '../../contract/mapping/map-bet.ts'
import { operations } from '../../contract/operations/index.ts'
import { readBet } from '../../contract/read/bet-report.ts'
import { summaryOf } from '../../contract/render/batch.ts'
import { type BatchItem, BetRequest } from '../../contract/schemas/bet.ts'
import type { UserId } from '../../core/ids.ts'
import { answerBet, answerQueued } from '../answer-bet.ts'
import type { Tenant } from '../caller.ts'
import { externalBetIdOf, inOrder } from '../in-order.ts'
import { tooManyBetEvents } from '../limits/limit-requests.ts'
import type { Problem } from '../problem.ts'
import { route } from '../route.ts'
import { checkerOf } from '../validation.ts'

type BetAnswer = ReturnType<typeof answerBet> | ReturnType<typeof answerQueued> | Problem

const check = checkerOf(BetRequest, 'bet')

export const recordBets = route(operations.recordBets, async ({ app, tenant, body, takeBetEvent, problemOf }) => {
  const results = await inOrder(body.bets, (bet, index) =>
    recordOne(app, tenant, bet, takeBetEvent).then(
      (answer) => itemOf(index, bet, answer),
      (error: unknown) => itemOf(index, bet, problemOf(error)),
    ),
  )
  return { status: 200, body: { results, summary: summaryOf(results) } }
})

/** Throws like POST /v1/bets would. */
async function recordOne(
  app: App,
  tenant: Tenant,
  bet: unknown,
  takeBetEvent: (userId: string) => boolean,
): Promise<BetAnswer> {
  if (bet instanceof MappingFailed) throw bet
  const checked = check(bet)
  if ('error' in checked) throw checked.error
  const body = checked.value
  if (!takeBetEvent(body.userId)) return tooManyBetEvents()
  const who = { tenantId: tenant.id, userId: body.userId as UserId }
  return tenant.settings.integrationMode === 'sync'
    ? answerBet(await app.runAfterQueued(tenant, who, readBet(body)))
    : answerQueued(await app.queueBet(who, readBet(body)))
}

function itemOf(index: number, bet: unknown, { status, body }: BetAnswer): BatchItem {
  const place = { index, externalBetId: externalBetIdOf(bet), httpStatus: status, ...undecided }
  return 'error' in body
    ? { ...place, error: body.error, message: body.message }
    : { ...place, ...body, error: null, message: null }
}

const undecided = { betEventId: null, status: null, flagReason: null, duplicate: false, validationResult: null }
