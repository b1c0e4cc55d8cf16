import { NO_PROGRAM } from '../../core/bet/place-bet.ts'
import {
  BatchRequest,
  BatchResult,
  BetQueued,
  BetRequest,
  BetResult,
  TOO_LARGE,
  ValidateRequest,
  ValidateResult,
} from '../schemas/bet.ts'
import { answersOfRecordBet, answersOfRecordBets, answersOfValidateBet } from './examples-of-answers.ts'
import { operation } from './operation.ts'

const bet = { userId: 'user-1001', externalBetId: 'bet-77301' }
const placed = { ...bet, status: 'placed', stakeAmount: 10, odds: 2.1 }
const won = { ...bet, status: 'settled-won', settlementAmount: 21 }
const accumulator = {
  ...placed,
  betTypeIdentifier: 'accumulator',
  selections: [
    { eventId: 'match-1', marketId: '1x2', outcomeId: 'home', odds: 1.4, sport: 'football' },
    { eventId: 'match-2', marketId: '1x2', outcomeId: 'draw', odds: 1.5, sport: 'football' },
  ],
}

export const validateBet = operation({
  id: 'validateBet',
  method: 'POST',
  path: '/v1/bets/validate',
  tag: 'Bets',
  access: 'server',
  summary: 'Ask whether a bet would be accepted',
  description: 'Nothing is stored or counted.',
  repeatable: true,
  body: ValidateRequest,
  answers: { 200: ValidateResult },
  answered: answersOfValidateBet,
  errors: ['not_found', 'mapping_error'],
  meanings: { not_found: NO_PROGRAM },
  examples: { 'A single bet': { ...bet, stakeAmount: 10, odds: 2.1 } },
  mapsBody: 'question',
})

export const recordBet = operation({
  id: 'recordBet',
  method: 'POST',
  path: '/v1/bets',
  tag: 'Bets',
  access: 'server',
  summary: 'Report a placement, a settlement or a void',
  description:
    'The same externalBetId and status again gets the stored answer with duplicate: true. A placement of a player without a program is recorded and answered not_found. In async mode the event is stored, answered 202 and decided in the background, in order for each player; a rejected bet is only seen in the lists then.',
  body: BetRequest,
  answers: { 200: BetResult, 202: BetQueued },
  answered: answersOfRecordBet,
  errors: ['not_found', 'mapping_error'],
  meanings: {
    not_found: NO_PROGRAM,
    rate_limited: 'Too many requests, or, then without Retry-After, too many bet events of this player',
  },
  examples: {
    'A bet is placed': placed,
    'It is won': won,
    'It is lost': { ...bet, status: 'settled-lost' },
    'It is void': { ...bet, status: 'voided' },
    'An accumulator is placed': accumulator,
    'A bet of an earlier time': { ...placed, eventTimestamp: '2026-11-21T07:30:00Z' },
    'It is cashed out': { ...bet, status: 'settled-won', settlementAmount: 15, isCashOut: true },
  },
  betEvents: 'one',
  // They are told apart by externalBetId and status.
  repeatable: true,
  mapsBody: 'event',
})

export const recordBets = operation({
  id: 'recordBets',
  method: 'POST',
  path: '/v1/bets/batch',
  tag: 'Bets',
  access: 'server',
  summary: 'Report many bet events at once',
  description:
    'Each item is handled like a request of its own, in order for each player and, in sync mode, for each bet; a wrong one fails alone, with the httpStatus that it would have had. The batch is 200 all the same: look at its summary.',
  body: BatchRequest,
  answers: { 200: BatchResult },
  answered: answersOfRecordBets,
  meanings: { payload_too_large: TOO_LARGE },
  examples: { 'A bet that is placed and won': { bets: [placed, won] } },
  betEvents: 'many',
  // They are told apart by externalBetId and status.
  repeatable: true,
  mapsBody: 'events',
})
