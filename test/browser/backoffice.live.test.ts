import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { logIn, useBackoffice } from '../helpers/backoffice.ts'
import { place, win } from '../helpers/bets.ts'
import { expectAccessible, type Visit } from '../helpers/browser.ts'
import { accountWith, pendingPayout } from '../helpers/payouts.ts'
import { asAdmin } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'

// A page that is told of changes asks by the clock once a minute, which no test waits for: what comes earlier was told.

const used = useBackoffice(async (tenant) => {
  for (const userId of ['anna', 'ben']) await buy(tenant, userId)
  await accountWith(tenant, 'dora', 100)
})

/** Opens a page and waits until it is told of changes. */
async function openLive(path: string, visit: Visit = {}): Promise<Page> {
  const page = await used.openAs('operator_viewer', path, visit)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

describe('what changes is shown as it happens', () => {
  test('on the page of a player', async () => {
    const page = await openLive('/players/anna')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Challenge bought').waitFor()
    await place(used.tenant, 'anna', 'live-1')
    await timeline.getByText('Bet live-1 placed').waitFor()
    await win(used.tenant, 'anna', 'live-1', 51)
    await timeline.getByText('Bet live-1 settled won').waitFor()
    await page.getByText('1 of 2 at least').waitFor()
    const admin = await asAdmin(used.service, 'operator_admin@operator.example')
    await admin.put('/v1/admin/users/anna/self-exclusion', { excluded: true })
    await timeline.getByText('Player excluded').waitFor()
    await expectAccessible(page)
  })

  test('today', async () => {
    const page = await openLive('/')
    const active = page.getByRole('region', { name: 'Now' }).locator('dd').first()
    const before = Number(await active.textContent())
    await buy(used.tenant, 'newcomer')
    await expect.poll(async () => Number(await active.textContent()), { timeout: 20_000 }).toBe(before + 1)
  })

  test('in the queue of payouts', async () => {
    const page = await openLive('/payouts')
    await page.getByText('No payout waits for you.').waitFor()
    await pendingPayout(used.tenant, 'dora', 60)
    await page.getByRole('button', { name: 'dora' }).waitFor()
  })

  test('among open bets', async () => {
    const page = await openLive('/bets')
    await place(used.tenant, 'ben', 'live-2')
    await page.getByText('live-2').first().waitFor()
  })
})

describe('a page that is not told', () => {
  test('asks by the clock, and says so', async () => {
    const page = await used.open('/players/anna')
    await page.route('**/v1/admin/changes*', (route) => route.fulfill({ status: 404, body: '' }))
    await logIn(page, 'operator_viewer@operator.example')
    await page.getByText('Every few seconds').waitFor()
    await page.getByText('Challenge bought').waitFor()
    await place(used.tenant, 'anna', 'unheard')
    await page.getByText('Bet unheard placed').waitFor()
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
    await expectAccessible(page)
  })

  test('because its connection was cut comes back, and has missed nothing', async () => {
    const page = await openLive('/players/anna', { expected: /^401 |ERR_/ })
    await used.service.cut()
    await place(used.tenant, 'anna', 'cut-off')
    await page.getByText('Bet cut-off placed').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })
})

test('whoever logs out elsewhere is asked to log in here', async () => {
  const page = await openLive('/players/anna')
  const [cookie] = await page.context().cookies()
  const { status } = await used.service.anybody.post(
    '/v1/auth/logout',
    {},
    { cookie: `${cookie?.name}=${cookie?.value}`, 'x-csrf-protection': '1' },
  )
  expect(status).toBe(200)
  await page.getByLabel('Password').waitFor()
})
