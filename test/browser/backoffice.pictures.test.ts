import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasCome, useBackoffice } from '../helpers/backoffice.ts'
import { expectNoSidewaysScroll } from '../helpers/browser.ts'
import { busyMonth } from '../helpers/busy-month.ts'
import { keepPicture } from '../helpers/keep-picture.ts'

// The pictures of the documents. `PICTURES=docs/pictures npx vitest run test/browser/backoffice.pictures.test.ts` renews them.

const used = useBackoffice(busyMonth)

/** Opens a page on the day to which the month has come, and waits for the last of what is on it. */
async function look(page: Page, path: string, last: string): Promise<void> {
  await page.goto(`${used.service.url}/backoffice${path}`)
  await page.getByText(last).first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await hasCome(page)
  await expect.poll(() => page.locator('figure.chart:not(:has(canvas))').count()).toBe(0)
  await expectNoSidewaysScroll(page)
}

test('an operator, from the figures of the day to the terms of a tier', async () => {
  const { api, tierId } = used.tenant
  await api.put(`/v1/admin/challenge-tiers/${tierId}`, { targetBalance: 160, minBetsRequired: 10, minActiveDays: 5 })
  await api.put(`/v1/admin/challenge-tiers/${tierId}`, { fundedMinPayout: 10, fundedPayoutIntervalDays: 7 })
  const page = await used.openAs('operator_admin', '', { viewport: { width: 1360, height: 1000 } })
  await page.clock.setFixedTime(used.service.app.clock.now())
  await look(page, '', 'Why programs ended, 30 days')
  await keepPicture(await page.screenshot({ fullPage: true }), 'backoffice-today')

  const { payouts } = (await api.get('/v1/admin/payouts?status=pending')).body
  await look(page, `/payouts?id=${payouts.at(-1).id}`, 'How the profit was made')
  await keepPicture(await page.screenshot(), 'backoffice-payouts')

  const { players } = (await api.get('/v1/admin/users?running=challenge')).body
  await look(page, `/players/${players.at(-1).userId}`, 'settled won')
  await keepPicture(await page.screenshot(), 'backoffice-player')

  await look(page, `/tiers?tier=${tierId}`, 'The first one')
  await keepPicture(await page.screenshot({ fullPage: true }), 'backoffice-tiers')
})
