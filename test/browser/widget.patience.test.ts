import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith } from '../helpers/payouts.ts'
import { buy, giveUpChallenges } from '../helpers/service.ts'
import { allowHost, heldAt, sees, useWidget } from '../helpers/widget-page.ts'

// Slow answers: what is being waited for says so, and what need not be waited for is not.

const world = useWidget()
const expected = /ERR_|Failed/
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('challenge-widget').shadowRoot.activeElement?.textContent ?? 'nothing'")
/** A button that waits, in the language of the page. */
const waitingButton = (page: Page, name = 'One moment…') => page.getByRole('button', { name })

describe('a button that asks', () => {
  test.each([
    ['en', 'Try again', 'One moment…'],
    ['de', 'Noch einmal versuchen', 'Einen Moment…'],
    ['es', 'Intentar de nuevo', 'Un momento…'],
  ])('%s: says so while it does, is not pressed twice, and keeps the focus', async (lang, name, waits) => {
    const userId = `trying-${lang}`
    await buy(world.tenant, userId)
    // This alone: whatever else is cut off would still be tried again in the background, for a moment.
    const page = await world.look(userId, { visit: { expected }, cut: '**/v1/widget/config', lang })
    await page.getByRole('button', { name }).waitFor()
    await page.unroute('**/v1/widget/config')
    const held = await heldAt(page, '**/v1/widget/config')
    await page.getByRole('button', { name }).press('Enter')
    const button = waitingButton(page, waits)
    await button.waitFor()
    expect([await button.getAttribute('aria-busy'), await button.getAttribute('aria-disabled')]).toEqual([
      'true',
      'true',
    ])
    await expectAccessible(page)
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Enter')
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(held).toHaveLength(1)
    await page.route('**/v1/widget/config', (route) => route.abort())
    for (const one of held) await one.abort()
    await page.getByRole('button', { name }).waitFor()
    expect(await focused(page)).toBe(name)
    await page.unroute('**/v1/widget/config')
    await page.getByRole('button', { name }).press('Enter')
    await page.locator('challenge-widget .connection.live').waitFor()
    // The button has gone: the page that came in its place has the focus.
    expect(await focused(page)).not.toBe('nothing')
  })

  test('for older programs says so, too, and asks once', async () => {
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    await giveUpChallenges(tenant, 'veteran', 21)
    const page = await world.look('veteran', { tenant })
    await sees(page, 'Live')
    await page.getByRole('tab', { name: 'History' }).click()
    const held = await heldAt(page, /history\?.*cursor/)
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await waitingButton(page).click({ force: true })
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await expect.poll(() => page.locator('challenge-widget .history li.card').count()).toBe(21)
    expect(await focused(page)).not.toBe('nothing')
  })

  test('for rules that could not be read asks again; nothing was sent that could have been lost', async () => {
    const page = await world.look('reader', { visit: { expected }, cut: '**/terms' })
    await sees(page, 'Live')
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await sees(page, 'The service cannot be reached from this page right now.')
    expect(await page.getByText('Nobody knows yet').count()).toBe(0)
    await expectAccessible(page)
    await page.unroute('**/terms')
    await page.getByRole('button', { name: 'Try again' }).click()
    await sees(page, 'You pay €20.00.')
  })
})

test.each(['leaderboard', 'history*'])(
  '%s, which lets itself be waited for, keeps nothing else waiting',
  async (slow) => {
    const userId = `slow-${slow.slice(0, 7)}`
    await buy(world.tenant, userId)
    const page = await world.look(userId, { visit: { expected }, cut: `**/v1/**` })
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/v1/**')
    const held = await heldAt(page, `**/${slow}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await sees(page, 'Live')
    await expect.poll(() => held.length).toBeGreaterThan(0)
  },
)

test('a dialog that has to stay stays, and goes when it may, however often Escape was pressed', async () => {
  await accountWith(world.tenant, 'restless', 100)
  const page = await world.look('restless', { visit: { expected } })
  const held = await heldAt(page, '**/withdraw')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw €100.00' }).click()
  await sees(page, 'The operator is being asked.')
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape')
  await sees(page, 'The operator is being asked.')
  expect(await page.getByRole('dialog').getAttribute('aria-busy')).toBe('true')
  await page.route('**/withdraw', (route) => route.abort())
  await held[0]?.abort()
  await sees(page, 'No connection. Nobody knows yet')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1_500))')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
