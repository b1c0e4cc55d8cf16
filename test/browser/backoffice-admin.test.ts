import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/people.ts'
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
    await page.getByRole('button', { name: 'Save the mapping…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Read bets by this mapping?' })
    await dialog.getByText('What it does not fit is refused').waitFor()
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
})

describe('people', () => {
  test('are let in, and removed', async () => {
    const page = await used.openAs('operator_admin', '/people')
    await page.getByLabel('E-mail', { exact: true }).fill('new@operator.example')
    await page.getByLabel('First password').fill(PASSWORD)
    await page.getByLabel('Each login also asks').uncheck()
    await page.getByRole('button', { name: 'Let them in…' }).click()
    const question = page.getByRole('dialog', { name: 'Let new@operator.example in?' })
    await question.getByText('settle and correct bets, and work on flags').waitFor()
    await question.getByText('no code is sent').waitFor()
    await expectAccessible(page)
    const login = () =>
      used.service.anybody.post('/v1/auth/login', { email: 'new@operator.example', password: PASSWORD })
    await question.getByRole('button', { name: 'Back' }).click()
    expect((await login()).status).toBe(401)
    await page.getByRole('button', { name: 'Let them in…' }).click()
    await question.getByRole('button', { name: 'Let them in as support' }).click()
    const row = page.getByRole('row', { name: /new@operator.example/ })
    await row.getByText('Support').waitFor()
    await page.getByText('new@operator.example can log in now.').waitFor()
    await expectAccessible(page)
    expect((await login()).status).toBe(200)
    await row.getByRole('button', { name: /^Role of/ }).click()
    const dialog = page.getByRole('dialog', { name: 'What may new@operator.example do?' })
    await dialog.getByLabel('Role').selectOption('operator_viewer')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make it viewer' }).click()
    await row.getByText('Viewer').waitFor()
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect((await login()).status).toBe(401)
  })

  test('whose address is taken are refused, and nothing is lost of what was typed', async () => {
    const page = await used.openAs('operator_admin', '/people')
    await page.getByLabel('E-mail', { exact: true }).fill('operator_viewer@operator.example')
    await page.getByLabel('First password').fill(PASSWORD)
    await page.getByLabel('Role', { exact: true }).selectOption('operator_admin')
    await page.getByRole('button', { name: 'Let them in…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('They may do all that you may').waitFor()
    await dialog.getByText('asks for a code').waitFor()
    await dialog.getByRole('button', { name: 'Let them in as admin' }).click()
    await dialog.getByRole('alert').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByLabel('First password').inputValue()).toBe(PASSWORD)
    expect(await page.getByText('can log in now').count()).toBe(0)
  })

  test('are no business of a viewer', async () => {
    const page = await used.openAs('operator_viewer', '/people')
    await page.getByText('Only admins see who may log in.').waitFor()
  })
})

test('the audit tells who did what, and that its chain is whole', async () => {
  const page = await used.openAs('operator_viewer', '/audit')
  await page.getByLabel('Action').fill('settings.changed')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Settings changed').first().waitFor()
  expect(new URL(page.url()).search).toBe('?action=settings.changed')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText('The chain is whole').waitFor()
  await expectAccessible(page)
})

describe('the installation', () => {
  test('has tenants, which a super admin makes; the keys are shown once', async () => {
    const page = await used.openAs('fast_admin')
    await page.getByRole('heading', { name: 'Tenants', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Payouts' }).count()).toBe(0)
    await page.getByRole('button', { name: 'New tenant' }).click()
    await page.getByLabel('Name').fill('South Star Betting')
    const tenantsMade = async () => (await used.service.superAdmin.get('/v1/super-admin/tenants')).body.tenants.length
    const before = await tenantsMade()
    await page.getByRole('button', { name: 'Make the tenant…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make South Star Betting?' })
    await dialog.getByText('A sandbox is made, whose books are in EUR.').waitFor()
    await dialog.getByText('no tenant can be deleted').waitFor()
    await expectAccessible(page)
    expect(await tenantsMade()).toBe(before)
    await dialog.getByRole('button', { name: 'Make the tenant' }).click()
    await page.getByText('Shown this once.').waitFor()
    await page.getByText(/key-/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'South Star Betting' }).click()
    await page.getByLabel('Challenges in a UTC month, at most').fill('100')
    await page.getByRole('button', { name: 'Save the plan…' }).click()
    await page.getByRole('dialog').getByText('no limit → 100').waitFor()
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByRole('row', { name: /South Star Betting.*100/ }).waitFor()
    await page.getByRole('button', { name: 'New public key…' }).click()
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText(/pk_/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Promote to production…' }).click()
    await page.getByRole('button', { name: 'Promote', exact: true }).click()
    await page.getByRole('row', { name: /South Star Betting.*Production/ }).waitFor()
  })

  test('has limits for each tenant, which say what they count, what is wrong with them, and what a change will do', async () => {
    const page = await used.openAs('fast_admin', `/tenants?id=${used.tenant.id}`)
    const plan = async () => {
      const { body } = await used.service.superAdmin.get(`/v1/super-admin/tenants/${used.tenant.id}`)
      return body.tenant.rateLimits
    }
    await page.getByText('1 of any number').waitFor()
    await page.getByText('Placements, settlements and voids, each event of a batch too.').waitFor()
    const perPlayer = page.getByLabel('Bet events of one player')
    expect(await perPlayer.getAttribute('placeholder')).toBe('30')
    await perPlayer.fill('0')
    await page.getByLabel('Bet reports').fill('a lot')
    await page.getByRole('button', { name: 'Save the plan…' }).click()
    await page.getByText('Must be at least 1.').waitFor()
    await page.getByText('Must be a whole number.').waitFor()
    await page.getByText('2 fields cannot be saved yet.').waitFor()
    await expectAccessible(page)
    await perPlayer.fill('60')
    await page.getByLabel('Bet reports').fill('1,500')
    await page.getByRole('button', { name: 'Save the plan…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the plan of North Star Betting?' })
    await dialog.getByText('the usual 30 → 60 a minute').waitFor()
    await dialog.getByText('the usual 3,000 → 1,500 a minute').waitFor()
    await dialog.getByText('answered today may be refused').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await plan()).toEqual({ bets: 1500, betEventsPerUser: 60 })
    await perPlayer.fill('')
    await page.getByRole('button', { name: 'Save the plan…' }).click()
    await dialog.getByText('60 a minute → the usual 30').waitFor()
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await expect.poll(plan).toEqual({ bets: 1500 })
  })

  test('is stopped for maintenance, and resumed', async () => {
    const page = await used.openAs('fast_admin', '/tenants')
    const bet = () => used.tenant.api.put('/v1/admin/users/anna/self-exclusion', { excluded: false })
    await page.getByRole('button', { name: 'Maintenance…' }).click()
    await page.getByLabel('What callers are told').fill('Back at noon')
    await page.getByRole('button', { name: 'Stop all writing' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await bet()).status).toBe(503)
    await page.getByRole('button', { name: 'Maintenance…' }).click()
    await page.getByLabel('What shall be').selectOption('off')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(async () => (await bet()).status).toBe(200)
  })

  test('has an audit of its own, which is narrowed down and goes back page by page', async () => {
    const { superAdmin } = used.service
    for (let times = 0; times < 26; times += 1) {
      for (const enabled of [true, false]) {
        await superAdmin.put('/v1/super-admin/maintenance', { enabled, message: `Round ${times}` })
      }
    }
    const page = await used.openAs('fast_admin', '', { expected: /^40[01] |does not conform/ })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('heading', { name: 'Audit of the installation' }).waitFor()
    const rows = page.getByRole('row').filter({ hasText: 'Maintenance' })
    await rows.filter({ hasText: 'Message: Round 25' }).waitFor()
    expect(await rows.count()).toBe(50)
    await rows.first().getByText('All tenants').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Older' }).click()
    await rows.filter({ hasText: 'Message: Round 0' }).waitFor()
    await page.goBack()
    await rows.filter({ hasText: 'Message: Round 25' }).waitFor()
    await page.getByLabel('Action').fill('maintenance.begun')
    await page.getByLabel('Target').fill('installation:all')
    await page.getByLabel('From, UTC').fill('2020-01-01')
    await page.getByRole('button', { name: 'Filter' }).click()
    await rows.filter({ hasText: 'ended' }).first().waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?action=maintenance.begun&target=installation%3Aall&from=2020-01-01')
    await page.reload()
    await rows.first().waitFor()
    expect(await page.getByLabel('Target').inputValue()).toBe('installation:all')
    await page.getByLabel('Actor').fill('server_key')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing of the kind was done.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await rows.filter({ hasText: 'ended' }).first().waitFor()
    expect(await page.getByLabel('Actor').inputValue()).toBe('')
    await page.goto(`${used.service.url}/backoffice/installation-audit?from=yesterday`)
    await page
      .getByRole('alert')
      .getByText(/^from /)
      .waitFor()
    await expectAccessible(page)
  })

  test.each(['/tenants', '/installation-audit'])('is no business of an operator: %s', async (path) => {
    const page = await used.openAs('operator_admin', path)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
  })
})
