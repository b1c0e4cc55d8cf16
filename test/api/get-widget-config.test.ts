import { expect, test } from 'vitest'
import { getWidgetConfig } from '../../src/contract/operations/widget.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/widget/config'
const used = useService()

test('a tenant that has set nothing gets what is usual', async () => {
  const { status, body } = await used.tenant.publicApi.get(PATH)
  expect(status).toBe(200)
  expect(body).toEqual({
    tenantName: 'Test',
    environment: 'staging',
    currency: 'EUR',
    locale: 'en',
    theme: {},
    features: { purchase: true, withdraw: true, history: true, leaderboard: true, loyalty: false },
    termsUrl: null,
    supportUrl: null,
    correlationId: expect.any(String),
  })
})

test('what the operator has set comes from its settings, and nothing that is not meant for pages', async () => {
  const { api, publicApi } = await used.service.seed({ name: 'Sports', environment: 'production', currency: 'CHF' })
  const widget = {
    locale: 'de-CH',
    theme: { primaryColor: '#0a7d4f', dark: true, radius: 4 },
    features: { history: false, news: true },
    termsUrl: 'https://sports.example/terms',
    supportUrl: null,
    origins: ['https://sports.example'],
    notes: { internal: true },
  }
  const loyaltyTiers = [{ id: 'gold', name: 'Gold' }]
  const changed = await api.patch('/v1/admin/settings', {
    widget,
    loyaltyTiers,
    webhookUrl: 'https://sports.example/x',
  })
  expect(changed.body.widget).toEqual(widget)
  const { body } = await publicApi.get(PATH)
  expect(body).toEqual({
    tenantName: 'Sports',
    environment: 'production',
    currency: 'CHF',
    locale: 'de-CH',
    theme: widget.theme,
    features: { purchase: true, withdraw: true, history: false, leaderboard: true, loyalty: true, news: true },
    termsUrl: 'https://sports.example/terms',
    supportUrl: null,
    correlationId: expect.any(String),
  })
})

test('a page of an origin of the tenant may read it', async () => {
  const { api, publicApi } = await used.service.seed()
  await api.patch('/v1/admin/settings', { widget: { origins: ['https://sports.example'] } })
  const allowed = async (path: string, origin: string) =>
    (await publicApi.get(path, { origin })).headers.get('access-control-allow-origin')
  for (const path of [PATH, '/v1/leaderboard', '/v1/loyalty/tiers']) {
    expect(await allowed(path, 'https://sports.example')).toBe('https://sports.example')
    expect(await allowed(path, 'https://elsewhere.example')).toBeNull()
  }
})

testAccess(used, getWidgetConfig)
