import { amountOf, centsOf } from '../../../../src/contract/money-wire.ts'
import { oddsOf } from '../../../../src/contract/odds-wire.ts'
import { largestReturn } from '../../../../src/core/money.ts'
import type { Answer } from '../../../sdk/src/index.ts'
import type { CsvColumns } from '../csv.ts'

export type Bet = Answer<'listBetEvents'>['betEvents'][number]

/** What an export of bet events has, in this order. */
export const betColumns: CsvColumns<Bet> = [
  ['id', ({ id }) => id],
  ['externalBetId', ({ externalBetId }) => externalBetId],
  ['userId', ({ userId }) => userId],
  ['status', ({ status }) => status],
  ['resultStatus', ({ resultStatus }) => resultStatus],
  ['reasonCodes', ({ reasonCodes }) => reasonCodes.join(' ')],
  ['flagReason', ({ flagReason }) => flagReason],
  ['stakeAmount', ({ stakeAmount }) => stakeAmount],
  ['odds', ({ odds }) => odds],
  ['settlementAmount', ({ settlementAmount }) => settlementAmount],
  ['profit', ({ profit }) => profit],
  ['balanceAfter', ({ balanceAfter }) => balanceAfter],
  ['programType', ({ programType }) => programType],
  ['programId', ({ programId }) => programId],
  ['eventTimestamp', ({ eventTimestamp }) => eventTimestamp],
  ['recordedAt', ({ recordedAt }) => recordedAt],
]

/** The whole return of a bet that is won, worked out to the cent as the service does it. */
export const wholeReturn = ({ stakeAmount, odds }: Pick<Bet, 'stakeAmount' | 'odds'>): number | null =>
  stakeAmount === null || odds === null ? null : amountOf(largestReturn(centsOf(stakeAmount), oddsOf(odds)))
