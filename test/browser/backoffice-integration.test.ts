import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { buy } from '../helpers/service.ts'

const used = useBackoffice(async (tenant) => {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  await buy(tenant, 'anna')
})
const settings = async () => (await used.tenant.api.get('/v1/admin/settings')).body

describe('webhooks', () => {
  test('are shown with their body, and made again once it was read what that does', async () => {
    const page = await used.openAs('operator_admin', '/webhooks')
    const retried: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('/retry')) retried.push(pathname)
    })
    await page.getByRole('button', { name: 'challenge.activated' }).click()
    const panel = page.getByRole('region', { name: 'Delivery', exact: true })
    await panel.getByText('"eventType": "challenge.activated"').waitFor()
    await expectAccessible(page)
    const delivery = async () => (await used.tenant.api.get('/v1/admin/webhook-deliveries')).body.deliveries.at(-1)
    await panel.getByRole('button', { name: 'Deliver again…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deliver challenge.activated again?' })
    await dialog.getByText('What was told about anna is sent to your backend at once').waitFor()
    await dialog.getByText(`by the eventId: ${(await delivery()).eventId}.`).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(retried).toEqual([])
    await panel.getByRole('button', { name: 'Deliver again…' }).click()
    await dialog.getByRole('button', { name: 'Deliver again' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(retried).toEqual([`/v1/admin/webhook-deliveries/${(await delivery()).id}/retry`])
    await page.getByRole('button', { name: 'Send a ping' }).click()
    await page.getByRole('button', { name: 'ping', exact: true }).waitFor()
  })

  test('are for others than admins to read only', async () => {
    const page = await used.openAs('operator_support', '/webhooks')
    await page.getByRole('button', { name: 'challenge.activated' }).click()
    await page.getByText('"eventType": "challenge.activated"').waitFor()
    expect(await page.getByRole('button', { name: /again…|Replay…|Send a ping/ }).count()).toBe(0)
  })

  test('go nowhere while no URL is set, which is said together with who can set one', async () => {
    await used.tenant.api.patch('/v1/admin/settings', { webhookUrl: null })
    const viewed = await used.openAs('operator_viewer', '/webhooks')
    await viewed.getByText('No webhook URL is set').filter({ hasText: 'An admin can set one' }).waitFor()
    const page = await used.openAs('operator_admin', '/webhooks')
    await page.getByText('No webhook URL is set').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Set one in the settings' }).click()
    await page.getByLabel('Webhook URL').fill('https://operator.example/hook')
    await page.getByRole('button', { name: 'Save the settings…' }).click()
    await page.getByRole('button', { name: 'Save them' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('button', { name: 'challenge.activated' }).waitFor()
    await expect.poll(() => page.getByText('No webhook URL is set').count()).toBe(0)
  })

  test('of a range are replayed', async () => {
    const page = await used.openAs('operator_admin', '/webhooks')
    await page.getByRole('button', { name: 'Replay…' }).click()
    await page.getByLabel('From, UTC').fill('2020-01-01T00:00')
    await page.getByLabel('To, UTC').fill('2099-01-01T00:00')
    await page.getByLabel('Only these event types').fill('challenge.activated')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click()
    await page.getByText('1 delivery is due again.').waitFor()
  })
})

describe('integration', () => {
  test('settings are saved, and what is refused is said', async () => {
    const page = await used.openAs('operator_admin', '/integration')
    await page.getByLabel('Oldest event time, hours').fill('48')
    await page.getByLabel('Payouts are decided by').selectOption('automatic')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the settings…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the settings?' })
    await dialog.getByText('executed at once, and nobody looks at them').waitFor()
    await dialog.getByText('older than 48 hours are refused').waitFor()
    expect(await dialog.getByText('Webhooks go to').count()).toBe(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save them' }).click()
    await expect.poll(settings).toMatchObject({ maxBackfillHours: 48, payoutReview: 'automatic' })
    await page.getByLabel('Oldest event time, hours').fill('99999')
    await page.getByRole('button', { name: 'Save the settings…' }).click()
    await dialog.getByRole('button', { name: 'Save them' }).click()
    await page.getByRole('alert').getByText('maxBackfillHours').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Must be at most 8760.').waitFor()
    await expectAccessible(page)
  })

  test('what players see is set, and what else the widget was told stays', async () => {
    await used.tenant.api.patch('/v1/admin/settings', { widget: { theme: { dark: true, radius: 8 }, ours: 'kept' } })
    const page = await used.openAs('operator_admin', '/integration')
    const theme = page.getByLabel('Theme, as name: value')
    await theme.waitFor()
    expect(await theme.inputValue()).toBe('dark: true\nradius: 8')
    await theme.fill('dark: true\nradius: 8\nprimaryColor: #0a7d4f')
    await page.getByLabel('Language').fill('de-DE')
    await page.getByLabel('Pages that may show it').fill('https://www.operator.example\nhttps://m.operator.example')
    await page.getByLabel('Terms').fill('https://operator.example/terms')
    await page.getByLabel('Parts, as name').fill('leaderboard: false')
    await page
      .getByLabel('Loyalty tiers')
      .fill('silver | Silver | 10\ngold | Gold | 20 | 1000 | Faster payouts; A present')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save what players see…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change what players see?' })
    await dialog.getByText('works on https://www.operator.example, https://m.operator.example and').waitFor()
    await dialog.getByRole('button', { name: 'Save it' }).click()
    await expect
      .poll(settings)
      .toMatchObject({ widget: { locale: 'de-DE', termsUrl: 'https://operator.example/terms', ours: 'kept' } })
    expect(await settings()).toMatchObject({
      widget: {
        origins: ['https://www.operator.example', 'https://m.operator.example'],
        supportUrl: null,
        theme: { dark: true, radius: 8, primaryColor: '#0a7d4f' },
        features: { leaderboard: false },
      },
      loyaltyTiers: [
        { id: 'silver', name: 'Silver', level: 10, minPoints: 0, benefits: [] },
        { id: 'gold', name: 'Gold', level: 20, minPoints: 1000, benefits: ['Faster payouts', 'A present'] },
      ],
    })
    await page.reload()
    await page.getByLabel('Language').fill('de-AT')
    await page.getByRole('button', { name: 'Save what players see…' }).click()
    await dialog.getByRole('button', { name: 'Save it' }).click()
    await expect.poll(async () => (await settings()).widget.locale).toBe('de-AT')
    expect((await settings()).loyaltyTiers).toMatchObject([
      { level: 10 },
      { level: 20, benefits: ['Faster payouts', 'A present'] },
    ])
    await page.getByLabel('Language').fill('not a language')
    await page.getByRole('button', { name: 'Save what players see…' }).click()
    await dialog.getByRole('button', { name: 'Save it' }).click()
    await dialog.getByRole('alert').getByText('locale').waitFor()
  })

  test('keys are replaced by an admin, shown once, and the ones before them end', async () => {
    const page = await used.openAs('operator_admin', '/integration')
    const keys = page.getByRole('region', { name: 'Keys and secrets' })
    await keys.getByRole('row', { name: /Webhook secret.*it is replaced/ }).waitFor()
    await keys.getByRole('button', { name: 'New webhook secret…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a new webhook secret for North Star Betting?' })
    await dialog.getByText('good for 24 hours more').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await keys.getByText('Shown this once.').waitFor()
    expect(await keys.locator('code').textContent()).toMatch(/^[0-9a-f]{64}$/)
    await expect.poll(() => keys.getByRole('row', { name: /Webhook secret/ }).count()).toBe(2)
    await expectAccessible(page)
    await page.reload()
    await keys.getByRole('row', { name: /Webhook secret.*3 Mar 12:00/ }).waitFor()
    expect(await page.getByText('Shown this once.').count()).toBe(0)
  })

  test('what went wrong with one key is not said of the next', async () => {
    const page = await used.openAs('operator_admin', '/integration', { expected: /ERR_FAILED|^(401|404) / })
    await page.route('**/v1/admin/keys/**', (route) => route.abort())
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New server key…' }).click()
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await dialog.getByRole('alert').getByText('The service does not answer.').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'New public key…' }).click()
    await dialog.waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })

  test('keys are no business of a viewer', async () => {
    const page = await used.openAs('operator_viewer', '/integration')
    await page.getByRole('heading', { name: 'Mapping of bets' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Keys and secrets' }).count()).toBe(0)
  })

  test('the mode is switched, once it was read what that means', async () => {
    const page = await used.openAs('operator_admin', '/integration')
    await page.getByRole('button', { name: 'Switch to async…' }).click()
    await page.getByRole('dialog').getByText('a 202 without a verdict').waitFor()
    await page.getByRole('button', { name: 'Switch to async', exact: true }).click()
    await page.getByText('Async: POST /v1/bets answers 202 at once').waitFor()
    expect((await settings()).integrationMode).toBe('async')
  })

  test('a mapping is tried, saved and removed', async () => {
    const page = await used.openAs('operator_admin', '/integration')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('"stakeAmount": 10').waitFor()
    await page.getByLabel('Mapping', { exact: true }).fill('{')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('The mapping is no JSON object.').waitFor()
    await page.getByLabel('Mapping', { exact: true }).fill('{"fields":{"userId":"who"}}')
    await page.getByLabel('A payload of yours').fill('not yet')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('The payload is no JSON object.').waitFor()
    await page.getByRole('button', { name: 'Save the mapping…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Read bets by this mapping?' })
    await dialog.getByText('What it does not fit is refused').waitFor()
    expect(await page.getByText('The payload is no JSON object.').count()).toBe(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save it' }).click()
    await page.getByRole('button', { name: 'Remove it…' }).waitFor()
    const stored = () => used.tenant.api.get('/v1/admin/adapter-mapping')
    expect((await stored()).body.fields).toEqual({ userId: 'who' })
    await page.getByRole('button', { name: 'Remove it…' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove the mapping?' })
    await removal.getByText('as the reference has them').waitFor()
    expect((await stored()).status).toBe(200)
    await removal.getByRole('button', { name: 'Remove it' }).click()
    await expect.poll(async () => (await stored()).status).toBe(404)
  })

  test('what a mapping was tried on stays once it is saved and once it is removed, and so does what came of it', async () => {
    const page = await used.openAs('operator_admin', '/integration')
    const mapping = page.getByLabel('Mapping', { exact: true })
    const payload = page.getByLabel('A payload of yours')
    const example = await mapping.inputValue()
    const ours = '{"who": "anna", "externalBetId": "ours-1", "status": "placed", "stakeAmount": 7, "odds": 2}'
    await mapping.fill('{"fields":{"userId":"who"}}')
    await payload.fill(ours)
    await page.getByRole('button', { name: 'Try it' }).click()
    const result = page.locator('pre').filter({ hasText: '"stakeAmount": 7' })
    await result.waitFor()
    await page.getByRole('button', { name: 'Save the mapping…' }).click()
    await page.getByRole('button', { name: 'Save it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => mapping.inputValue()).toContain('{\n  "fields": {\n    "userId": "who"')
    expect(await payload.inputValue()).toBe(ours)
    expect(await result.count()).toBe(1)
    await page.getByRole('button', { name: 'Remove it…' }).click()
    await page.getByRole('button', { name: 'Remove it', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => mapping.inputValue()).toBe(example)
    expect(await payload.inputValue()).toBe(ours)
    expect(await result.count()).toBe(1)
  })
})
