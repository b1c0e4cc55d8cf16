import { expect, test } from 'vitest'
import { createRuleset } from '../../src/contract/operations/operator.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, optional, orNull, wrong } from '../helpers/wrong-values.ts'

const PATH = '/v1/admin/rulesets'
const used = useService()
const create = (body: object) => used.tenant.api.post(PATH, { name: 'Strict', phase: 'challenge', ...body })
const rulesets = async () => (await used.tenant.api.get(PATH)).body.rulesets

const limits = {
  minStake: 2.5,
  minOdds: 1.2,
  maxOdds: 50.1234,
  maxStakePercent: 12.5,
  maxAccumulatorSelections: 8,
  maxPayoutMultiplier: 2.75,
  maxWinPerTicket: 1000.01,
  luckyBetMaxProfitPercent: 150,
  dailyDrawdownPercent: 10,
  totalDrawdownPercent: 33.33,
  cooldownHours: 12,
}

test('a ruleset is made with the limits that were sent', async () => {
  const { status, body } = await create(limits)
  expect(status).toBe(201)
  expect(body.ruleset).toEqual({
    id: expect.any(String),
    name: 'Strict',
    version: 1,
    phase: 'challenge',
    ...limits,
    createdAt: '2026-03-02T12:00:00.000Z',
  })
  expect(await rulesets()).toContainEqual(body.ruleset)
})

test('a limit that is left out or null is off; the stake is 1.00 at least', async () => {
  const off = Object.fromEntries(Object.keys(limits).map((name) => [name, name === 'minStake' ? 1 : null]))
  expect((await create({ phase: 'funded' })).body.ruleset).toMatchObject({ phase: 'funded', ...off })
  const { minStake: _, ...nulls } = off
  expect((await create(nulls)).body.ruleset).toMatchObject(off)
})

test.each(
  casesOf({
    name: wrong.name,
    phase: [undefined, null, '', 'Challenge', 7],
    minStake: [0, ...wrong.amount],
    minOdds: orNull(wrong.odds),
    maxOdds: orNull(wrong.odds),
    maxStakePercent: [0, 100.01, ...orNull(wrong.percent)],
    maxAccumulatorSelections: [1001, ...orNull(wrong.count)],
    maxPayoutMultiplier: [0, 1_000_001, ...orNull(wrong.percent)],
    maxWinPerTicket: [0, ...orNull(wrong.amount)],
    luckyBetMaxProfitPercent: [0, 100_001, ...orNull(wrong.percent)],
    dailyDrawdownPercent: [0, 100.01, ...orNull(wrong.percent)],
    totalDrawdownPercent: [0, 100.01, ...orNull(wrong.percent)],
    cooldownHours: [8761, ...orNull(wrong.count)],
  }),
)('a wrong %s is named: %j', async (field, value) => {
  const before = await rulesets()
  expectWrong(await create({ [field]: value }), field)
  expect(await rulesets()).toEqual(before)
})

test('limits that contradict each other are refused', async () => {
  expectWrong(await create({ minOdds: 3, maxOdds: 2 }), 'minOdds')
  expect((await create({ minOdds: 2, maxOdds: 2 })).status).toBe(201)
})

test.each([[undefined], [null], [[]], ['ruleset']])('%j is no ruleset', async (body) =>
  expectWrong(await used.tenant.api.post(PATH, body), 'body'),
)

test('all that is missing is named', async () => {
  expectWrong(await used.tenant.api.post(PATH, {}), 'name', 'phase')
})

test('a name of 200 characters of any language is taken', async () => {
  for (const name of [...optional(['Ω'.repeat(200), "'; drop table rulesets; --", '規則'])] as string[])
    expect((await create({ name })).body.ruleset.name).toBe(name)
})

testAccess(used, createRuleset)
testBody(used, createRuleset)
testReplay(201, async () => {
  const { api } = await used.service.seed()
  return { api, path: PATH, body: { name: 'Once', phase: 'funded' } }
})
