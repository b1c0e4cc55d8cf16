import { expect, test } from 'vitest'
import { listAllTiers } from '../../src/contract/operations/operator.ts'
import { starter } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/challenge-tiers'

test('all tiers are listed in their latest version, those that are off sale too', async () => {
  const { api, tierId, challengeRulesetId, fundedRulesetId } = used.tenant
  await api.put(`${PATH}/${tierId}`, { enabled: false, bonusAmount: 90.55 })
  const second = (await api.post(PATH, { ...starter, name: 'Second', challengeRulesetId, fundedRulesetId })).body
  const { status, body } = await api.get(PATH)
  expect(status).toBe(200)
  expect(body.challengeTiers).toHaveLength(2)
  expect(body.challengeTiers).toContainEqual(second.challengeTier)
  expect(body.challengeTiers).toContainEqual({
    ...starter,
    id: tierId,
    version: 2,
    enabled: false,
    bonusAmount: 90.55,
    challengeRulesetId,
    fundedRulesetId,
    fundedStakeRefundable: false,
    fundedTotalPayoutCap: null,
    fundedMinPayout: null,
    fundedFirstPayoutDays: 30,
    fundedPayoutIntervalDays: null,
    fundedMaxPayouts: null,
    fundedPerPayoutCap: null,
    fundedPayoutCapPercent: null,
    fundedMandatoryPayoutPercent: 150,
    createdAt: '2026-03-02T12:00:00.000Z',
  })
})

test('another tenant has its own', async () => {
  const other = await used.service.seed()
  const ids = (await other.api.get(PATH)).body.challengeTiers.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([other.tierId])
})

testAccess(used, listAllTiers)
