import { outcomeOf } from '../../core/bet/outcome-report.ts'
import type { ExternalBetId, UserId } from '../../core/ids.ts'
import { centsOf } from '../money-wire.ts'
import { oddsOf } from '../odds-wire.ts'
import type { StatementLine } from '../schemas/statement.ts'

const outcomes = { placed: 'open', ...outcomeOf } as const

/** The bet of a line. */
export const readStatementLine = (body: StatementLine, line: number) => ({
  line,
  externalBetId: body.externalBetId as ExternalBetId,
  userId: body.userId === undefined ? null : (body.userId as UserId),
  outcome: outcomes[body.status],
  stake: body.stakeAmount === undefined ? null : centsOf(body.stakeAmount),
  odds: body.odds === undefined ? null : oddsOf(body.odds),
  returned: body.settlementAmount === undefined ? null : centsOf(body.settlementAmount),
})
