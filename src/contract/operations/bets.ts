import {
  BatchRequest,
  BatchResult,
  BetQueued,
  BetRequest,
  BetResult,
  ValidateRequest,
  ValidateResult,
} from '../schemas/bet.ts'
import { operation } from './operation.ts'

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
  errors: ['not_found', 'mapping_error'],
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
  errors: ['not_found', 'mapping_error'],
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
  description: 'Each item is handled like a request of its own, in order for each player; a wrong one fails alone.',
  body: BatchRequest,
  answers: { 200: BatchResult },
  betEvents: 'many',
  // They are told apart by externalBetId and status.
  repeatable: true,
  mapsBody: 'events',
})
