import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { place } from '../helpers/bets.ts'
import { accountWith, confirm, payoutsOf } from '../helpers/payouts.ts'
import { buy, giveUpChallenges } from '../helpers/service.ts'
import { allowHost, heldAt, sees, useWidget } from '../helpers/widget-page.ts'

// Answers that come when something newer is there already, and questions that nobody asks any more.

const world = useWidget()
const serviceNow = (): Date => new Date(world.service.app.clock.now())
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const expected = /4\d\d|ERR_|Failed/

/** Lets time go by in the page in small steps, with time enough after each for a question to come. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 6) {
    await page.clock.runFor(6_000)
    await world.tenant.api.get('/v1/leaderboard')
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
}

test('what was told while an action was being read is not covered by what the action has to say', async () => {
  await accountWith(world.tenant, 'told', 100)
  const page = await world.look('told')
  await sees(page, 'Live')
  const held = await heldAt(page, '**/told/progress')
  await press(page, 'Withdraw')
  await press(page, 'Withdraw €100.00')
  await expect.poll(() => held.length).toBe(1)
  const [payout] = await payoutsOf(world.tenant, 'told')
  await confirm(world.tenant, payout?.id)
  await sees(page, 'Your payout is on its way.')
  await held[0]?.continue()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.locator('challenge-widget .notice-text').allTextContents()).toEqual(['Your payout is on its way.'])
})

test('a history that was made longer stays so, whatever was asked for before', async () => {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await giveUpChallenges(tenant, 'veteran', 21)
  await buy(tenant, 'veteran')
  const page = await world.look('veteran', { tenant })
  await sees(page, 'Live')
  await page.getByRole('tab', { name: 'History' }).click()
  const cards = page.locator('challenge-widget .history li.card')
  await expect.poll(() => cards.count()).toBe(20)
  const anew = await heldAt(page, /history\?limit/)
  await place(tenant, 'veteran', 'veteran-1')
  await expect.poll(() => anew.length).toBeGreaterThan(0)
  await press(page, 'Show older ones')
  await expect.poll(() => cards.count()).toBe(22)
  // What the stream tells of one bet may be reason to read twice.
  for (const each of anew) await each.continue()
  await expect.poll(() => anew.some((each) => each.request().url().includes('limit=22'))).toBe(true)
  expect(await cards.count()).toBe(22)
})

describe('nothing more is asked for', () => {
  test('with a token that has ended, not even what was wanted before', async () => {
    await buy(world.tenant, 'over')
    const page = await world.look('over', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/history')) asked += 1
    })
    const held = await heldAt(page, '**/history*')
    await place(world.tenant, 'over', 'over-1')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    world.service.app.clock.forward(61 * 60_000)
    await page.route('**/history*', (route) => route.continue())
    for (const each of held) await each.continue()
    await sees(page, 'Your session has ended. Log in again to go on.')
    const before = asked
    await pass(page, 60)
    expect(asked).toBe(before)
  })

  test('by a widget that was taken out of its page, though the answer was lost', async () => {
    await buy(world.tenant, 'leaving')
    const page = await world.look('leaving', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    const held = await heldAt(page, '**/history*')
    await place(world.tenant, 'leaving', 'leaving-1')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.evaluate("document.querySelector('challenge-widget').remove()")
    const asked = held.length
    for (const each of held) await each.abort()
    await pass(page, 12)
    expect(held).toHaveLength(asked)
  })
})
