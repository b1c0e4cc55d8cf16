import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith, payAtOnce, payoutsOf } from '../helpers/payouts.ts'
import type { TestTenant } from '../helpers/service.ts'
import { allowHost, cutOff, sees, useWidget } from '../helpers/widget-page.ts'

// A withdrawal whose answer is lost. Payouts are executed at once here, so that nothing but the key stands between a
// second click and a second payout; and nothing else comes through that could tell what became of the first one.

const world = useWidget()
const expected = /4\d\d|ERR_|Failed/
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
let tenant: TestTenant
beforeAll(async () => {
  tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await payAtOnce(tenant)
})

type Loss = 'the answer' | 'the question'
const paidTo = async (userId: string): Promise<number[]> =>
  (await payoutsOf(tenant, userId)).map(({ grossAmount }) => grossAmount)

/**
 * A player who has sent a withdrawal of 50.00 into the dark.
 *
 * @param laterMs how long after the page was told where the player stands
 */
async function lost(userId: string, loss: Loss = 'the answer', laterMs = 0): Promise<Page> {
  await accountWith(tenant, userId, 100)
  const page = await world.look(userId, { tenant, visit: { expected } })
  await sees(page, 'Live')
  for (const cut of ['**/progress', '**/history*']) await page.route(cut, (route) => route.abort())
  await cutOff(page, world.service, '**/v1/events*', 'No connection. What you see may be old.')
  await page.route('**/withdraw', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (loss === 'the answer') await route.fetch()
    await route.abort()
  })
  world.service.app.clock.forward(laterMs)
  await press(page, 'Withdraw')
  await page.getByRole('textbox').fill('50')
  await press(page, 'Withdraw €60.00')
  await sees(page, 'Nobody knows yet whether it worked')
  expect(await paidTo(userId)).toEqual(loss === 'the answer' ? [50] : [])
  await page.unroute('**/withdraw')
  return page
}

const reopen = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, 'Withdraw')
}

describe('a withdrawal whose answer was lost', () => {
  test('is the same one when its dialog was closed and is opened again', async () => {
    const page = await lost('closing')
    await reopen(page)
    await sees(page, 'Your last request got no answer')
    expect(await page.getByRole('textbox').inputValue()).toBe('50')
    await expectAccessible(page)
    await press(page, 'Withdraw €60.00')
    await sees(page, 'Your payout of €60.00 is on its way.')
    expect(await paidTo('closing')).toEqual([50])
  })

  test('is the same one when another amount is typed: what has arrived is told, and nothing is paid on top of it', async () => {
    const page = await lost('greedier')
    await page.getByRole('textbox').fill('60')
    await sees(page, 'Your last request got no answer')
    await press(page, 'Withdraw €68.00')
    await sees(page, 'Your earlier request had arrived, so nothing new was sent. Your payout of €60.00 is on its way.')
    expect(await paidTo('greedier')).toEqual([50])
  })

  test('that did not arrive gives way to another amount', async () => {
    const page = await lost('luckier', 'the question')
    await reopen(page)
    await page.getByRole('textbox').fill('60')
    await press(page, 'Withdraw €68.00')
    await sees(page, 'Your payout of €68.00 is on its way.')
    expect(await paidTo('luckier')).toEqual([60])
  })

  test.each([
    [
      'the same widget',
      'mover',
      "{ const it = document.querySelector('challenge-widget'); it.remove(); document.querySelector('main').append(it) }",
    ],
    [
      'a new widget',
      'renewer',
      "{ const it = document.querySelector('challenge-widget'); it.replaceWith(it.cloneNode()) }",
    ],
  ])('is the same one when it is taken out of the page, and %s of the player comes', async (_, userId, script) => {
    const page = await lost(userId)
    await page.keyboard.press('Escape')
    await page.unroute('**/progress')
    await page.evaluate(script)
    await sees(page, 'You can withdraw now')
    await press(page, 'Withdraw')
    await sees(page, 'Your last request got no answer')
    await press(page, 'Withdraw €40.00')
    await sees(page, 'Your payout of €60.00 is on its way.')
    expect(await paidTo(userId)).toEqual([50])
  })

  test('is the same one after a try that was turned away at the door', async () => {
    const page = await lost('turned-away')
    const headers = {
      'access-control-allow-origin': world.host.origin,
      'retry-after': '60',
      'access-control-expose-headers': 'retry-after',
    }
    await page.route('**/withdraw', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, headers, json: { error: 'rate_limited', message: 'Too many requests' } })
        : route.fallback(),
    )
    await press(page, 'Withdraw €60.00')
    await sees(page, 'That was a bit fast.')
    await page.unroute('**/withdraw')
    await press(page, 'Withdraw €60.00')
    await sees(page, 'Your payout of €60.00 is on its way.')
    expect(await paidTo('turned-away')).toEqual([50])
  })

  test('is over once the history tells of it: the next one is another one', async () => {
    const page = await lost('informed', 'the answer', 1_000)
    for (const cut of ['**/progress', '**/v1/events*', '**/history*']) await page.unroute(cut)
    await sees(page, 'Live')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'History' }).click()
    await sees(page, 'Payouts of this account (1)')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await press(page, 'Withdraw')
    expect(await page.getByText('Your last request got no answer').count()).toBe(0)
    await press(page, 'Withdraw €40.00')
    await sees(page, 'Your payout of €40.00 is on its way.')
    expect(await paidTo('informed')).toEqual([50, 50])
  })
})
