import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasCome, useBackoffice } from '../helpers/backoffice.ts'
import { atWork, everyPage, roleOf } from '../helpers/backoffice-pages.ts'
import { expectAccessible, expectNoSidewaysScroll, standsOut } from '../helpers/browser.ts'

// How every page of the backoffice looks: wherever it is read, whoever reads it.

const used = useBackoffice(atWork)

test.each([
  [1440, 900, 'light'],
  [1024, 768, 'light'],
  [1024, 768, 'dark'],
  [390, 844, 'light'],
  [390, 844, 'dark'],
  // A laptop at 400 %.
  [320, 256, 'light'],
] as const)(
  'no page is wider than a screen of %i x %i, %s, and each is clear to everybody',
  async (width, height, colorScheme) => {
    for (const role of ['operator_admin', 'fast_admin']) {
      const page = await used.openAs(role, '', { viewport: { width, height }, colorScheme })
      for (const path of everyPage.filter((each) => roleOf(each) === role)) await expectFitting(page, path)
    }
  },
)

async function expectFitting(page: Page, path: string): Promise<void> {
  await page.goto(`${used.service.url}/backoffice${path}`)
  await hasCome(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

test('times are UTC, with those of the reader on hover', async () => {
  const page = await used.openAs('operator_viewer', '/bets', { timezoneId: 'America/New_York' })
  const time = page.locator('td time').first()
  await time.waitFor()
  expect(await time.textContent()).toBe('2 Mar 12:00')
  expect(await time.getAttribute('title')).toMatch(/^2026-03-02 12:00:00 UTC · here 2 Mar 2026, 07:00:00 (GMT-5|EST)$/)
  expect(await time.getAttribute('datetime')).toBe('2026-03-02T12:00:00.000Z')
})

test('what is opened from a list on a narrow screen is in sight', async () => {
  const page = await used.openAs('operator_admin', '/payouts?status=all', { viewport: { width: 390, height: 500 } })
  await page.getByRole('button', { name: 'dora' }).last().click()
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByText('How the profit was made').waitFor()
  await expect
    .poll(async () => (await review.getByRole('heading', { name: 'Review' }).boundingBox())?.y)
    .toBeLessThan(400)
})

test('what is chosen, and which line is which, can be seen where the device forces its colours', async () => {
  const page = await used.openAs('operator_viewer', '', { forcedColors: 'active' })
  const period = page.getByRole('group', { name: 'Period' })
  expect(await standsOut(period.getByRole('button', { name: '30 days' }))).toBe(true)
  expect(await standsOut(period.getByRole('button', { name: '7 days' }))).toBe(false)
  await page.locator('.key').first().waitFor()
  const swatches = await page
    .locator('.key')
    .evaluateAll((keys) =>
      keys.map((key) => key.ownerDocument.defaultView.getComputedStyle(key, '::before').backgroundColor),
    )
  expect(new Set(swatches.slice(0, 3)).size).toBe(3)
})

interface Styled {
  computedStyleMap(): { get(name: string): { toString(): string } | undefined }
}

test('every amount in a table stands on the right', async () => {
  const page = await used.openAs('operator_viewer')
  for (const path of ['/bets', '/bets?view=events', '/payouts?status=all', '/tiers', '/players']) {
    await page.goto(`${used.service.url}/backoffice${path}`)
    await page.locator('td .money').first().waitFor()
    const sides = await page
      .locator('td:has(.money)')
      .evaluateAll((cells) =>
        cells.map((cell) => (cell as unknown as Styled).computedStyleMap().get('text-align')?.toString()),
      )
    expect(new Set(sides), path).toEqual(new Set(['right']))
  }
})

test('on a phone a row of a broad list is a card, in which every cell stands beside its name', async () => {
  const page = await used.openAs('operator_support', '/bets?view=events', { viewport: { width: 390, height: 844 } })
  const row = page.getByRole('row', { name: /anna-1.*Settled won/ })
  const stake = row.getByRole('cell', { name: '10.00', exact: true }).first()
  await stake.waitFor()
  expect(await row.getByRole('cell').count()).toBe(await page.getByRole('columnheader').count())
  const nameOf = 'getComputedStyle(document.querySelector("td:nth-child(5)"), "::before").content'
  expect(await page.evaluate(nameOf)).toBe('"Stake" / ""')
  for (const path of ['/bets', '/bets?view=events', '/payouts?status=all', '/players', '/audit']) {
    await page.goto(`${used.service.url}/backoffice${path}`)
    await page.locator('.table').waitFor()
    expect(await page.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth), path).toBe(0)
  }
  await page.goto(`${used.service.url}/backoffice/players`)
  const name = page.getByRole('cell', { name: 'anna' })
  await name.waitFor()
  expect(await name.evaluate((cell) => cell.clientWidth / (cell.parentElement?.clientWidth ?? 0))).toBeGreaterThan(0.8)
})
