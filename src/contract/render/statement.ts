import type { Bet } from '../../core/bet/bet.ts'
import type { Cents } from '../../core/money.ts'
import type { Odds } from '../../core/odds.ts'
import { amountOf } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/statement.ts'
import { comparedFields } from '../schemas/statement.ts'
import { orNull } from './or-null.ts'

type Standing = Bet['standing']

/** A difference with what either side says, as the store has it. */
export interface ShownFinding {
  readonly line: number | null
  readonly external_bet_id: string
  readonly event_id: string | null
  readonly stated_user_id: string | null
  readonly stated_outcome: Standing | null
  readonly stated_stake: Cents | null
  readonly stated_odds: Odds | null
  readonly stated_returned: Cents | null
  readonly user_id: string | null
  readonly outcome: Standing | null
  readonly stake: Cents | null
  readonly odds: Odds | null
  readonly returned: Cents | null
}

type Side = wire.StatementFinding['statement']

export function renderFinding(found: ShownFinding): wire.StatementFinding {
  const statement: Side = {
    userId: found.stated_user_id,
    status: orNull(found.stated_outcome, (outcome) => statuses[outcome]),
    stakeAmount: orNull(found.stated_stake, amountOf),
    odds: orNull(found.stated_odds, numberOfOdds),
    settlementAmount: orNull(found.stated_returned, amountOf),
  }
  const service: Side = {
    userId: found.user_id,
    status: orNull(found.outcome, (outcome) => statuses[outcome]),
    stakeAmount: orNull(found.stake, amountOf),
    odds: orNull(found.odds, numberOfOdds),
    settlementAmount: orNull(found.returned, amountOf),
  }
  const { external_bet_id: externalBetId, event_id: betEventId, line } = found
  return { externalBetId, line, betEventId, fields: differing(statement, service), statement, service }
}

const statuses = {
  open: 'placed',
  won: 'settled-won',
  lost: 'settled-lost',
  voided: 'voided',
  unaccepted: 'rejected',
} as const

/** What one side alone says is no difference: fields of a statement are compared when they are sent. */
const differing = (statement: Side, service: Side) =>
  comparedFields.filter(
    (field) => statement[field] !== null && service[field] !== null && statement[field] !== service[field],
  )
