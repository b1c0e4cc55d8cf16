import { expect, test } from 'vitest'
import { listLoyaltyTiers } from '../../src/contract/operations/widget.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/loyalty/tiers'
const used = useService()

test('a tenant that has set none has none', async () => {
  const { status, body } = await used.tenant.publicApi.get(PATH)
  expect(status).toBe(200)
  expect(body.loyaltyTiers).toEqual([])
})

test('what the operator has set is listed, the lowest level first, with what was left out', async () => {
  const { api, publicApi } = await used.service.seed()
  const silver = { id: 'silver', name: 'Silver' }
  const gold = { id: 'gold', name: 'Gold', level: 3, minPoints: 1000.5, benefits: ['A manager of one’s own'] }
  const bronze = { id: 'bronze', name: 'Bronze', level: 0, secret: 'not for pages' }
  expect((await api.patch('/v1/admin/settings', { loyaltyTiers: [silver, gold, bronze] })).status).toBe(200)
  for (const asked of [publicApi, api]) {
    expect((await asked.get(PATH)).body.loyaltyTiers).toEqual([
      { id: 'bronze', name: 'Bronze', level: 0, minPoints: 0, benefits: [] },
      { id: 'silver', name: 'Silver', level: 1, minPoints: 0, benefits: [] },
      gold,
    ])
  }
  expect((await used.tenant.publicApi.get(PATH)).body.loyaltyTiers).toEqual([])
})

testAccess(used, listLoyaltyTiers)
