import { Type } from 'typebox'
import { TierOfferList } from '../schemas/operator.ts'
import { correlationId } from '../schemas/scalars.ts'
import { TierTerms } from '../schemas/terms.ts'
import { ChallengeAnswer, Purchase, PurchaseRequest } from '../schemas/user.ts'
import { answersOfPurchase } from './examples-of-answers.ts'
import { idParams, noSuch, operation } from './operation.ts'

export const listChallengeTiers = operation({
  id: 'listChallengeTiers',
  method: 'GET',
  path: '/v1/challenge-tiers',
  tag: 'Challenges',
  access: 'public',
  summary: 'List the challenge tiers on sale',
  answers: { 200: TierOfferList },
})

export const getTierTerms = operation({
  id: 'getTierTerms',
  method: 'GET',
  path: '/v1/challenge-tiers/:id/terms',
  tag: 'Challenges',
  access: 'public',
  summary: 'Show every rule of a tier',
  description: 'All that a purchase would be bound to, in numbers and in sentences. A challenge stores its termsHash.',
  params: idParams('The tier'),
  answers: { 200: Type.Object({ ...TierTerms.properties, correlationId }, { title: 'TierTermsAnswer' }) },
  errors: ['not_found'],
  meanings: noSuch('challenge tier'),
})

export const getChallenge = operation({
  id: 'getChallenge',
  method: 'GET',
  path: '/v1/challenges/:id',
  tag: 'Challenges',
  access: 'user',
  summary: 'Show a challenge',
  description: 'As it stands now, running or ended. A player finds their own.',
  params: idParams('The challenge'),
  answers: { 200: ChallengeAnswer },
  errors: ['not_found'],
  meanings: noSuch('challenge'),
})

export const purchaseChallenge = operation({
  id: 'purchaseChallenge',
  method: 'POST',
  path: '/v1/challenges/purchase',
  tag: 'Challenges',
  access: 'user',
  summary: 'Start a challenge for a player',
  description: 'The operator has collected the own stake before this call. A player has one program at a time.',
  body: PurchaseRequest,
  examples: {
    'A challenge of today': { userId: 'user-1001', challengeTierId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e' },
  },
  answers: { 201: Purchase },
  answered: answersOfPurchase,
  errors: [
    'tier_not_found',
    'tier_disabled',
    'user_self_excluded',
    'active_challenge_exists',
    'challenge_awaiting_choice',
    'active_funded_account_exists',
    'purchase_cooldown',
    'monthly_challenge_limit_reached',
  ],
  approvedAs: 'purchase',
})
