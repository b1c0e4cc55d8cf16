import type { Locator, Page } from 'playwright-core'
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

/** Ids as many systems make them. */
const UUID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'

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
  await buy(tenant, UUID)
  // Refused, so that its row has to say why, too.
  const { body } = await place(tenant, UUID, UUID, { stakeAmount: 10_000, odds: 50 })
  await tenant.api.post('/v1/admin/reconciliation/flags', { betEventId: body.betEventId, description: 'Looks odd' })
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

test.each(['/players', '/bets?view=flags'])('an id is whole on a small laptop: %s', async (path) => {
  const page = await used.openAs('operator_support', '', { viewport: { width: 1280, height: 800 } })
  await goTo(page, path)
  const cells = page.getByRole('cell', { name: UUID })
  await cells.first().waitFor()
  for (const cell of await cells.all()) expect(await cutIn(cell)).toBe(0)
})

test.each([1024, 768])('what can be done about a row is in sight, %i wide', async (width) => {
  const page = await used.openAs('operator_admin', '', { viewport: { width, height: 1024 } })
  for (const path of ['/bets?view=flags', '/bets?view=events', '/tiers']) {
    await goTo(page, path)
    const acts = page.locator('td[data-head="Act"] button').filter({ visible: true })
    await acts.first().waitFor()
    const beyond = await acts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().right - (one.closest('.table')?.getBoundingClientRect().right ?? 0)),
    )
    expect(Math.max(...beyond), path).toBeLessThan(0)
  }
})

test('addresses are whole on a small laptop, and what the keyboard stands on', async () => {
  const page = await used.openAs('operator_admin', '', { viewport: { width: 1280, height: 800 } })
  await goTo(page, '/people')
  const own = page.locator('.who > span').first()
  expect(await page.getByRole('cell', { name: ADDRESS, exact: true }).evaluate(cutOf)).toBe(0)
  expect(await own.evaluate(cutOf)).toBe(0)
  await goTo(page, '/bets?view=events')
  const row = page.locator('tbody tr').filter({ hasText: PLAYER }).first()
  for (const cell of [row.locator('td').nth(0), row.locator('td').nth(1)]) {
    const link = cell.locator('a, button')
    expect(await cutIn(cell)).toBeGreaterThan(0)
    await link.hover()
    expect(await cell.getAttribute('title')).toBe(await link.textContent())
    await link.focus()
    await page.keyboard.press('Shift')
    expect(await cutIn(cell)).toBe(0)
  }
})

test.each([
  [1440, 'light'],
  [1280, 'light'],
  [1280, 'dark'],
  [1024, 'light'],
  [390, 'dark'],
] as const)('ids of 36 characters are whole among the bet events, %i wide, %s', async (width, colorScheme) => {
  const page = await used.openAs('operator_admin', '/bets?view=events', {
    viewport: { width, height: 800 },
    colorScheme,
  })
  const row = page.locator('tbody tr').filter({ hasText: UUID }).first()
  for (const name of ['button', 'link'] as const) {
    const cell = row.locator('td').filter({ has: page.getByRole(name, { name: UUID, exact: true }) })
    expect(await cutIn(cell)).toBe(0)
  }
  await row.getByText('max stake exceeded, odds limit exceeded').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // Narrower windows than that of a small laptop have their tables moved to the side.
  const table = page.locator('.table')
  if (width >= 1280) expect(await table.evaluate(cutOf)).toBe(0)
})

/** How many pixels of an element are out of sight; what stands in a line has no width of its own. */
const cutOf = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Box): number =>
  clientWidth === 0 ? 0 : scrollWidth - clientWidth + (scrollHeight - clientHeight)

type Box = Record<'scrollWidth' | 'clientWidth' | 'scrollHeight' | 'clientHeight', number>

/** How many pixels are out of sight of a cell and of all that is in it. */
const cutIn = async (cell: Locator): Promise<number> => {
  const inside = await cell.locator('*').all()
  const cut = await Promise.all([cell, ...inside].map((part) => part.evaluate(cutOf)))
  return cut.reduce((sum, each) => sum + each, 0)
}

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
