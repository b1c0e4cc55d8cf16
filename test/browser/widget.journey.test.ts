import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lose, place, win } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { confirm, payoutsOf } from '../helpers/payouts.ts'
import { sees, useWidget } from '../helpers/widget-page.ts'

// A player's way from the shop window to the first payout. Nobody loads the page again: what happens comes by the stream.

const world = useWidget()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a player buys, bets, passes, goes on and is paid', async () => {
  const { tenant } = world
  const page = await world.look('anna')
  await sees(page, 'Choose your challenge')
  await expectAccessible(page)

  await press(page, 'See the rules of Starter')
  await sees(page, 'A stake is at most 25% of the balance.')
  await expectAccessible(page)
  await press(page, 'Buy for €20.00')
  await sees(page, 'Your challenge has begun. Good luck!')
  await sees(page, '€50.00 to the target')
  await sees(page, 'Live')

  await place(tenant, 'anna', 'a1')
  await sees(page, '€25.00 staked')
  await win(tenant, 'anna', 'a1')
  await sees(page, '€25.00 to the target')
  await place(tenant, 'anna', 'a2', { odds: 1.2 })
  await sees(page, 'A bet was rejected. The odds are too low.')
  await page.getByRole('tab', { name: 'Bets' }).click()
  await sees(page, '€50.00 returned')
  await sees(page, '1 accepted, 1 rejected.')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Overview' }).click()

  await place(tenant, 'anna', 'a3')
  await win(tenant, 'anna', 'a3')
  await sees(page, 'You passed!')
  await sees(page, 'You get an account of €500.00 to bet with.')
  await sees(page, 'You get €20.00 back.')
  await expectAccessible(page)
  await press(page, 'Open the funded account')
  await sees(page, 'The account ends after 14 days without an accepted bet or a payout.')
  await page.getByRole('dialog').getByRole('button', { name: 'Open the funded account' }).click()
  await sees(page, 'Your funded account is open.')
  await sees(page, 'There is no profit yet')
  await expectAccessible(page)

  await place(tenant, 'anna', 'a4', { stakeAmount: 100, odds: 2 })
  await sees(page, '€100.00 staked')
  await win(tenant, 'anna', 'a4', 200)
  await sees(page, 'You can withdraw now')
  await press(page, 'Withdraw')
  await page.getByRole('textbox', { name: 'How much of the profit?' }).fill('50')
  await sees(page, 'Withdraw €60.00')
  await expectAccessible(page)
  await press(page, 'Withdraw €60.00')
  await sees(page, 'Your payout is being checked')
  await expectAccessible(page)

  const [payout] = await payoutsOf(tenant, 'anna')
  expect(payout).toMatchObject({ status: 'pending', grossAmount: 50, totalPaid: 60 })
  await confirm(tenant, payout.id)
  await sees(page, 'Your payout is on its way.')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('Payouts of this account (1)').click()
  await sees(page, 'with own stake €20.00')
  await expectAccessible(page)
  expect(world.service.bugs).toEqual([])
})

test('whoever loses hears why, and when the next challenge can be bought', async () => {
  const { tenant } = world
  await tenant.api.post('/v1/challenges/purchase', { userId: 'ben', challengeTierId: tenant.tierId })
  const page = await world.look('ben', { attributes: { 'data-locale': 'en-GB' } })
  await sees(page, 'Live')
  for (const [bet, stakeAmount] of Object.entries({ b1: 18, b2: 18, b3: 14 })) {
    await place(tenant, 'ben', bet, { stakeAmount })
    await lose(tenant, 'ben', bet)
  }
  await sees(page, 'A pause: no bets right now')
  await sees(page, '11 hours and 59 minutes')
  await expectAccessible(page)
  await tenant.api.post('/v1/sandbox/clock/advance', { byHours: 13 })
  await sees(page, 'The pause is over. You can bet again.')
  await place(tenant, 'ben', 'b4', { stakeAmount: 10 })
  await lose(tenant, 'ben', 'b4')
  await sees(page, 'Your losses reached the limit.')
  await sees(page, 'Your last challenge')
  await expectAccessible(page)

  await sees(page, 'You can buy again from 4 Mar 2026, 00:00.')
  await press(page, 'See the rules of Starter')
  await sees(page, 'You pay €20.00.')
  expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tenant.api.post('/v1/sandbox/clock/advance', { byHours: 24 })
  await page.getByText('You can buy again from').waitFor({ state: 'detached' })
  await press(page, 'See the rules of Starter')
  await page.getByRole('button', { name: 'Buy for €20.00' }).waitFor()
})

test('a page that is opened later shows the last bets, and tells nothing as if it were new', async () => {
  const { tenant } = world
  await tenant.api.post('/v1/challenges/purchase', { userId: 'cleo', challengeTierId: tenant.tierId })
  await place(tenant, 'cleo', 'c1')
  await win(tenant, 'cleo', 'c1')
  await place(tenant, 'cleo', 'c2', { stakeAmount: 10, odds: 1.2 })
  await place(tenant, 'cleo', 'c3', { stakeAmount: 12 })
  const page = await world.look('cleo')
  await page.getByRole('tab', { name: 'Bets' }).click()
  await sees(page, '€50.00 returned')
  await sees(page, 'The odds are too low.')
  await sees(page, '€12.00 at 2.00')
  const chips = await page.locator('challenge-widget .item .chip').allTextContents()
  expect(chips).toEqual(['Open', 'Rejected', 'Won'])
  expect(await page.locator('challenge-widget .notice').count()).toBe(0)
  await expectAccessible(page)
  await lose(tenant, 'cleo', 'c3')
  await expect
    .poll(() => page.locator('challenge-widget .item .chip').allTextContents())
    .toEqual(['Lost', 'Rejected', 'Won'])
})
