import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith, payAtOnce, payoutsOf } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { allowHost, cutOff, sees, useWidget } from '../helpers/widget-page.ts'

// What a player sets off: asked before, waited for, refused, sent again, by mouse and by keys.

const world = useWidget()
const refusing = { expected: /40\d|429/ }
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const progressOf = async (userId: string, { api }: TestTenant = world.tenant) =>
  (await api.get(`/v1/users/${userId}/progress`)).body
/** What has the focus, in the shadow tree. */
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('challenge-widget').shadowRoot.activeElement?.textContent ?? 'nothing'")

describe('what cannot be undone is asked first', () => {
  test('giving up: no keeps playing, yes gives up', async () => {
    await buy(world.tenant, 'quitter')
    const page = await world.look('quitter')
    await press(page, 'Give up the challenge')
    await sees(page, 'Your own stake and the bonus are lost')
    await expectAccessible(page)
    await press(page, 'Keep playing')
    expect((await progressOf('quitter')).type).toBe('challenge')
    await press(page, 'Give up the challenge')
    await press(page, 'Give up for good')
    await sees(page, 'You gave up the challenge.')
    await sees(page, 'Given up')
    expect((await progressOf('quitter')).type).toBe('none')
  })

  test('taking the stake back after a pass', async () => {
    await buyAndPass(world.tenant, 'leaver')
    const page = await world.look('leaver')
    await press(page, 'Take back €20.00')
    await sees(page, 'You give up the funded account. This cannot be undone.')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Take back €20.00' }).click()
    await sees(page, 'You get your stake of €20.00 back.')
    await sees(page, 'Choose your challenge')
  })

  test('giving up a challenge that was passed, with all that is lost by it', async () => {
    await buyAndPass(world.tenant, 'spendthrift')
    const page = await world.look('spendthrift')
    await sees(page, 'Nothing is paid then: your own stake of €20.00 is lost, too.')
    await press(page, 'Give up the challenge')
    await sees(page, 'your own stake of €20.00 and the bonus of €80.00 are lost, no funded account opens')
    await sees(page, 'take back your €20.00 instead')
    await expectAccessible(page)
    await press(page, /^Back$/)
    expect((await progressOf('spendthrift')).type).toBe('challenge_passed')
    await press(page, 'Give up the challenge')
    await press(page, 'Give up for good')
    await sees(page, 'You gave up the challenge.')
    await sees(page, 'You can buy again from')
    expect(await progressOf('spendthrift')).toMatchObject({ type: 'none', purchaseCooldownUntil: expect.any(String) })
    await expectAccessible(page)
  })

  test('ending a funded account for the own stake', async () => {
    await accountWith(world.tenant, 'cautious', 50, { fundedStakeRefundable: true })
    const page = await world.look('cautious')
    await press(page, 'End the account and take back the own stake')
    await sees(page, 'its profit of €50.00 stays with the operator')
    await expectAccessible(page)
    await press(page, 'End it and take back €20.00')
    await sees(page, 'You get your stake of €20.00 back.')
    await sees(page, 'The own stake was taken back.')
  })

  test('a payout that nobody has to decide on is there at once, and the last one closes the account', async () => {
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    await payAtOnce(tenant)
    await accountWith(tenant, 'lucky', 100, { fundedMaxPayouts: 1 })
    const page = await world.look('lucky', { tenant })
    await press(page, 'Withdraw')
    await sees(page, 'it takes the whole profit and closes the account')
    expect(await page.getByRole('textbox').count()).toBe(0)
    await expectAccessible(page)
    await press(page, 'Withdraw €100.00')
    await sees(page, 'Your last payout of €100.00 is on its way. The account is closed.')
    await sees(page, 'All payouts of this account were made.')
  })
})

describe('what is refused says why', () => {
  test('an amount that cannot be had is not sent', async () => {
    await accountWith(world.tenant, 'greedy', 100)
    const page = await world.look('greedy')
    await press(page, 'Withdraw')
    await page.getByRole('textbox').fill('100.01')
    await sees(page, 'Enter an amount from 0.01 up to €100.00.')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    expect(await payoutsOf(world.tenant, 'greedy')).toEqual([])
  })

  test('a share that is too small is refused by the service, and nothing has changed', async () => {
    await accountWith(world.tenant, 'modest', 100, { fundedMinPayout: 40 })
    const page = await world.look('modest', { visit: refusing })
    await press(page, 'Withdraw')
    await page.getByRole('textbox').fill('10')
    await press(page, 'Withdraw €28.00')
    await sees(page, 'Your share is below the smallest payout.')
    await expectAccessible(page)
    await page.getByRole('textbox').fill('50')
    await press(page, 'Withdraw €60.00')
    await sees(page, 'Your payout is being checked')
  })

  test('an operator that declines', async () => {
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    // Nobody listens there: whoever is not approved is declined.
    await tenant.api.patch('/v1/admin/settings', { approvalUrl: 'https://127.0.0.1:9/approve' })
    const page = await world.look('declined', { tenant, visit: refusing })
    await press(page, 'See the rules of Starter')
    await press(page, 'Buy for €20.00')
    await sees(page, 'The purchase was declined. Nothing was bought.')
    await expectAccessible(page)
    expect((await progressOf('declined', tenant)).type).toBe('none')
  })

  test('in production nobody buys here until the operator can be asked', async () => {
    const tenant = await world.service.seed({ environment: 'production' })
    await allowHost(tenant, world.host)
    const page = await world.look('early-bird', { tenant, visit: refusing })
    await press(page, 'See the rules of Starter')
    await press(page, 'Buy for €20.00')
    await sees(page, 'This is not possible here yet. Please contact support.')
    expect(await page.getByText('Test mode').count()).toBe(0)
  })

  test('in production a page has to bring the token: without one there is only what is on sale', async () => {
    const tenant = await world.service.seed({ environment: 'production' })
    await allowHost(tenant, world.host)
    const look = { tenant, withToken: false, attributes: { 'data-user-id': 'tokenless' }, visit: refusing }
    const page = await world.look('tokenless', look)
    await sees(page, 'Your session has ended. Log in again to go on.')
    await sees(page, 'Choose your challenge')
    await expectAccessible(page)
  })

  test('whoever is self-excluded can look and not buy', async () => {
    await world.tenant.api.put('/v1/admin/users/excluded/self-exclusion', { excluded: true })
    const page = await world.look('excluded')
    await sees(page, 'You have excluded yourself from playing.')
    await press(page, 'See the rules of Starter')
    await sees(page, 'You pay €20.00.')
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
  })

  test('what failed somewhere else meanwhile: it says from when on it can be bought', async () => {
    const page = await world.look('too-late', { visit: { expected: /429|ERR_|Failed/ } })
    await sees(page, 'Live')
    await page.route('**/progress', (route) => route.abort())
    await cutOff(page, world.service, '**/v1/events*', 'No connection. What you see may be old.')
    await press(page, 'See the rules of Starter')
    await sees(page, 'You pay €20.00.')
    await buy(world.tenant, 'too-late')
    await world.tenant.api.post('/v1/users/too-late/challenge/cancel', { confirm: true })
    await press(page, 'Buy for €20.00')
    await sees(page, /You can buy again on the next day \(UTC\)\. You can buy again from/)
  })

  test('what was sold somewhere else meanwhile', async () => {
    const page = await world.look('twice', { visit: { expected: /409|ERR_|Failed/ } })
    await sees(page, 'Live')
    // Not even by asking does it hear of the purchase before the button is pressed.
    await page.route('**/progress', (route) => route.abort())
    await cutOff(page, world.service, '**/v1/events*', 'No connection. What you see may be old.')
    await press(page, 'See the rules of Starter')
    await sees(page, 'You pay €20.00.')
    await buy(world.tenant, 'twice')
    await press(page, 'Buy for €20.00')
    await sees(page, 'You already have a challenge.')
  })
})

test('an answer that is lost on the way: pressing again does it once', async () => {
  await accountWith(world.tenant, 'tunnel', 100)
  const page = await world.look('tunnel', { visit: { expected: /ERR_FAILED|Failed/ } })
  await press(page, 'Withdraw')
  await page.getByRole('textbox').fill('50')
  let sent = 0
  await page.route('**/withdraw', async (route) => {
    if (route.request().method() === 'POST') sent += 1
    // It arrives; the answer does not.
    await route.fetch()
    await route.abort()
  })
  await press(page, 'Withdraw €60.00')
  await sees(page, 'No connection. Nobody knows yet whether it worked')
  await expectAccessible(page)
  await page.unroute('**/withdraw')
  await press(page, 'Withdraw €60.00')
  await sees(page, 'Your payout is being checked')
  expect(sent).toBeGreaterThan(1)
  expect(await payoutsOf(world.tenant, 'tunnel')).toHaveLength(1)
})

test('all of it works by keys, and the focus is never lost', async () => {
  const page = await world.look('keyboard')
  await sees(page, 'Live')
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Bets', selected: true }).waitFor()
  await page.keyboard.press('End')
  await page.getByRole('tab', { name: 'Ranking', selected: true }).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('See the rules')
  await page.keyboard.press('Enter')
  await sees(page, 'You pay €20.00.')
  await expect.poll(() => focused(page)).toBe('Starter: the rules')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('See the rules')
  await page.keyboard.press('Enter')
  await sees(page, 'You pay €20.00.')
  await page.getByRole('button', { name: 'Buy for €20.00' }).focus()
  await page.keyboard.press('Enter')
  await sees(page, 'Your challenge has begun. Good luck!')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // What opened the dialog has gone with the offers: the page that came in its place has the focus.
  await expect.poll(() => focused(page)).toContain('€50.00 to the target')
})

test('a dialog that is opened at once after another one stays, though the end of the first one is told late', async () => {
  const page = await world.look('hasty')
  await press(page, 'See the rules of Starter')
  await sees(page, 'You pay €20.00.')
  // The browser tells of a closed dialog in a task of its own: here the next one is open before that.
  await page.evaluate(`(async () => {
    const find = (selector) => document.querySelector('challenge-widget').shadowRoot.querySelector(selector)
    const told = new Promise((resolve) => find('dialog').addEventListener('close', resolve))
    find('dialog .icon-only').click()
    while (find('dialog')) await null
    find('.offer button').click()
    await told
  })()`)
  await sees(page, 'You pay €20.00.')
})

test('while the operator is being asked nothing else can be done, and it says so', async () => {
  const page = await world.look('waiting')
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v1/challenges/purchase', async (route) => {
    await held
    await route.continue()
  })
  await press(page, 'See the rules of Starter')
  await press(page, 'Buy for €20.00')
  await sees(page, 'The operator is being asked.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true)
  answer()
  await sees(page, 'Your challenge has begun. Good luck!')
})

test('one click sends one request, however often it is pressed', async () => {
  const page = await world.look('nervous')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/challenges/purchase') && request.method() === 'POST') sent.push(request.url())
  })
  await press(page, 'See the rules of Starter')
  await sees(page, 'You pay €20.00.')
  await page.getByRole('button', { name: 'Buy for €20.00' }).dblclick()
  await sees(page, 'Your challenge has begun. Good luck!')
  expect(sent).toHaveLength(1)
})
