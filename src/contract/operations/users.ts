import { Type } from 'typebox'
import { NO_PROGRAM } from '../../core/bet/place-bet.ts'
import { NOT_CANCELLABLE } from '../../core/challenge/choose.ts'
import { Progress } from '../schemas/progress.ts'
import { Cancelled, Confirmation, Continued, History, StakeRefunded, UserRuleset } from '../schemas/user.ts'
import { answersOfProgress } from './examples-of-answers.ts'
import { operation, paging, userParams } from './operation.ts'

export const getProgress = operation({
  id: 'getProgress',
  method: 'GET',
  path: '/v1/users/:userId/progress',
  tag: 'Users',
  access: 'user',
  summary: 'Show where a player stands',
  description: 'One of four shapes, told apart by type. A player who was never seen has type none.',
  params: userParams,
  answers: { 200: Progress },
  answered: answersOfProgress,
})

export const getHistory = operation({
  id: 'getHistory',
  method: 'GET',
  path: '/v1/users/:userId/history',
  tag: 'Users',
  access: 'user',
  summary: 'List the past challenges and funded accounts of a player',
  params: userParams,
  query: Type.Object(paging),
  answers: { 200: History },
})

export const getUserRuleset = operation({
  id: 'getUserRuleset',
  method: 'GET',
  path: '/v1/users/:userId/ruleset',
  tag: 'Users',
  access: 'user',
  summary: 'Show the limits that judge the bets of a player',
  description: 'The ruleset of the running program as it was bought, and what it leaves right now.',
  params: userParams,
  answers: { 200: UserRuleset },
  errors: ['not_found'],
  meanings: { not_found: NO_PROGRAM },
})

export const continueChallenge = operation({
  id: 'continueChallenge',
  method: 'POST',
  path: '/v1/users/:userId/challenge/continue',
  tag: 'Users',
  access: 'user',
  summary: 'Continue a passed challenge into a funded account',
  params: userParams,
  answers: { 200: Continued },
  errors: ['no_pending_choice'],
})

export const refundStake = operation({
  id: 'refundStake',
  method: 'POST',
  path: '/v1/users/:userId/challenge/refund-stake',
  tag: 'Users',
  access: 'user',
  summary: 'Leave a passed challenge with the own stake',
  description: 'The bonus is void and the operator pays the own stake back. It cannot be undone.',
  params: userParams,
  body: Confirmation,
  examples: { 'It is meant': { confirm: true } },
  answers: { 200: StakeRefunded },
  errors: ['confirmation_required', 'no_pending_choice'],
  needsIdempotencyKey: true,
  approvedAs: 'withdrawal',
})

export const cancelChallenge = operation({
  id: 'cancelChallenge',
  method: 'POST',
  path: '/v1/users/:userId/challenge/cancel',
  tag: 'Users',
  access: 'user',
  summary: 'Give up a challenge',
  description: 'The own stake is forfeited and the bonus void. It cannot be undone.',
  params: userParams,
  body: Confirmation,
  examples: { 'It is meant': { confirm: true } },
  answers: { 200: Cancelled },
  errors: ['confirmation_required', 'not_found'],
  meanings: { not_found: NOT_CANCELLABLE },
  approvedAs: 'cancel',
})
