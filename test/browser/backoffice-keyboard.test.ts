import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { accountWith, pendingPayout } from '../helpers/payouts.ts'
import { PASSWORD } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'

// The main tasks, done with nothing but keys; and whoever does them so is never thrown back to the beginning of the page.

const used = useBackoffice(async (tenant) => {
  await buy(tenant, 'anna')
  for (const bet of ['anna-1', 'anna-2', 'anna-3', 'anna-4']) await place(tenant, 'anna', bet, { stakeAmount: 5 })
  for (const bet of ['anna-3', 'anna-4']) {
    await win(tenant, 'anna', bet, 10)
    await lose(tenant, 'anna', bet)
  }
  for (const userId of ['dora', 'emil']) {
    await accountWith(tenant, userId, 100)
    await pendingPayout(tenant, userId, 60)
  }
})

const FOCUSED = `(() => {
  const { activeElement: element } = document
  const name = element.labels?.[0] ?? element.querySelector('h1, h2') ?? element
  return element === document.body ? 'nothing' : name.textContent.trim()
})()`

const focused = (page: Page): Promise<string> => page.evaluate(FOCUSED)

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text))
  const passed: string[] = []
  while (passed.length < 40) {
    await page.keyboard.press('Tab')
    const text = await focused(page)
    if (isThere(text)) return
    passed.push(text)
  }
  throw new Error(`no Tab leads to ${name}: ${passed.join(' | ')}`)
}

async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Goes to a page by its letter. */
async function go(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
}

async function logIn(): Promise<Page> {
  const page = await used.open()
  await expect.poll(() => focused(page)).toBe('E-mail')
  await page.keyboard.type('operator_admin@operator.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  return page
}

test('bets are settled; Back leaves them chosen', async () => {
  const page = await logIn()
  await go(page, 'b', 'Bets')
  await page.getByLabel('Choose anna-1').waitFor()
  await tabTo(page, 'All on this page')
  await page.keyboard.press('Space')
  await enter(page, 'Settle as won…')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Settle as won…')
  await page.getByText('2 bets chosen').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await enter(page, 'Settle as won')
  await expect.poll(() => focused(page)).toBe('Done')
  await page.keyboard.press('Enter')
  await page.getByText('Every bet is settled.').waitFor()
  await expect.poll(() => focused(page)).toBe('Open bets')
  expect((await progressOf(used.tenant, 'anna')).openBets).toBe(0)
})

test('a payout is opened from its row, read, confirmed; Escape leads back to the row', async () => {
  const page = await logIn()
  await go(page, 'p', 'Payouts')
  await page.getByRole('button', { name: 'dora' }).waitFor()
  await tabTo(page, /^emil$|^dora$/)
  const first = await focused(page)
  await page.keyboard.press('Enter')
  await page.getByText('How the profit was made').waitFor()
  expect(await focused(page)).toBe('Review')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Review' }).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe(first)
  await page.keyboard.press('j')
  const second = await focused(page)
  expect([first, second].toSorted()).toEqual(['dora', 'emil'])
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: second }).waitFor()
  await enter(page, 'Confirm…')
  const dialog = page.getByRole('dialog', { name: `Pay ${second}?` })
  await dialog.waitFor()
  // Not the panel behind it.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Confirm…')
  await page.keyboard.press('Enter')
  await enter(page, /^Confirm [\d.]+ EUR$/)
  await page.getByRole('region', { name: 'Review' }).getByText('Executed', { exact: true }).waitFor()
  await expect.poll(() => focused(page)).toBe('Review')
  await enter(page, second)
  await page.getByText('decided by operator_admin@operator.example').waitFor()
})

test('a flag is resolved, and the next one is at hand', async () => {
  const page = await logIn()
  await page.goto(`${used.service.url}/backoffice/bets?view=flags`)
  await page.getByRole('row', { name: /anna-4/ }).waitFor()
  await enter(page, 'Resolve…')
  await expect.poll(() => focused(page)).toBe('How it was dealt with')
  await page.keyboard.type('Asked the feed')
  await enter(page, 'Resolve')
  await page.getByRole('row', { name: /anna-4/ }).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).not.toBe('nothing')
  await enter(page, 'Resolve…')
  await page.getByRole('dialog').getByText('bet anna-3').waitFor()
})

test('a tier is made', async () => {
  const page = await logIn()
  await go(page, 'r', 'Tiers and rules')
  await enter(page, 'New tier')
  // The button is called so, too.
  await page.getByRole('region', { name: 'New tier' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('SECTION')
  await tabTo(page, 'Name')
  await page.keyboard.type('By keys')
  for (const [field, value] of [
    ['Own stake, EUR', '20'],
    ['Bonus, EUR', '80'],
    ['Target, EUR', '150'],
    ['Days', '30'],
    ['Accepted bets, at least', '5'],
    ['Active days, at least', '2'],
    ['Funded amount, EUR', '250'],
    ["Player's share of profit, %", '80'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(value)
  }
  // Whoever has typed is not left with nothing by a key too many.
  await page.keyboard.press('Escape')
  await enter(page, 'Make the tier…')
  await page.getByRole('dialog', { name: 'Make By keys?' }).waitFor()
  await enter(page, 'Make the tier')
  await page.getByRole('row', { name: /By keys/ }).waitFor()
  await expect.poll(() => focused(page)).not.toBe('nothing')
})

test('a button that waits for its answer has the focus again afterwards', async () => {
  const page = await logIn()
  await go(page, 'a', 'Audit')
  await enter(page, 'Check the chain')
  await page.getByText('The chain is whole').waitFor()
  await expect.poll(() => focused(page)).toBe('Check the chain')
})

test('on a phone the pages are in a menu, which closes with Escape and when one is chosen', async () => {
  const page = await used.openAs('operator_admin', '/bets', { viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { name: 'Bets', level: 1 }).waitFor()
  const menu = page.getByRole('button', { name: 'Menu' })
  const isExpanded = () => menu.getAttribute('aria-expanded')
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  expect(await links.count()).toBe(0)
  expect((await page.locator('nav').boundingBox())?.height).toBeLessThan(60)
  await enter(page, 'Menu')
  await expect.poll(isExpanded).toBe('true')
  expect(await links.count()).toBe(9)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await tabTo(page, 'Payouts')
  await page.keyboard.press('Escape')
  await expect.poll(isExpanded).toBe('false')
  expect(await focused(page)).toBe('Menu')
  await page.keyboard.press('Enter')
  await enter(page, 'Payouts')
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  expect(await isExpanded()).toBe('false')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  await menu.click()
  await page.goBack()
  await page.getByRole('heading', { name: 'Bets', level: 1 }).waitFor()
  expect(await isExpanded()).toBe('false')
})

test('keys of the browser stay those of the browser, also in a table', async () => {
  await buy(used.tenant, 'kim')
  for (const bet of ['kim-1', 'kim-2', 'kim-3']) await place(used.tenant, 'kim', bet, { stakeAmount: 5 })
  const page = await used.openAs('operator_support', '/bets?userId=kim')
  const first = page.getByLabel('Choose kim-2')
  await first.focus()
  // React listens further in: by then the table has said whether it takes the key.
  await page.evaluate('taken = []; addEventListener("keydown", (event) => taken.push(event.defaultPrevented))')
  for (const key of ['Control+k', 'Meta+j', 'Alt+ArrowDown']) {
    await page.keyboard.press(key)
    expect(await page.evaluate('taken.splice(0)'), key).toEqual([false, false])
    expect(await first.evaluate((box) => box.matches(':focus')), key).toBe(true)
  }
})
