import { type Static, Type } from 'typebox'
import { betStatuses } from '../../core/bet/bet.ts'
import { betStatus, externalBetIdIn, userIdIn } from './bet.ts'
import {
  amount,
  amountIn,
  correlationId,
  count,
  moment,
  nullable,
  nullableAmount,
  oddsIn,
  oneOf,
  positiveAmountIn,
  text,
  uuid,
} from './scalars.ts'

/** The most lines of one statement. */
export const STATEMENT_MAX = 2_000_000

/** A bet as the operator's books have it. */
export const StatementLine = Type.Object(
  {
    externalBetId: externalBetIdIn,
    status: betStatus,
    userId: Type.Optional(userIdIn),
    stakeAmount: Type.Optional(positiveAmountIn('The stake; compared when sent')),
    odds: Type.Optional(oddsIn('Decimal odds; compared when sent')),
    settlementAmount: Type.Optional(amountIn('The whole return, stake included; compared when sent')),
  },
  { title: 'StatementLine' },
)
export type StatementLine = Static<typeof StatementLine>

const standing = oneOf([...betStatuses, 'rejected'], {
  description: 'Where the bet stands; rejected: the service did not accept it',
})

const side = (whose: string) =>
  Type.Object(
    {
      userId: nullable(text("The operator's id of the player")),
      status: nullable(standing),
      stakeAmount: nullableAmount('The stake'),
      odds: nullable(Type.Number({ description: 'Decimal odds' })),
      settlementAmount: nullableAmount('The whole return'),
    },
    { description: `What ${whose} says; null where it says nothing` },
  )

/** What of a bet is compared with the service. */
export const comparedFields = ['userId', 'status', 'stakeAmount', 'odds', 'settlementAmount'] as const

const StatementFinding = Type.Object(
  {
    externalBetId: text("The operator's id of the bet"),
    line: nullable(count('The line of the statement; null where it has none')),
    betEventId: nullable(uuid('The accepted placement; null where there is none')),
    fields: Type.Array(oneOf(comparedFields), {
      description: 'What differs',
    }),
    statement: side('the statement'),
    service: side('the service'),
  },
  { title: 'StatementFinding' },
)
export type StatementFinding = Static<typeof StatementFinding>

const findings = (description: string) =>
  Type.Object(
    {
      count: count('How many there are'),
      staked: amount('Their stakes'),
      items: Type.Array(StatementFinding, { description: 'The first of them' }),
    },
    { description },
  )

const sums = (description: string) =>
  Type.Object(
    { bets: count('Bets'), staked: amount('Their stakes'), returned: amount('What they returned') },
    { description },
  )

export const StatementReport = Type.Object(
  {
    from: moment('The first moment of the range'),
    to: moment('The last moment of the range'),
    lines: count('Lines that are not blank'),
    matched: count('Bets that are the same on both sides'),
    statement: sums('The good lines, each bet once'),
    service: sums('The bets that the service accepted in the range'),
    missing: findings('In the statement, and not accepted by the service'),
    extra: findings('Accepted by the service in the range, and not in the statement'),
    mismatched: findings('On both sides with different users, stakes, odds, outcomes or returns'),
    stuckOpen: findings('Settled or void in the statement, and open in the service: a settlement got lost'),
    badLines: Type.Object(
      {
        count: count('How many there are'),
        items: Type.Array(
          Type.Object({
            line: count('The line, from 1'),
            field: nullable(text('The field that is wrong')),
            message: text('What is wrong'),
          }),
          { description: 'The first of them' },
        ),
      },
      { description: 'Lines that were left out: no JSON, wrong fields, or a bet that an earlier line has' },
    ),
    flagsOpened: count('Flags that were opened; one that is open already is not opened again'),
    correlationId,
  },
  { title: 'StatementReport' },
)
export type StatementReport = Static<typeof StatementReport>
