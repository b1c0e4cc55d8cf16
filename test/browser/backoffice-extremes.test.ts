import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasCome, useBackoffice } from '../helpers/backoffice.ts'
import { place, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { withTier } from '../helpers/payouts.ts'
import { employ } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'

// Names as long as they may be, and amounts of eight figures: nothing is cut that would say something else then, and
// what is done in a row is in sight on a laptop.

const PLAYER = `player-${'0123456789'.repeat(12)}`

const ADDRESS = 'anna-katharina.oberhuber@sportsbook.example'

/** One of many that begin alike. */
const ALIKE = 'northern-000047'

const used = useBackoffice(async (tenant, service) => {
  await service.superAdmin.patch(`/v1/super-admin/tenants/${tenant.id}`, {
    name: `Donaudampfschifffahrtsgesellschaft${'-x'.repeat(40)}`,
  })
  const rich = await withTier(tenant, {
    name: 'Ultra Platinum Diamond Champions of the Whole Wide World 2026/27',
    ownStake: 250_000,
    bonusAmount: 9_750_000,
    targetBalance: 19_999_999.99,
    fundedAccountBalance: 50_000_000,
  })
  await buy(rich, PLAYER)
  for (const bet of ['1', '2'])
    await place(tenant, PLAYER, `${PLAYER.slice(0, 100)}-${bet}`, { stakeAmount: 234_567.89 })
  await win(tenant, PLAYER, `${PLAYER.slice(0, 100)}-1`, 820_987.62)
  await buy(rich, ALIKE)
  await employ(service, tenant, ADDRESS)
})

const pages = ['', '/players', '/bets', '/bets?view=events', '/tiers', '/people', `/players/${PLAYER}`]

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${used.service.url}/backoffice${path}`)
  await hasCome(page)
}

test.each([
  [1366, 768],
  [390, 844],
  [320, 640],
] as const)('no page is wider than a screen of %i x %i', async (width, height) => {
  const page = await used.openAs('operator_admin', '', { viewport: { width, height } })
  for (const path of pages) {
    await goTo(page, path)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const cut = await page
      .locator('.side, .side .brand, .figure')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      )
    expect(cut, path).toEqual([])
  }
})

test('on a laptop no table has to be moved to the side, and what is cut is told on hover', async () => {
  const page = await used.openAs('operator_admin', '', { viewport: { width: 1440, height: 900 } })
  for (const path of pages.filter((each) => /^.(players$|bets|tiers)/.test(each))) {
    await goTo(page, path)
    const tables = page.locator('.table')
    await tables.first().waitFor()
    expect(await tables.evaluateAll((all) => all.map((table) => table.scrollWidth - table.clientWidth)), path).toEqual(
      Array.from({ length: await tables.count() }, () => 0),
    )
  }
  await goTo(page, '/players')
  const cell = page.getByRole('cell', { name: PLAYER })
  await cell.hover()
  expect(await cell.getAttribute('title')).toBe(PLAYER)
})

test.each([1280, 1100, 800])('no figure stands alone in a row of its own, %i wide', async (width) => {
  const page = await used.openAs('operator_viewer', '', { viewport: { width, height: 800 } })
  await page.locator('.figure').first().waitFor()
  for (const figures of await page.locator('.figures').all()) {
    const tops = await figures
      .locator('.figure')
      .evaluateAll((all) => all.map((figure) => Math.round(figure.getBoundingClientRect().top)))
    expect(tops).toHaveLength(7)
    expect(tops.filter((top) => top === tops.at(-1)).length).toBeGreaterThan(1)
  }
})

test('ids that begin alike are told from each other on a small laptop', async () => {
  const page = await used.openAs('operator_viewer', '', { viewport: { width: 1280, height: 800 } })
  await goTo(page, '/players')
  const cell = page.getByRole('cell', { name: ALIKE })
  expect(await cell.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
})

test('addresses are whole on a small laptop, and what the keyboard stands on', async () => {
  const page = await used.openAs('operator_admin', '', { viewport: { width: 1280, height: 800 } })
  await goTo(page, '/people')
  const own = page.locator('.who > span').first()
  expect(await page.getByRole('cell', { name: ADDRESS, exact: true }).evaluate(cutOf)).toBe(0)
  expect(await own.evaluate(cutOf)).toBe(0)
  await goTo(page, '/bets?view=events')
  const cells = page.locator('tbody tr').first().locator('td.wide')
  for (const at of [0, 1]) {
    const cell = cells.nth(at)
    const link = cell.locator('a, button')
    expect((await cell.evaluate(cutOf)) + (await link.evaluate(cutOf))).toBeGreaterThan(0)
    await link.focus()
    await page.keyboard.press('Shift')
    expect((await cell.evaluate(cutOf)) + (await link.evaluate(cutOf))).toBe(0)
  }
})

/** How many pixels of an element are out of sight; a link that stands in a line has no width of its own. */
const cutOf = ({ scrollWidth, clientWidth }: { readonly scrollWidth: number; readonly clientWidth: number }): number =>
  clientWidth === 0 ? 0 : scrollWidth - clientWidth

test('the amounts beside a chart are there with all their figures', async () => {
  const page = await used.openAs('operator_viewer', `/players/${PLAYER}`)
  const needed: number = await page.evaluate(`(() => {
    const brush = document.createElement('canvas').getContext('2d')
    brush.font = '11px system-ui, sans-serif'
    return brush.measureText('20,000,000').width
  })()`)
  // The drawing begins where the amounts end, as soon as it is put into its place.
  await expect
    .poll(() =>
      page.locator('.u-over').evaluate((drawing) => (drawing as unknown as { readonly offsetLeft: number }).offsetLeft),
    )
    .toBeGreaterThan(needed)
})

test('a question about a player of a long id can be read, and answered', async () => {
  const page = await used.openAs('operator_admin', `/players/${PLAYER}`)
  for (const name of ['Cancel the challenge…', 'Begin anew…']) {
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(PLAYER).first().waitFor()
    expect(await dialog.evaluate((question) => question.scrollWidth - question.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})
