import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { place, win } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith } from '../helpers/payouts.ts'
import { userToken } from '../helpers/people.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { allowHost, cutOff, hide, sees, useWidget } from '../helpers/widget-page.ts'

// The token of a player and the stream: what the widget does while both come and go. The clock of the page begins where
// that of the service stands, so that a token of an hour has an hour in the page, too.

const world = useWidget()
const minutesOn = (minutes: number): void => world.service.app.clock.forward(minutes * 60_000)
const serviceNow = (): Date => new Date(world.service.app.clock.now())

/** The page counts how often it is asked for a token, and answers with what `window.next` holds. */
const COUNTING = `
  window.asked = 0
  document.addEventListener('token-expired', () => { window.asked += 1 })
`
const askedFor = (page: Page): Promise<number> => page.evaluate('window.asked')
const tokenOf = async (userId: string): Promise<string> => (await userToken(world.tenant, userId))['x-user-token']
const callback = (page: Page): Promise<unknown> =>
  page.evaluate(`
    window.calledBack = 0
    document.querySelector('challenge-widget').onTokenExpired = () => { window.calledBack += 1 }
  `)

async function lookWithClock(userId: string, expected = /401|403/): Promise<Page> {
  await buy(world.tenant, userId)
  const page = await world.look(userId, { visit: { expected }, before: COUNTING, clock: serviceNow() })
  await sees(page, 'Live')
  await callback(page)
  return page
}

describe('the token', () => {
  test('is renewed shortly before it ends, and the stream goes on with the new one', async () => {
    const page = await lookWithClock('renewing')
    const renewed = page.waitForResponse(/\/v1\/sse\/token/)
    const reopened = page.waitForRequest(/\/v1\/events/)
    minutesOn(56)
    await page.clock.fastForward(56 * 60_000)
    const { token } = await (await renewed).json()
    expect((await reopened).url()).toContain(encodeURIComponent(token))
    minutesOn(10)
    await place(world.tenant, 'renewing', 'renewing-1')
    await sees(page, '€25.00 staked')
    expect(await askedFor(page)).toBe(0)
  })

  test('that cannot be renewed is asked of the page, at most once in 30 seconds; a new one goes on', async () => {
    const page = await lookWithClock('expiring')
    minutesOn(61)
    await page.clock.fastForward(61 * 60_000)
    await expect.poll(() => askedFor(page)).toBe(1)
    // The clock of the page runs on by itself, too.
    await page.clock.runFor(20_000)
    expect(await askedFor(page)).toBe(1)
    await page.clock.runFor(12_000)
    await expect.poll(() => askedFor(page)).toBe(2)
    expect(await page.evaluate('window.calledBack')).toBe(2)
    await sees(page, 'Your session has ended.')
    await expectAccessible(page)
    const asked = await askedFor(page)

    const token = await tokenOf('expiring')
    await page.evaluate(`document.querySelector('challenge-widget').update({ userToken: ${JSON.stringify(token)} })`)
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
    await sees(page, 'Live')
    await place(world.tenant, 'expiring', 'expiring-1')
    await sees(page, '€25.00 staked')
    await page.clock.runFor(60_000)
    expect(await askedFor(page)).toBe(asked)
  })

  test('of a chain of 24 hours is asked of the page while the last one still works', async () => {
    const page = await lookWithClock('all-day')
    const opened: string[] = []
    page.on('request', (request) => opened.push(request.url()))
    let renewals = 0
    for (; renewals < 30; renewals += 1) {
      const renewal = page.waitForResponse(/\/v1\/sse\/token/)
      minutesOn(55)
      await page.clock.fastForward(55 * 60_000)
      const answer = await renewal
      if (answer.status() === 403) break
      const { token } = await answer.json()
      // It knows when to renew this one before it opens the stream with it: a leap before that would pass over it.
      const stream = `/v1/events?token=${encodeURIComponent(token)}`
      await expect.poll(() => opened.some((url) => url.includes(stream))).toBe(true)
    }
    expect(renewals).toBe(26)
    await expect.poll(() => askedFor(page)).toBe(1)
    expect(await page.getByText('Your session has ended.').count()).toBe(0)
  })

  test('that was replaced while a question was under way: its refusal is not held against the new one', async () => {
    const page = await lookWithClock('overtaken')
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const replaced = page.waitForRequest(/\/overtaken\/progress/)
    await page.route('**/overtaken/progress', async (route) => {
      if (route.request() === (await replaced)) await isReleased
      await route.continue()
    })
    minutesOn(50)
    await page.clock.fastForward(50 * 60_000)
    await replaced
    const token = await tokenOf('overtaken')
    const reopened = page.waitForRequest((request) => request.url().includes(`token=${encodeURIComponent(token)}`))
    await page.evaluate(`document.querySelector('challenge-widget').update({ userToken: ${JSON.stringify(token)} })`)
    await reopened

    minutesOn(15)
    const refused = page.waitForResponse((response) => response.status() === 401)
    release()
    expect((await refused).request()).toBe(await replaced)
    await place(world.tenant, 'overtaken', 'overtaken-1')
    await sees(page, '€25.00 staked')
    expect(await askedFor(page)).toBe(0)
    expect(await page.getByText('Your session has ended.').count()).toBe(0)
  })

  test('is not needed on a staging tenant', async () => {
    const page = await world.look('newcomer', { attributes: { 'data-user-id': 'newcomer' }, withToken: false })
    await sees(page, 'Choose your challenge')
    await sees(page, 'Live')
  })

  test('of somebody else shows nothing of either', async () => {
    await buy(world.tenant, 'victim')
    const token = await tokenOf('thief')
    const attributes = { 'data-user-id': 'victim', 'data-user-token': token }
    const page = await world.look('thief', { attributes, visit: { expected: /403/ }, before: COUNTING })
    await sees(page, 'You may not do this.')
    await expectAccessible(page)
    expect(await page.locator('challenge-widget').getByText('€').count()).toBe(0)
  })
})

describe('whoever looks', () => {
  test('may change: nothing of the one before stays in sight, not even what was under way', async () => {
    await buy(world.tenant, 'before')
    await buyAndPass(world.tenant, 'after')
    const page = await world.look('before', { visit: { expected: /ERR_|Failed to load/ } })
    await sees(page, '€50.00 to the target')
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/challenge/cancel', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Give up the challenge' }).click()
    await page.getByRole('button', { name: 'Give up for good' }).click()
    await sees(page, 'One moment…')
    const change = JSON.stringify({ userId: 'after', userToken: await tokenOf('after') })
    await page.evaluate(`document.querySelector('challenge-widget').update(${change})`)
    await sees(page, 'You passed!')
    const answered = page.waitForResponse(/challenge\/cancel/)
    answer()
    await answered
    await sees(page, 'Live')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const text = await page.evaluate("document.querySelector('challenge-widget').shadowRoot.textContent")
    expect(text).not.toMatch(/gave up|to the target/)
    await expectAccessible(page)
  })

  test('a widget that is taken out of the page asks for nothing more, and starts anew when it is put back', async () => {
    await buy(world.tenant, 'coming-and-going')
    const page = await world.look('coming-and-going')
    await sees(page, 'Live')
    await page.evaluate("window.kept = document.querySelector('challenge-widget'); window.kept.remove()")
    // What it had asked for until then was told before.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await place(world.tenant, 'coming-and-going', 'coming-and-going-1')
    await world.tenant.api.get('/v1/users/coming-and-going/progress')
    expect(asked).toEqual([])
    await page.evaluate("document.querySelector('main').append(window.kept)")
    await sees(page, '€25.00 staked')
    await sees(page, 'Live')
  })
})

describe('the page around', () => {
  test('is told when the player stands elsewhere than before, and of nothing else', async () => {
    const { tenant } = world
    const before = "window.changes = 0; document.addEventListener('challenge-changed', () => { window.changes += 1 })"
    const page = await world.look('watched', { before })
    await sees(page, 'Live')
    const changes = () => page.evaluate('window.changes')
    expect(await changes()).toBe(0)
    await buy(tenant, 'watched')
    await sees(page, '€50.00 to the target')
    expect(await changes()).toBe(1)
    await place(tenant, 'watched', 'watched-1')
    await sees(page, '€25.00 staked')
    expect(await changes()).toBe(2)
  })

  test.each([
    ['has a challenge', buy],
    ['has passed', buyAndPass],
    ['has an account', (tenant: TestTenant, userId: string) => accountWith(tenant, userId, 100)],
  ])('hears nothing where nothing has changed, whoever tells of it: the player %s', async (kind, given) => {
    const userId = kind.replaceAll(' ', '-')
    // With a shop of its own: some come with a tier.
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    await given(tenant, userId)
    const before = "window.changes = 0; document.addEventListener('challenge-changed', () => { window.changes += 1 })"
    const page = await world.look(userId, { tenant, before })
    await sees(page, 'Live')
    const answered = page.waitForResponse(/\/progress$/)
    await hide(page, false)
    await (await answered).finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(await page.evaluate('window.changes')).toBe(0)
  })

  test('finds the public key, the token of its player, and no other key in all that is asked', async () => {
    const { tenant } = world
    await buy(tenant, 'modest')
    const asked: { url: string; key: string | undefined; token: string | undefined }[] = []
    const page = await world.look('modest', { before: '' })
    page.on('request', async (request) => {
      if (!request.url().includes('/v1/') || request.method() === 'OPTIONS') return
      const { 'x-api-key': key, 'x-user-token': token } = request.headers()
      asked.push({ url: request.url(), key, token })
    })
    await page.reload()
    await sees(page, 'Live')
    await page.getByRole('tab', { name: 'Ranking' }).click()
    expect(asked.length).toBeGreaterThan(4)
    for (const { url, key, token } of asked) {
      const isStream = url.includes('/v1/events')
      expect(key).toBe(isStream ? undefined : tenant.publicKey)
      expect(/\/v1\/(users|sse)\//.test(url)).toBe(token !== undefined)
      expect(url.replace(/.*\/v1\/users\//, '')).toMatch(isStream ? /userId=modest/ : /^(modest\/|http)/)
    }
    const kept = 'JSON.stringify([localStorage.length, sessionStorage.length, document.cookie])'
    expect(await page.evaluate(kept)).toBe('[0,0,""]')
  })
})

describe('the stream', () => {
  test('that is lost is replaced by asking, until it is back', async () => {
    const { tenant } = world
    await buy(tenant, 'cut-off')
    const page = await world.look('cut-off', { visit: { expected: /ERR_FAILED|Failed to load/ } })
    await sees(page, 'Live')
    await cutOff(page, world.service, '**/v1/events*', 'Updated every few seconds')
    await place(tenant, 'cut-off', 'cut-off-1')
    await sees(page, '€25.00 staked')
    await expectAccessible(page)
    await page.unroute('**/v1/events*')
    await sees(page, 'Live')
    await win(tenant, 'cut-off', 'cut-off-1')
    await sees(page, '€25.00 to the target')
    await page.getByRole('tab', { name: 'Bets' }).click()
    // What happened while the stream was away is told when it is back.
    await sees(page, '€25.00 at 2.00')
  })

  test('a service that is gone is said to be gone', async () => {
    await buy(world.tenant, 'alone')
    const page = await world.look('alone', { visit: { expected: /ERR_|Failed to load/ } })
    await sees(page, 'Live')
    await cutOff(page, world.service, '**/v1/**', 'No connection. What you see may be old.')
    await expectAccessible(page)
    await page.unroute('**/v1/**')
    await sees(page, 'Live')
    await page.getByText('No connection.').waitFor({ state: 'detached' })
  })
})

describe('without what it needs', () => {
  test('nobody who is logged in: what is on sale, and nothing to buy', async () => {
    const page = await world.look('nobody', { withToken: false })
    await sees(page, 'Log in to buy a challenge.')
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await sees(page, 'You pay €20.00.')
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  test('a page without a key hears of it', async () => {
    const page = await world.look('keyless', { attributes: { 'data-public-key': '' } })
    await sees(page, 'The public key is missing or not valid.')
    await expectAccessible(page)
  })

  test('a key that is none: the page hears of it, and asks no more before the address is locked out', async () => {
    const attributes = { 'data-public-key': 'pk_unknown' }
    const page = await world.look('keyless', { attributes, visit: { expected: /^401 / } })
    await sees(page, 'The public key is missing or not valid.')
    await expectAccessible(page)
    await page.reload()
    await sees(page, 'The public key is missing or not valid.')
    const asked = 'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/v1/")).length'
    expect(await page.evaluate(asked)).toBeLessThan(10)
  })

  test('a server key is not sent from a page', async () => {
    const page = await world.look('careless', { attributes: { 'data-public-key': world.tenant.serverKey } })
    await sees(page, 'The public key is missing or not valid.')
    expect(await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)')).toEqual([
      `${world.service.url}/widget.js`,
    ])
  })

  test('a page that the operator has not allowed: the browser says no more than that nobody answers', async () => {
    const other = await world.service.seed()
    const attributes = { 'data-public-key': other.publicKey }
    const page = await world.look('not-allowed', { attributes, visit: { expected: /CORS|ERR_FAILED/ } })
    const hints: string[] = []
    page.on('console', (message) => hints.push(message.text()))
    await page.reload()
    await sees(page, 'The service cannot be reached from this page right now.')
    await expectAccessible(page)
    // Its maker, who looks into the console, is told what to do.
    expect(hints.join()).toContain(`Is ${world.host.origin} in the setting widget.origins`)
  })

  test('a service at another address than the script', async () => {
    const attributes = { 'data-base-url': `${world.host.origin}/nowhere` }
    const page = await world.look('elsewhere', {
      attributes,
      visit: { expected: /Content Security Policy|ERR_|Failed/ },
    })
    await sees(page, 'The service cannot be reached from this page right now.')
    await page.evaluate(`document.querySelector('challenge-widget').dataset.baseUrl = '${world.service.url}/'`)
    await sees(page, 'Choose your challenge')
    await sees(page, 'Live')
  })

  test('a service that does not answer: it can be asked again', async () => {
    const page = await world.look('early', { visit: { expected: /ERR_|Failed to load/ }, cut: '**/v1/**' })
    await sees(page, 'The challenge cannot be shown')
    await expectAccessible(page)
    await page.unroute('**/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await sees(page, 'Choose your challenge')
  })
})
