import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { userToken } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'
import { heldAt, sees, update, useWidget } from '../helpers/widget-page.ts'

// A widget that is taken out of a page and put back later, with the token in its attribute that it began with.

const world = useWidget()
const serviceNow = (): Date => new Date(world.service.app.clock.now())
const COUNTING = `
  window.asked = 0
  document.addEventListener('token-expired', () => { window.asked += 1 })
`
const askedFor = (page: Page): Promise<number> => page.evaluate('window.asked')

async function pass(page: Page, minutes: number): Promise<void> {
  world.service.app.clock.forward(minutes * 60_000)
  await page.clock.fastForward(minutes * 60_000)
}

async function look(userId: string, expected = /never/): Promise<Page> {
  await buy(world.tenant, userId)
  const page = await world.look(userId, { visit: { expected }, before: COUNTING, clock: serviceNow() })
  await sees(page, 'Live')
  // What is still under way would be given up by a leap of the clock, and be asked for once more.
  await page.getByRole('tab', { name: 'History' }).click()
  await sees(page, 'Running')
  await page.getByRole('tab', { name: 'Overview' }).click()
  return page
}

const takeOut = (page: Page): Promise<void> =>
  page.evaluate("window.taken = document.querySelector('challenge-widget'); window.taken.remove()")
/** As pages that are drawn anew do: another element with the same attributes. */
const putBack = (page: Page): Promise<void> =>
  page.evaluate("document.querySelector('main').append(window.taken.cloneNode())")

/** What of the player's own is asked for, in order. */
function asking(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'OPTIONS' && /\/(users|sse|events)/.test(pathname)) {
      asked.push(pathname.slice(pathname.lastIndexOf('/') + 1))
    }
  })
  return asked
}

test('a token that is nearly over is exchanged before anything is asked with it', async () => {
  const page = await look('short-break')
  await takeOut(page)
  await pass(page, 58)
  const asked = asking(page)
  const held = await heldAt(page, '**/v1/sse/token')
  await putBack(page)
  await expect.poll(() => held.length).toBe(1)
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(asked).toEqual(['token'])
  await held[0]?.continue()
  await sees(page, 'Live')
  expect(await askedFor(page)).toBe(0)
})

test('a token that was renewed meanwhile is not forgotten with the element', async () => {
  const page = await look('long-visit')
  const opened: string[] = []
  page.on('request', (request) => opened.push(request.url()))
  for (let i = 0; i < 2; i += 1) {
    const renewed = page.waitForResponse(/\/v1\/sse\/token/)
    await pass(page, 56)
    const { token } = await (await renewed).json()
    // It knows when to renew this one before it opens the stream with it: a leap before that would pass over it.
    const stream = `/v1/events?token=${encodeURIComponent(token)}`
    await expect.poll(() => opened.some((url) => url.includes(stream))).toBe(true)
  }
  await takeOut(page)
  await putBack(page)
  await sees(page, 'Live')
  await sees(page, '€50.00 to the target')
  expect(await askedFor(page)).toBe(0)
})

test('a token that is over is asked for, and nothing is tried with it', async () => {
  const page = await look('long-break', /401/)
  await takeOut(page)
  await pass(page, 70)
  const asked = asking(page)
  await putBack(page)
  await sees(page, 'Your session has ended. Log in again to go on.')
  expect(await askedFor(page)).toBe(1)
  await page.clock.runFor(20_000)
  expect(asked).toEqual(['token'])
  await update(page, { userToken: (await userToken(world.tenant, 'long-break'))['x-user-token'] })
  await sees(page, '€50.00 to the target')
  await sees(page, 'Live')
})

test('a page that draws the element anew is asked for a token no sooner than without that', async () => {
  const page = await look('drawn-anew', /401/)
  await takeOut(page)
  await pass(page, 70)
  await putBack(page)
  await sees(page, 'Your session has ended. Log in again to go on.')
  for (let i = 0; i < 2; i += 1) {
    await page.evaluate("document.querySelector('challenge-widget').remove()")
    const refused = page.waitForResponse(/\/v1\/sse\/token/)
    await putBack(page)
    await refused
    await sees(page, 'Your session has ended. Log in again to go on.')
    await page.clock.runFor(10_000)
  }
  expect(await askedFor(page)).toBe(1)
  await page.clock.runFor(12_000)
  expect(await askedFor(page)).toBe(2)
})

test('a token that ends while the page is open is not tried again and again: guessing at tokens locks an address out', async () => {
  const page = await look('sleeper', /401|ERR_|Failed/)
  // Both were due before it ended. Left without an answer they would be asked again while the clock goes on.
  const refused = [/\/progress$/, /\/v1\/sse\/token/].map((address) => page.waitForResponse(address))
  await pass(page, 61)
  await Promise.all(refused)
  await sees(page, 'Your session has ended. Log in again to go on.')
  const asked = asking(page)
  await world.service.cut()
  for (let i = 0; i < 10; i += 1) {
    await page.clock.runFor(6_000)
    await world.tenant.api.get('/v1/leaderboard')
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  expect(asked.filter((name) => name !== 'events')).toEqual([])
  await update(page, { userToken: (await userToken(world.tenant, 'sleeper'))['x-user-token'] })
  await sees(page, 'Live')
})
