import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { place } from '../helpers/bets.ts'
import { accountWith, payoutsOf } from '../helpers/payouts.ts'
import { userToken } from '../helpers/people.ts'
import { buy, giveUpChallenges } from '../helpers/service.ts'
import { allowHost, heldAt, sees, update, useWidget } from '../helpers/widget-page.ts'

// Answers that come in another order than their questions, after what they were asked for has gone, or not at all.

const world = useWidget()
const minutesOn = (minutes: number): void => world.service.app.clock.forward(minutes * 60_000)
const serviceNow = (): Date => new Date(world.service.app.clock.now())
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const tokenOf = async (userId: string): Promise<string> => (await userToken(world.tenant, userId))['x-user-token']
const expected = /4\d\d|ERR_|Failed/

const COUNTING = `
  window.asked = 0
  document.addEventListener('token-expired', () => { window.asked += 1 })
`
const askedFor = (page: Page): Promise<number> => page.evaluate('window.asked')

describe('an answer that was under way', () => {
  test('says nothing of what the stream has told meanwhile', async () => {
    const page = await world.look('overtaken')
    await sees(page, 'Live')
    await press(page, 'See the rules of Starter')
    await sees(page, 'You pay €20.00.')
    const held = await heldAt(page, '**/overtaken/progress')
    await press(page, 'Buy for €20.00')
    await expect.poll(() => held.length).toBe(1)
    const response = await held[0]?.fetch()
    await place(world.tenant, 'overtaken', 'overtaken-1')
    await sees(page, '€25.00 staked')
    await held[0]?.fulfill({ ...(response && { response }) })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await sees(page, '€25.00 staked')
  })

  test('of a player who looks no more does not ask the page for another token', async () => {
    await buy(world.tenant, 'gone')
    await buy(world.tenant, 'there')
    const page = await world.look('gone', { visit: { expected }, before: COUNTING, clock: serviceNow() })
    await sees(page, 'Live')
    const held = await heldAt(page, '**/gone/progress')
    minutesOn(50)
    await page.clock.fastForward(50 * 60_000)
    // After so long in silence a stream that is opened anew may ask, too.
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await update(page, { userId: 'there', userToken: await tokenOf('there') })
    await sees(page, 'Live')
    minutesOn(15)
    const refused = page.waitForResponse((response) => response.status() === 401)
    for (const each of held) await each.continue()
    await refused
    await page.clock.runFor(65_000)
    expect(await askedFor(page)).toBe(0)
  })

  test('under a token of somebody else does not bring that token back', async () => {
    await buy(world.tenant, 'comer')
    const page = await world.look('goer', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    const held = await heldAt(page, '**/comer/progress')
    await update(page, { userId: 'comer' })
    await expect.poll(() => held.length).toBe(1)
    const token = await tokenOf('comer')
    await update(page, { userToken: token })
    await expect.poll(() => held.length).toBe(2)
    const refused = page.waitForResponse((response) => response.status() === 403)
    await held[0]?.continue()
    await refused
    await held[1]?.continue()
    await page.unroute('**/comer/progress')
    await sees(page, 'Live')
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/users/')) sent.push(request.headers()['x-user-token'])
    })
    await page.clock.fastForward(20_000)
    await page.clock.fastForward(11 * 60_000)
    await expect.poll(() => sent.filter((one) => one !== undefined).length).toBeGreaterThan(0)
    expect(new Set(sent.filter((one) => one !== undefined))).toEqual(new Set([token]))
  })

  test('of rules that were closed is not the answer to what is being bought', async () => {
    const page = await world.look('hasty', { visit: { expected } })
    const rules = await heldAt(page, '**/terms')
    const purchases = await heldAt(page, '**/v1/challenges/purchase')
    await press(page, 'See the rules of Starter')
    await expect.poll(() => rules.length).toBe(1)
    await page.keyboard.press('Escape')
    await press(page, 'See the rules of Starter')
    await expect.poll(() => rules.length).toBe(2)
    await rules[1]?.continue()
    await press(page, 'Buy for €20.00')
    await expect.poll(() => purchases.length).toBe(1)
    const refused = page.waitForResponse((response) => response.status() === 404)
    await rules[0]?.fulfill({ status: 404, headers: cors(), json: { error: 'not_found', message: '' } })
    await refused
    await page.evaluate('new Promise(requestAnimationFrame)')
    await sees(page, 'The operator is being asked.')
    await purchases[0]?.continue()
    await sees(page, 'Your challenge has begun. Good luck!')
  })
})

const cors = (more: object = {}) => ({ 'access-control-allow-origin': world.host.origin, ...more })

describe('a page that is asked for a token', () => {
  test('and has one at hand is asked once', async () => {
    await buy(world.tenant, 'prepared')
    const page = await world.look('prepared', { visit: { expected }, before: COUNTING, clock: serviceNow() })
    await sees(page, 'Live')
    minutesOn(61)
    await page.evaluate(`{
      const widget = document.querySelector('challenge-widget')
      widget.onTokenExpired = () => widget.update({ userToken: ${JSON.stringify(await tokenOf('prepared'))} })
    }`)
    await page.clock.fastForward(61 * 60_000)
    await expect.poll(() => askedFor(page)).toBe(1)
    await sees(page, 'Live')
    await page.clock.runFor(100_000)
    expect(await askedFor(page)).toBe(1)
    expect(await page.getByText('Your session has ended.').count()).toBe(0)
  })

  test('and stumbles is asked again', async () => {
    await buy(world.tenant, 'clumsy')
    const page = await world.look('clumsy', {
      visit: { expected: /4\d\d|stumbled/ },
      before: COUNTING,
      clock: serviceNow(),
    })
    await sees(page, 'Live')
    await page.evaluate("document.querySelector('challenge-widget').onTokenExpired = () => { throw Error('stumbled') }")
    minutesOn(61)
    await page.clock.fastForward(61 * 60_000)
    await expect.poll(() => askedFor(page)).toBe(1)
    await page.clock.runFor(31_000)
    await expect.poll(() => askedFor(page)).toBe(2)
    await sees(page, 'Your session has ended.')
  })

  test('and brings it while nobody answers is not asked for another one', async () => {
    await buy(world.tenant, 'restored')
    const old = await tokenOf('restored')
    minutesOn(61)
    const page = await world.look('restored', {
      attributes: { 'data-user-token': old },
      visit: { expected },
      before: COUNTING,
      clock: serviceNow(),
    })
    await expect.poll(() => askedFor(page)).toBe(1)
    // What is on sale comes with the key alone. Once it is there, nothing of the first try is under way any more.
    await sees(page, 'Choose your challenge')
    await page.route('**/restored/progress', (route) => route.abort())
    await update(page, { userToken: await tokenOf('restored') })
    await sees(page, 'The service cannot be reached from this page right now.')
    await page.unroute('**/restored/progress')
    await page.clock.fastForward(40_000)
    await sees(page, 'Live')
    expect(await askedFor(page)).toBe(1)
  })
})

describe('an action', () => {
  test('that is under way stays as it was sent, whatever is typed', async () => {
    await accountWith(world.tenant, 'typist', 100)
    const page = await world.look('typist')
    const held = await heldAt(page, '**/withdraw')
    await press(page, 'Withdraw')
    await page.getByRole('textbox').fill('50')
    await press(page, 'Withdraw €60.00')
    await sees(page, 'The operator is being asked.')
    await page.getByRole('textbox').focus()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await sees(page, 'The operator is being asked.')
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await sees(page, 'Your payout is being checked')
    expect(await payoutsOf(world.tenant, 'typist')).toHaveLength(1)
  })

  test('that was lost and then not looked at keeps its key: pressing again does it once', async () => {
    await accountWith(world.tenant, 'unlucky', 100)
    const page = await world.look('unlucky', { visit: { expected } })
    const keys: (string | undefined)[] = []
    await page.route('**/withdraw', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return route.fallback()
      keys.push(request.headers()['x-idempotency-key'])
      if (keys.length > 2) return route.continue()
      if (keys.length === 2) {
        const json = { error: 'rate_limited', message: 'Too many requests' }
        return route.fulfill({
          status: 429,
          headers: cors({ 'retry-after': '60', 'access-control-expose-headers': 'retry-after' }),
          json,
        })
      }
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Withdraw')
    await page.getByRole('textbox').fill('50')
    await press(page, 'Withdraw €60.00')
    await sees(page, 'That was a bit fast.')
    await press(page, 'Withdraw €60.00')
    // The stream may tell of the payout before the third question has left.
    await expect.poll(() => keys.length).toBe(3)
    await sees(page, 'Your payout is being checked')
    expect(new Set(keys).size).toBe(1)
    expect(await payoutsOf(world.tenant, 'unlucky')).toHaveLength(1)
  })

  test('that is done is said to be done, also where nothing more can be read', async () => {
    const page = await world.look('buyer', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    await press(page, 'See the rules of Starter')
    await sees(page, 'You pay €20.00.')
    const held = await heldAt(page, '**/v1/users/buyer/**')
    await press(page, 'Buy for €20.00')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.clock.runFor(6_000)
    await sees(page, 'Your challenge has begun. Good luck!')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a long history stays as long as it was made, and more of it is what comes after what is there', async () => {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await giveUpChallenges(tenant, 'veteran', 22)
  await buy(tenant, 'veteran')
  const page = await world.look('veteran', { tenant })
  await sees(page, 'Live')
  await page.getByRole('tab', { name: 'History' }).click()
  const cards = page.locator('challenge-widget .history li.card')
  await expect.poll(() => cards.count()).toBe(20)
  const held = await heldAt(page, /history\?.*cursor/)
  await press(page, 'Show older ones')
  await expect.poll(() => held.length).toBe(1)
  const again = page.waitForResponse(/history\?limit/)
  await place(tenant, 'veteran', 'veteran-1')
  await (await again).finished()
  let askedAgain = 0
  await page.route(/history\?.*cursor/, async (route) => {
    askedAgain += 1
    await route.continue()
  })
  await held[0]?.continue()
  // More often where the stream told of the bet in two parts, and the history was read anew for each.
  await expect.poll(() => askedAgain).toBeGreaterThan(0)
  await expect.poll(() => cards.count()).toBe(23)
  const once = page.waitForResponse(/history\?limit/)
  await place(tenant, 'veteran', 'veteran-2')
  await (await once).finished()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await sees(page, '€50.00 staked')
  await page.getByRole('tab', { name: 'History' }).click()
  expect(await cards.count()).toBe(23)
})
