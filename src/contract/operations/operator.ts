import { Type } from 'typebox'
import { betStatus, externalBetIdIn, userIdIn } from '../schemas/bet.ts'
import { BetEventAnswer, BetEventList, Reconciliation } from '../schemas/bet-event.ts'
import { FlagList, flagStatus, RulesetAnswer, RulesetList, TierAnswer, TierList } from '../schemas/operator.ts'
import { NewRuleset, RulesetChange } from '../schemas/ruleset.ts'
import { dayOrInstantIn } from '../schemas/scalars.ts'
import {
  IntegrationModeAnswer,
  IntegrationModeRequest,
  LedgerCheck,
  Settings,
  SettingsChange,
} from '../schemas/tenant.ts'
import { NewTier, TierChange } from '../schemas/tier.ts'
import { SelfExclusion, SelfExclusionRequest } from '../schemas/user.ts'
import { idParams, noSuch, operation, paging, userParams } from './operation.ts'

const operator = { tag: 'Operator', access: 'operator_admin' } as const
const reading = { ...operator, access: 'operator_viewer' } as const

export const getReconciliation = operation({
  id: 'getReconciliation',
  method: 'GET',
  path: '/v1/reconciliation/:userId',
  tag: 'Reconciliation',
  access: 'operator_viewer',
  summary: 'List the bet events of a player in a range of time',
  description: 'Both ends are included and compared with the event time. A day stands for all of it, in UTC.',
  params: userParams,
  query: Type.Object({
    from: Type.Optional(dayOrInstantIn('The first day or moment')),
    to: Type.Optional(dayOrInstantIn('The last day or moment, not before from')),
    ...paging,
  }),
  answers: { 200: Reconciliation },
})

export const listFlags = operation({
  id: 'listFlags',
  method: 'GET',
  path: '/v1/admin/reconciliation/flags',
  tag: 'Reconciliation',
  access: 'operator_viewer',
  summary: 'List the reconciliation flags',
  description: 'The newest first. With a user id only those about bets of this player.',
  query: Type.Object({ status: Type.Optional(flagStatus), userId: Type.Optional(userIdIn), ...paging }),
  answers: { 200: FlagList },
})

export const listBetEvents = operation({
  ...reading,
  id: 'listBetEvents',
  method: 'GET',
  path: '/v1/admin/bet-events',
  summary: 'List the bet events of all players',
  description: 'With status=placed only those placements that have no settlement and no void yet.',
  query: Type.Object({
    status: Type.Optional(betStatus),
    userId: Type.Optional(userIdIn),
    externalBetId: Type.Optional(externalBetIdIn),
    ...paging,
  }),
  answers: { 200: BetEventList },
})

export const getBetEvent = operation({
  ...reading,
  id: 'getBetEvent',
  method: 'GET',
  path: '/v1/admin/bet-events/:id',
  summary: 'Show a bet event',
  params: idParams('The betEventId'),
  answers: { 200: BetEventAnswer },
  errors: ['not_found'],
  meanings: noSuch('bet event', ', or it is queued and not decided yet'),
})

export const getSelfExclusion = operation({
  ...reading,
  id: 'getSelfExclusion',
  method: 'GET',
  path: '/v1/admin/users/:userId/self-exclusion',
  summary: 'Show whether a player is self-excluded',
  params: userParams,
  answers: { 200: SelfExclusion },
})

export const setSelfExclusion = operation({
  ...operator,
  id: 'setSelfExclusion',
  method: 'PUT',
  path: '/v1/admin/users/:userId/self-exclusion',
  summary: 'Set or lift the self-exclusion of a player',
  description: 'It stops purchases. What runs goes on: the operator blocks betting itself.',
  params: userParams,
  body: SelfExclusionRequest,
  examples: {
    'For good': { excluded: true },
    'For a time': { excluded: true, until: '2027-06-30T00:00:00Z' },
    'No longer': { excluded: false },
  },
  answers: { 200: SelfExclusion },
})

export const listRulesets = operation({
  ...reading,
  id: 'listRulesets',
  method: 'GET',
  path: '/v1/admin/rulesets',
  summary: 'List the rulesets',
  answers: { 200: RulesetList },
})

export const createRuleset = operation({
  ...operator,
  id: 'createRuleset',
  method: 'POST',
  path: '/v1/admin/rulesets',
  summary: 'Make a ruleset',
  body: NewRuleset,
  examples: {
    'Of a challenge': {
      name: 'Challenge',
      phase: 'challenge',
      ...{ minStake: 1, minOdds: 1.5, maxOdds: 10, maxStakePercent: 10, maxAccumulatorSelections: 5 },
      ...{ maxPayoutMultiplier: 3, luckyBetMaxProfitPercent: 30 },
      ...{ dailyDrawdownPercent: 20, totalDrawdownPercent: 50, cooldownHours: 24 },
    },
    'Without any limit, to try with': { name: 'Trial', phase: 'challenge' },
  },
  answers: { 201: RulesetAnswer },
})

export const changeRuleset = operation({
  ...operator,
  id: 'changeRuleset',
  method: 'PUT',
  path: '/v1/admin/rulesets/:id',
  summary: 'Make a new version of a ruleset',
  description: 'Programs keep the version that they were bought under.',
  params: idParams('The ruleset'),
  body: RulesetChange,
  examples: { 'Another limit for new challenges': { maxStakePercent: 12.5 } },
  answers: { 200: RulesetAnswer },
  errors: ['not_found'],
  meanings: noSuch('ruleset'),
})

export const listAllTiers = operation({
  ...reading,
  id: 'listAllTiers',
  method: 'GET',
  path: '/v1/admin/challenge-tiers',
  summary: 'List all challenge tiers',
  answers: { 200: TierList },
})

export const createTier = operation({
  ...operator,
  id: 'createTier',
  method: 'POST',
  path: '/v1/admin/challenge-tiers',
  summary: 'Make a challenge tier',
  body: NewTier,
  examples: {
    'A tier': {
      name: 'Starter',
      ...{ ownStake: 20, bonusAmount: 80, targetBalance: 150, durationDays: 30, minBetsRequired: 10, minActiveDays: 5 },
      ...{ fundedAccountBalance: 250, profitSplitPercent: 80, fundedMinPayout: 10, fundedPayoutIntervalDays: 7 },
      challengeRulesetId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
      fundedRulesetId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1f',
    },
  },
  answers: { 201: TierAnswer },
})

export const changeTier = operation({
  ...operator,
  id: 'changeTier',
  method: 'PUT',
  path: '/v1/admin/challenge-tiers/:id',
  summary: 'Make a new version of a challenge tier',
  description: 'Programs keep the version that they were bought under.',
  params: idParams('The tier'),
  body: TierChange,
  examples: { 'Off sale': { enabled: false } },
  answers: { 200: TierAnswer },
  errors: ['not_found'],
  meanings: noSuch('challenge tier'),
})

export const getSettings = operation({
  ...reading,
  id: 'getSettings',
  method: 'GET',
  path: '/v1/admin/settings',
  summary: 'Show the settings of the tenant',
  answers: { 200: Settings },
})

export const changeSettings = operation({
  ...operator,
  id: 'changeSettings',
  method: 'PATCH',
  path: '/v1/admin/settings',
  summary: 'Change the settings of the tenant',
  description: 'What is left out stays.',
  body: SettingsChange,
  examples: {
    'Where to call': {
      webhookUrl: 'https://operator.example/webhooks',
      approvalUrl: 'https://operator.example/approvals',
    },
    'Pages with the widget': { widget: { origins: ['https://www.operator.example'] } },
    'Payouts without a review': { payoutReview: 'automatic' },
  },
  answers: { 200: Settings },
})

export const setIntegrationMode = operation({
  ...operator,
  id: 'setIntegrationMode',
  method: 'PUT',
  path: '/v1/admin/integration-mode',
  summary: 'Switch between sync and async integration',
  description:
    'sync: a bet is answered with its verdict. async: it is answered 202 once it is stored, and decided in the background. Nothing is lost or reordered by a change: what a player has queued is decided before what comes after.',
  body: IntegrationModeRequest,
  examples: { 'Judged later': { mode: 'async' }, 'Answered with the verdict': { mode: 'sync' } },
  answers: { 200: IntegrationModeAnswer },
  errors: ['not_found'],
})

export const verifyLedger = operation({
  ...operator,
  id: 'verifyLedger',
  method: 'POST',
  path: '/v1/admin/ledger/verify',
  summary: 'Check the whole ledger of the tenant',
  description:
    'Computes all programs anew from their events and all accounts from their entries, and compares the results with what is stored.',
  answers: { 200: LedgerCheck },
})
