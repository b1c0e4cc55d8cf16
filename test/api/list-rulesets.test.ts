import { expect, test } from 'vitest'
import { listRulesets } from '../../src/contract/operations/operator.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/rulesets'

test('rulesets are listed in their latest version', async () => {
  const { api, challengeRulesetId, fundedRulesetId } = used.tenant
  await api.put(`${PATH}/${challengeRulesetId}`, { name: 'Renamed', minStake: 2 })
  const { status, body } = await api.get(PATH)
  expect(status).toBe(200)
  expect(body.rulesets).toHaveLength(2)
  const common = {
    minOdds: 1.5,
    maxOdds: 10,
    maxStakePercent: 25,
    maxAccumulatorSelections: 5,
    maxPayoutMultiplier: null,
    maxWinPerTicket: null,
    luckyBetMaxProfitPercent: null,
    dailyDrawdownPercent: 50,
    totalDrawdownPercent: 60,
    cooldownHours: null,
    createdAt: '2026-03-02T12:00:00.000Z',
  }
  expect(body.rulesets).toEqual(
    expect.arrayContaining([
      { ...common, id: challengeRulesetId, name: 'Renamed', version: 2, phase: 'challenge', minStake: 2 },
      { ...common, id: fundedRulesetId, name: 'funded', version: 1, phase: 'funded', minStake: 1 },
    ]),
  )
})

test('another tenant has its own', async () => {
  const other = await used.service.seed()
  const ids = (await other.api.get(PATH)).body.rulesets.map(({ id }: { id: string }) => id)
  expect(new Set(ids)).toEqual(new Set([other.challengeRulesetId, other.fundedRulesetId]))
})

testAccess(used, listRulesets)
