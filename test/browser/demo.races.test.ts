import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { act, entry, fair, matchesWith, toOpenDay, toSlip, useDemo } from '../helpers/demo-page.ts'
import { heldAt } from '../helpers/widget-page.ts'

// What is pressed, typed or sent while something else on the demo's page is under way, has happened elsewhere, or is away.

const { open, visit, service } = useDemo()

test('a button that is pressed again while it works, by the keyboard too, does its work once', async () => {
  const page = await visit()
  const held = await heldAt(page, '**/demo/api/next-day')
  const next = page.locator('[data-key=day-next-day]')
  await next.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  await next.press('Enter')
  await page.evaluate('new Promise(requestAnimationFrame)')
  await held[0]?.continue()
  await page.locator('body:not([data-busy])').waitFor()
  expect(held).toHaveLength(1)
})

test('what is chosen while a button does its work stays chosen', async () => {
  const page = await visit()
  await toOpenDay(page)
  const held = await heldAt(page, '**/demo/api/buy')
  await act(page, 'buy')
  await expect.poll(() => held.length).toBe(1)
  const odds = page.locator('button.odds').first()
  await odds.click()
  await held[0]?.continue()
  await page.locator('body:not([data-busy])').waitFor()
  await page.getByRole('button', { name: 'Place bet' }).waitFor()
  expect(await odds.getAttribute('aria-pressed')).toBe('true')
})

test('a bet that was taken is off the slip before the page has asked anew: pressing again places no second one', async () => {
  const page = await visit()
  await toSlip(page)
  await heldAt(page, '**/demo/api/state')
  await page.getByRole('button', { name: 'Place bet' }).click()
  await page.getByRole('button', { name: 'Place bet' }).waitFor({ state: 'detached' })
  await entry(page, 'POST /v1/bets').waitFor()
})

test('while a bet is being placed no second one is, though the slip is drawn anew', async () => {
  const page = await visit()
  await toSlip(page)
  const held = await heldAt(page, '**/demo/api/bets')
  const stake = page.locator('#stake')
  await stake.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  for (const says of ['Choose odds among the fixtures', 'Place bet']) {
    await fair(page).first().click()
    await page.locator('#slip').getByText(says).waitFor()
  }
  await stake.press('Enter')
  await page.evaluate('new Promise(requestAnimationFrame)')
  await held[0]?.continue()
  await page.locator('.pill.open').waitFor()
  expect(held).toHaveLength(1)
})

test('odds that are being pressed while the last bet comes into sight are chosen', async () => {
  const page = await visit()
  await toSlip(page, 2)
  // Of the second match: what its bet brings into sight moves nothing above it.
  const next = fair(page).first()
  await next.click()
  await fair(matchesWith(page, fair(page)).nth(1))
    .first()
    .click()
  const held = await heldAt(page, '**/demo/api/state')
  await page.getByRole('button', { name: 'Place bet' }).click()
  await page.getByRole('button', { name: 'Place bet' }).waitFor({ state: 'detached' })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await next.hover()
  await page.mouse.down()
  await page.route('**/demo/api/state', (route) => route.continue())
  for (const each of held) await each.continue()
  await page.getByText('your bet:').waitFor()
  await page.mouse.up()
  await page.getByRole('button', { name: 'Place bet' }).waitFor()
  expect(await next.getAttribute('aria-pressed')).toBe('true')
})

test('what may be staked at most changes on a slip that is open, and what was typed stays', async () => {
  const page = await visit()
  await toSlip(page)
  await page.route('**/demo/api/state', async (route) => {
    const response = await route.fetch()
    const state = await response.json()
    await route.fulfill({ response, json: { ...state, limits: { ...state.limits, maxStake: 7.129 } } })
  })
  await page.fill('#stake', '99')
  await page.getByRole('button', { name: 'Place bet' }).click()
  const most = page.getByRole('button', { name: 'Max: stake 7.12' })
  await most.waitFor()
  expect(await page.locator('#stake').inputValue()).toBe('99')
  await most.click()
  expect(await page.locator('#stake').inputValue()).toBe('7.12')
})

test('a feed that is turned away, as by a service that is just starting, is opened again', async () => {
  const page = await open({ expected: /503/ })
  await page.route('**/demo/api/feed', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.goto(`${service().url}/demo`)
  await refused
  await act(page, 'buy')
  await entry(page, 'challenge.activated').waitFor()
})

/**
 * Has the matches of the day played by another visitor, for the clock is the one of all, before the page asks anew: the
 * widget hears of a new day. Gives what lets the page ask.
 */
async function playUnheard(page: Page): Promise<() => Promise<void>> {
  const held = await heldAt(page, '**/demo/api/state')
  const other = await visit()
  await other.locator('[data-key=day-play]').click()
  await other.locator('.odds.played').first().waitFor()
  return async () => {
    await page.route('**/demo/api/state', (route) => route.continue())
    for (const each of held) await each.continue()
  }
}

const CLOSED = /409 POST \/demo\/api\/(check|bets)/
const closed = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'has kicked off: no more bets are taken on it.' })

test('a bet on a match that has been played meanwhile is not taken, and the page says so and shows the result', async () => {
  const page = await visit({ expected: CLOSED })
  await toSlip(page)
  const letAsk = await playUnheard(page)
  await page.getByRole('button', { name: 'Place bet' }).click()
  await closed(page).waitFor()
  await letAsk()
  await page.locator('.odds.played').first().waitFor()
  await page.locator('#slip').getByText('These matches have been played').waitFor()
  await page.locator('#bets').getByText('None yet.').waitFor()
  expect(await closed(page).isVisible()).toBe(true)
})

test('whoever types a stake for a match that has been played meanwhile is told so before the bet is placed', async () => {
  const page = await visit({ expected: CLOSED })
  await toSlip(page)
  const letAsk = await playUnheard(page)
  await page.fill('#stake', '2')
  await closed(page).waitFor()
  await letAsk()
  await page.locator('.odds.played').first().waitFor()
})

test('what a player has had played in one tab the other one shows, also where there is no widget to hear of it', async () => {
  // The slip may be checked once more before the page has heard.
  const page = await open({ expected: new RegExp(`ERR_FAILED|${CLOSED.source}`) })
  await page.route('**/widget.js', (route) => route.abort())
  await page.goto(`${service().url}/demo`)
  await toSlip(page)
  const other = await page.context().newPage()
  await other.goto(`${service().url}/demo`)
  await other.locator('[data-key=day-play]').click()
  await page.locator('.odds.played').first().waitFor()
  await page.locator('#slip').getByText('These matches have been played').waitFor()
})

test('that the backend cannot be reached is said for no longer than it is so', async () => {
  const page = await visit({ expected: /ERR_FAILED/ })
  await page.route('**/demo/api/*', (route) => route.abort())
  await act(page, 'buy')
  const alert = page.getByRole('alert').filter({ hasText: 'The backend cannot be reached.' })
  await alert.waitFor()
  await page.unroute('**/demo/api/*')
  await alert.waitFor({ state: 'hidden' })
})

test('a page that was opened while the backend was away is whole when it is back', async () => {
  const page = await open({ expected: /ERR_FAILED/ })
  await page.route('**/demo/api/*', (route) => route.abort())
  await page.goto(`${service().url}/demo`)
  const alert = page.getByRole('alert').filter({ hasText: 'The backend cannot be reached.' })
  await alert.waitFor()
  await page.unroute('**/demo/api/*')
  await page.getByRole('button', { name: 'See the rules of Starter' }).waitFor()
  expect(await alert.count()).toBe(0)
  await act(page, 'buy')
  await entry(page, 'challenge.activated').waitFor()
})
