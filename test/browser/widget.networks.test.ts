import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { place, win } from '../helpers/bets.ts'
import { accountWith } from '../helpers/payouts.ts'
import { userToken } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'
import { asking, cutOff, heldAt, hide, sees, useWidget } from '../helpers/widget-page.ts'

// Networks that bring one thing and not the other, services that ask for patience, devices that sleep.

const world = useWidget()
const serviceNow = (): Date => new Date(world.service.app.clock.now())
const expected = /4\d\d|5\d\d|ERR_|Failed/
const failing = (status: number, error: string, headers: object = {}) => ({
  status,
  headers: {
    'access-control-allow-origin': world.host.origin,
    'access-control-expose-headers': 'retry-after',
    ...headers,
  },
  json: { error, message: error },
})

/** Lets time go by in the page in small steps, with time enough after each for an answer to come. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 6) {
    await page.clock.runFor(6_000)
    await world.tenant.api.get('/v1/leaderboard')
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
}

describe('what does not come', () => {
  test.each([
    ['what is on sale', 'shopless', '**/v1/challenge-tiers'],
    ['the look', 'lookless', '**/v1/widget/config'],
  ])('%s: it is tried again, whatever else is there already', async (_, userId, cut) => {
    await buy(world.tenant, userId)
    const page = await world.look(userId, { visit: { expected }, cut, clock: serviceNow() })
    await sees(page, 'Try again')
    await page.unroute(cut)
    await page.clock.runFor(16_000)
    await sees(page, '€50.00 to the target')
    await sees(page, 'Live')
  })

  test('what is over: the rest goes on without it, and it comes later', async () => {
    await buy(world.tenant, 'pastless')
    const page = await world.look('pastless', { visit: { expected }, cut: '**/history*', clock: serviceNow() })
    await sees(page, 'Live')
    await page.getByRole('tab', { name: 'History' }).click()
    expect(await page.getByText('Nothing here yet.').count()).toBe(0)
    await page.unroute('**/history*')
    // It may just have been given up, or be about to be.
    const later = async () => {
      await page.clock.runFor(16_000)
      return page.getByText('Running').count()
    }
    await expect.poll(later, { interval: 1_000 }).toBe(1)
  })

  test('the ranking, when it is looked at once more: the last one stays', async () => {
    await buy(world.tenant, 'ranked')
    const page = await world.look('ranked', { visit: { expected } })
    await sees(page, 'Live')
    const ranking = page.getByRole('tab', { name: 'Ranking' })
    await page.route('**/v1/leaderboard', (route) => route.fulfill(failing(404, 'not_found')))
    const refused = page.waitForResponse((response) => response.status() === 404)
    await ranking.click()
    await refused
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(await ranking.getAttribute('aria-selected')).toBe('true')
  })
})

describe('a service that is away', () => {
  test('is asked again when it wants to be, not every few seconds', async () => {
    await buy(world.tenant, 'patient')
    const page = await world.look('patient', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    await page.route('**/patient/progress', (route) =>
      route.fulfill(failing(503, 'service_unavailable', { 'retry-after': '60' })),
    )
    await cutOff(page, world.service, '**/v1/events*', 'No connection. What you see may be old.')
    const asked = asking(page)
    await pass(page, 50)
    expect(asked()).toBeLessThanOrEqual(1)
    await page.unroute('**/patient/progress')
    await page.clock.runFor(60_000)
    await sees(page, 'Updated every few seconds')
  })

  test('is not asked by a page that nobody looks at', async () => {
    await buy(world.tenant, 'unseen')
    const page = await world.look('unseen', { visit: { expected }, clock: serviceNow() })
    await sees(page, 'Live')
    await cutOff(page, world.service, '**/v1/events*', 'Updated every few seconds')
    const asked = asking(page)
    await hide(page, true)
    const before = asked()
    await pass(page, 60)
    expect(asked() - before).toBeLessThanOrEqual(1)
    await place(world.tenant, 'unseen', 'unseen-1')
    await hide(page, false)
    await sees(page, '€25.00 staked')
  })

  test('while it is maintained, says so to who would act, and acts when it is over', async () => {
    const page = await world.look('visitor', { visit: { expected } })
    await sees(page, 'Live')
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await page.route('**/v1/challenges/purchase', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill(failing(503, 'maintenance_mode', { 'retry-after': '60' })),
    )
    await page.getByRole('button', { name: 'Buy for €20.00' }).click()
    await sees(page, 'We are working on the service. You can look, but not act, for now.')
    await page.unroute('**/v1/challenges/purchase')
    await page.getByRole('button', { name: 'Buy for €20.00' }).click()
    await sees(page, 'Your challenge has begun. Good luck!')
  })
})

/** Streams that are opened before `window.muted` is said have nothing to tell any more. */
const MUTABLE = `
  const Heard = window.EventSource
  window.EventSource = class extends Heard {
    addEventListener(type, hear) {
      super.addEventListener(type, (event) => this.isMuted || hear(event))
    }
    constructor(url) {
      super(url)
      document.addEventListener('mute', () => { this.isMuted = true })
    }
  }
`
const mute = (page: Page) => page.evaluate("document.dispatchEvent(new Event('mute'))")

test('a stream that died while the device slept is opened again when somebody looks', async () => {
  await buy(world.tenant, 'sleeper')
  const page = await world.look('sleeper', { before: MUTABLE })
  await sees(page, 'Live')
  await mute(page)
  await hide(page, true)
  await place(world.tenant, 'sleeper', 'sleeper-1')
  const opened = page.waitForRequest(/\/v1\/events/)
  await hide(page, false)
  await opened
  await sees(page, '€25.00 staked')
  await win(world.tenant, 'sleeper', 'sleeper-1')
  await sees(page, '€25.00 to the target')
})

test('a second widget of the page, of another player, comes and goes without the first one hearing of it', async () => {
  await buy(world.tenant, 'left')
  await buy(world.tenant, 'right')
  const before =
    'window.told = []; document.addEventListener("challenge-changed", ({ target }) => window.told.push(target.id))'
  const page = await world.look('left', { before })
  await sees(page, 'Live')
  const other = { userId: 'right', userToken: (await userToken(world.tenant, 'right'))['x-user-token'] }
  await page.evaluate(`{
    const other = document.querySelector('challenge-widget').cloneNode()
    other.id = 'other'
    other.update(${JSON.stringify(other)})
    document.querySelector('main').append(other)
  }`)
  await page.locator('#other').getByText('Live').waitFor()
  await place(world.tenant, 'right', 'right-1')
  await page.locator('#other').getByText('€25.00 staked').waitFor()
  expect(await page.getByText('€25.00 staked').count()).toBe(1)
  expect(await page.evaluate('window.told')).toEqual(['other'])
  await page.evaluate("document.querySelector('#other').remove()")
  await place(world.tenant, 'left', 'left-1')
  await sees(page, '€25.00 staked')
  expect(await page.evaluate('window.told')).toEqual(['other', ''])
})

test('a dialog stays one, with the focus in it, when the connection is lost and comes back', async () => {
  await accountWith(world.tenant, 'tunnel', 100)
  const page = await world.look('tunnel', { visit: { expected } })
  await sees(page, 'Live')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('textbox').focus()
  await page.route('**/progress', (route) => route.abort())
  await cutOff(page, world.service, '**/v1/events*', 'No connection. What you see may be old.')
  for (const cut of ['**/progress', '**/v1/events*']) await page.unroute(cut)
  await page.getByText('No connection.').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('50')
  await sees(page, 'Withdraw €60.00')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a stream that nobody hears of any more is opened again in a page that is looked at, too', async () => {
  await buy(world.tenant, 'gazer')
  const page = await world.look('gazer', { before: MUTABLE, clock: serviceNow() })
  await sees(page, 'Live')
  await mute(page)
  await place(world.tenant, 'gazer', 'gazer-1')
  const opened = page.waitForRequest(/\/v1\/events/)
  await page.clock.fastForward(10 * 60_000 + 1_000)
  await opened
  await sees(page, '€25.00 staked')
  await win(world.tenant, 'gazer', 'gazer-1')
  await sees(page, '€25.00 to the target')
})

test('a stream that neither opens nor fails is replaced by asking', async () => {
  await buy(world.tenant, 'buffered')
  const page = await world.look('buffered', { visit: { expected }, cut: '**/v1/**', clock: serviceNow() })
  await sees(page, 'Try again')
  await page.unroute('**/v1/**')
  const held = await heldAt(page, '**/v1/events*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.clock.runFor(11_000)
  await sees(page, 'Updated every few seconds')
  await place(world.tenant, 'buffered', 'buffered-1')
  await page.clock.runFor(6_000)
  await sees(page, '€25.00 staked')
})
