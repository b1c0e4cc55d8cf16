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

/** The whole return of a bet that is won, to be shown: the service works it out to the cent. */
export const wholeReturn = ({ stakeAmount, odds }: Bet): number | null =>
  stakeAmount === null || odds === null ? null : stakeAmount * odds
