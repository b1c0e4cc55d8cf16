import { expect, test } from 'vitest'
import { listChallengeTiers } from '../../src/contract/operations/challenges.ts'
import { isWaitingFor, publishAnother } from '../helpers/publishing.ts'
import { starter } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/challenge-tiers'

test('either key lists the tiers on sale with the limits of their challenge', async () => {
  const { api, publicApi, tierId, challengeRulesetId, fundedRulesetId } = used.tenant
  const more = { ...starter, challengeRulesetId, fundedRulesetId }
  await api.post('/v1/admin/challenge-tiers', { ...more, name: 'Off sale', enabled: false })
  const larger = (await api.post('/v1/admin/challenge-tiers', { ...more, name: 'Larger', ownStake: 50 })).body
  await api.put(`/v1/admin/rulesets/${challengeRulesetId}`, { luckyBetMaxProfitPercent: 40, maxOdds: null })
  const limits = {
    minOdds: 1.5,
    maxOdds: null,
    maxStakePercent: 25,
    maxAccumulatorSelections: 5,
    dailyDrawdownPercent: 50,
    totalDrawdownPercent: 60,
    luckyBetMaxProfitPercent: 40,
    currency: 'EUR',
  }
  for (const reader of [api, publicApi]) {
    const { status, body } = await reader.get(PATH)
    expect(status).toBe(200)
    expect(body.challengeTiers).toEqual([
      { ...starter, ...limits, id: tierId },
      { ...starter, ...limits, id: larger.challengeTier.id, name: 'Larger', ownStake: 50 },
    ])
  }
})

test('another tenant has its own, in its own currency', async () => {
  const other = await used.service.seed({ currency: 'USD' })
  expect((await other.publicApi.get(PATH)).body.challengeTiers).toMatchObject([{ id: other.tierId, currency: 'USD' }])
})

testAccess(used, listChallengeTiers)

test('a tier that is published while they are read is listed with its ruleset', async () => {
  const tenant = await used.service.seed()
  const { pool } = used.service.app
  const other = await pool.connect()
  await other.query('begin')
  await other.query('lock table tiers in access exclusive mode')
  const listed = tenant.api.get(PATH)
  await isWaitingFor(pool, 'tiers')
  await publishAnother(other, tenant)
  await other.query('commit')
  other.release()
  const { status, body } = await listed
  expect(status).toBe(200)
  expect(body.challengeTiers.map(({ name }: { name: string }) => name).sort()).toEqual(['Another', 'Starter'])
})
