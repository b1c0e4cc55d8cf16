import { Type } from 'typebox'
import { shaped } from '../schemas/shaped.ts'
import { RulesetVersionList, TierVersionList } from '../schemas/versions.ts'
import { idParams, noSuch, operation, paging } from './operation.ts'

const reading = { tag: 'Operator', access: 'operator_viewer', method: 'GET' } as const
const query = Type.Object({
  ...paging,
  // A number of a version. Nothing comes before the first one, so 1 is never handed out.
  cursor: Type.Optional(
    Type.String({
      ...shaped('^([2-9]|[1-9][0-9]{1,8})$', 'must be the nextCursor of a page'),
      description: 'nextCursor of the page before',
    }),
  ),
})
const description =
  'The newest first, each with what it changed and with how many programs run on it: a program keeps the version that it was bought under.'

export const listTierVersions = operation({
  ...reading,
  id: 'listTierVersions',
  path: '/v1/admin/challenge-tiers/:id/versions',
  summary: 'List every version of a challenge tier',
  description,
  params: idParams('The tier'),
  query,
  answers: { 200: TierVersionList },
  errors: ['not_found'],
  meanings: noSuch('challenge tier'),
})

export const listRulesetVersions = operation({
  ...reading,
  id: 'listRulesetVersions',
  path: '/v1/admin/rulesets/:id/versions',
  summary: 'List every version of a ruleset',
  description: `${description} A ruleset counts the programs of its phase.`,
  params: idParams('The ruleset'),
  query,
  answers: { 200: RulesetVersionList },
  errors: ['not_found'],
  meanings: noSuch('ruleset'),
})
