import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { buy } from '../helpers/service.ts'

const used = useBackoffice(async (tenant) => {
  await buy(tenant, 'anna')
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

  test('keeps what is typed while it is asked what the plan is now', async () => {
    const page = await used.openAs('fast_admin', `/tenants?id=${used.tenant.id}`)
    const monthly = page.getByLabel('Challenges in a UTC month, at most')
    const perPlayer = page.getByLabel('Bet events of one player')
    await monthly.fill('1,234')
    await page.getByRole('button', { name: 'Save the plan…' }).click()
    const held: Route[] = []
    await page.route(`**/v1/super-admin/tenants/${used.tenant.id}`, async (route) => {
      if (route.request().method() === 'GET') held.push(route)
      else await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await perPlayer.fill('45')
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    // As it is stored, not as it was typed.
    await expect.poll(() => monthly.inputValue()).toBe('1234')
    expect(await perPlayer.inputValue()).toBe('45')
  })

  test('keeps a change that is taken back while it is asked what the plan is now', async () => {
    const page = await used.openAs('fast_admin', `/tenants?id=${used.tenant.id}`)
    const monthly = page.getByLabel('Challenges in a UTC month, at most')
    const save = page.getByRole('button', { name: 'Save the plan…' })
    const before = await monthly.inputValue()
    await monthly.fill('77')
    await save.click()
    const held: Route[] = []
    await page.route(`**/v1/super-admin/tenants/${used.tenant.id}`, async (route) => {
      if (route.request().method() === 'GET') held.push(route)
      else await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await monthly.fill(before)
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await save.click()
    await page
      .getByRole('dialog')
      .getByText(/^77 → /)
      .waitFor()
    expect(await monthly.inputValue()).toBe(before)
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

  test('has no time of a sandbox, whose test clock is told of on its own pages', async () => {
    const notice = 'The test clock of this sandbox stands at 2026-03-02 12:00 UTC.'
    const operator = await used.openAs('operator_admin')
    await operator.getByText(notice).waitFor()
    const page = await used.openAs('fast_admin', '/tenants')
    await page.getByRole('button', { name: 'North Star Betting' }).waitFor()
    expect(await page.getByText('test clock').count()).toBe(0)
  })

  test.each(['/tenants', '/installation-audit'])('is no business of an operator: %s', async (path) => {
    const page = await used.openAs('operator_admin', path)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
  })
})
