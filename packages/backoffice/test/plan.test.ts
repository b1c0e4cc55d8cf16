import { expect, test } from 'vitest'
import { planLimits } from '../../../src/contract/plan-limits.ts'
import { changesOf, limitsOf, type Plan, planOf, problemsOfPlan, typedPlanOf } from '../src/installation/plan.ts'

const plan = (rateLimits: Plan['rateLimits'] = {}, monthlyChallengeLimit: number | null = null): Plan => ({
  monthlyChallengeLimit,
  rateLimits,
})

test('a plan that is shown and not touched is the same plan', () => {
  for (const shown of [plan(), plan({ bets: 7, oldName: 3 }, 0), plan({ betEventsPerUser: 1 }, 100)]) {
    expect(planOf(typedPlanOf(shown))).toEqual(shown)
    expect(problemsOfPlan(typedPlanOf(shown))).toEqual({})
    expect(changesOf(shown, planOf(typedPlanOf(shown)))).toEqual([])
  }
})

test('every limit of the service can be set, and what else is stored stays', () => {
  expect(limitsOf(plan({ oldName: 3 }))).toEqual([...Object.keys(planLimits), 'oldName'])
})

test.each([
  ['1', undefined],
  ['1000000000', undefined],
  ['6,000', undefined],
  ['6 000', undefined],
  ['', undefined],
  ['0', 'must be at least 1'],
  ['1000000001', 'must be at most 1,000,000,000'],
  ['1.5', 'must be a whole number'],
  ['6,00', 'must be a whole number'],
  ['-1', 'must be a whole number'],
  ['1e3', 'must be a whole number'],
  ['many', 'must be a whole number'],
])('a limit of %j: %s', (text, problem) => {
  expect(problemsOfPlan({ 'rateLimits.bets': text })['rateLimits.bets']).toBe(problem)
})

test('no purchase at all is a plan; no request at all is none', () => {
  expect(problemsOfPlan({ monthlyChallengeLimit: '0', 'rateLimits.tenant': '0' })).toEqual({
    'rateLimits.tenant': 'must be at least 1',
  })
})

test('figures are read as they are shown', () => {
  expect(planOf({ monthlyChallengeLimit: '1,000', 'rateLimits.bets': ' 60 000 ' })).toEqual(
    plan({ bets: 60_000 }, 1000),
  )
})

test('changes are told in words, and which of them can hurt', () => {
  expect(changesOf(plan({ bets: 100, validate: 9000 }), plan({ betEventsPerUser: 10, validate: 9000 }, 5))).toEqual([
    { label: 'Challenges in a month', before: 'no limit', after: '5', isTighter: true },
    { label: 'Bet reports', before: '100 a minute', after: 'the usual 3,000', isTighter: false },
    { label: 'Bet events of one player', before: 'the usual 30', after: '10 a minute', isTighter: true },
  ])
})
