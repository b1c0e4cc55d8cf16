import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, standsOut, useBrowser, type Visit } from '../helpers/browser.ts'
import { keepPicture } from '../helpers/keep-picture.ts'
import { ServiceProcess } from '../helpers/service-process.ts'
import { heldAt } from '../helpers/widget-page.ts'

// What a newcomer sees after `npm start`, from the first look to a passed challenge.

const PATIENCE_MS = 120_000

let dataDir: string
let service: ServiceProcess
const { open } = useBrowser()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
  service = await ServiceProcess.start({ dataDir, by: 'npm' })
}, PATIENCE_MS)
afterAll(async () => {
  service.interrupt()
  await service.exited
  await rm(dataDir, { recursive: true, force: true })
}, PATIENCE_MS)

async function visit(more: Visit = {}): Promise<Page> {
  const page = await open({ viewport: { width: 1440, height: 900 }, ...more })
  await page.goto(`${service.url}/demo`)
  await page.locator('.fixtures li').first().waitFor()
  return page
}

const act = (page: Page, name: string) => page.locator(`[data-act=${name}]`).click()
const guide = (page: Page) => page.locator('#guide')
const entry = (page: Page, title: string) => page.locator(`.entry[data-title="${title}"]`)

/** The matches with such odds. */
const matchesWith = (page: Page, odds: Locator) => page.locator('.fixtures li').filter({ has: odds })

/** Odds that a bet of 1.00 is taken at, whatever day it is: neither too low nor a lucky strike. */
const fair = (within: Page | Locator) => within.locator('button.odds', { hasText: /^(1\.[5-9]|[2-9]\.)/ })

/** A day that bets are taken on: other tests move the same clock. */
async function toOpenDay(page: Page, matches = 1, odds = page.locator('button.odds')): Promise<void> {
  const open = matchesWith(page, odds)
  while ((await open.count()) < matches) {
    await page.locator('[data-key=day-next-day]').click()
    await page.locator('body:not([data-busy])').waitFor()
  }
}

/** A slip with a bet that will be taken, of a player who may bet: on the first match with fair odds of so many. */
async function toSlip(page: Page, matches = 1): Promise<void> {
  await act(page, 'buy')
  await page.locator('[data-act=lucky]').waitFor()
  await toOpenDay(page, matches, fair(page))
  await fair(page).first().click()
  await page.fill('#stake', '1')
}

test('what npm start prints leads to it first', () => {
  expect(/(\S+\/demo)\b/.exec(service.said)?.[1]).toBe(`${service.url}/demo`)
  // All that somebody needs who connects a backend of their own, webhooks included.
  for (const key of [/server +key-\S{43}\n/, /public +pk_\S{43}\n/, /webhook secret [0-9a-f]{64}\n/]) {
    expect(service.said).toMatch(key)
  }
})

test(
  'a newcomer buys, bets, lets the matches be played and sees what the backend is told',
  async () => {
    const page = await visit()
    await expect.poll(() => guide(page).textContent()).toContain('Buy a challenge')
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await page.getByRole('button', { name: 'Buy for €20.00' }).click()
    await entry(page, 'challenge.activated').waitFor()
    expect(await entry(page, 'challenge.activated').textContent()).toContain('signature verified')
    await toOpenDay(page)
    await page.locator('button.odds').first().click()
    await page.fill('#stake', '10')
    await expect.poll(() => page.locator('#slip-says').textContent()).toContain('Within the rules')
    await page.getByRole('button', { name: 'Place bet' }).click()
    await page.locator('.pill.open').waitFor()
    await page.getByText('€10.00 staked').waitFor()
    await act(page, 'play')
    await page.locator('.pill.won, .pill.lost, .pill.void').waitFor()
    await entry(page, 'POST /v1/bets/batch').waitFor()
    await guide(page)
      .filter({ hasText: /1 of 10 bets on 1 of 5 days/ })
      .waitFor()
    await page.locator('summary', { hasText: 'challenge.activated' }).click()
    expect(await entry(page, 'challenge.activated').locator('pre').textContent()).toContain('"startingBalance": 100')
  },
  PATIENCE_MS,
)

test(
  'a bet that breaks a rule is refused in plain words, while it is typed and when it is placed',
  async () => {
    const page = await visit()
    await act(page, 'buy')
    await page.locator('[data-act=lucky]').waitFor()
    await toOpenDay(page)
    await page.locator('button.odds').first().click()
    await page.fill('#stake', '20')
    await expect.poll(() => page.locator('#slip-says').textContent()).toContain('The stake may be €10.00 at most')
    await page.getByRole('button', { name: 'Place bet' }).click()
    await expect
      .poll(() => page.locator('#alert').textContent())
      .toContain('Not taken. The stake may be €10.00 at most')
    await page.locator('.pill.rejected').waitFor()
  },
  PATIENCE_MS,
)

test(
  'several odds make an accumulator: too many selections are refused in plain words, fewer are taken as one bet',
  async () => {
    const page = await visit()
    await act(page, 'buy')
    await page.locator('[data-act=lucky]').waitFor()
    await toOpenDay(page, 6)
    const fixtures = page.locator('.fixtures li')
    for (let nth = 0; nth < 6; nth += 1) await fixtures.nth(nth).locator('button.odds').first().click()
    await page.getByText('Accumulator of 6').waitFor()
    const says = page.locator('#slip-says')
    await expect.poll(() => says.textContent()).toContain('An accumulator may have 5 selections at most.')
    await expectAccessible(page)
    // Another outcome of the same match takes the place of the first.
    await fixtures.nth(0).locator('button.odds').last().click()
    expect(await page.locator('.picks li').count()).toBe(6)
    for (const drop of (await page.locator('.picks .drop').all()).slice(2).toReversed()) await drop.click()
    await page.getByText('Accumulator of 2').waitFor()
    const odds = await page.locator('.picks .at').allTextContents()
    const [first = 0, second = 0] = odds.map(Number)
    const product = (Math.floor(first * second * 100 + 1e-6) / 100).toFixed(2)
    expect(await page.locator('.together .at').textContent()).toBe(product)
    await page.fill('#stake', '1')
    await page.getByRole('button', { name: 'Place bet' }).click()
    const isTaken = Number(product) <= 10
    await page.locator(isTaken ? '.pill.open' : '.pill.rejected').waitFor()
    expect(await page.locator('.bets li').first().textContent()).toContain('Accumulator of 2')
    await page.getByRole('tab', { name: 'Bets' }).click()
    await page.locator('challenge-widget').getByText(', 2 selections').waitFor()
  },
  PATIENCE_MS,
)

test(
  'lucky days pass the challenge, lead to a funded account and to a payout that the operator confirms',
  async () => {
    const page = await visit()
    await act(page, 'buy')
    for (let days = 0; days < 20; days += 1) {
      await page
        .locator('body:not([data-busy]) [data-act=lucky]')
        .or(guide(page).filter({ hasText: 'Passed!' }))
        .first()
        .waitFor()
      if (await guide(page).filter({ hasText: 'Passed!' }).isVisible()) break
      await act(page, 'lucky')
    }
    expect(await guide(page).textContent()).toContain('Passed!')
    await entry(page, 'challenge.passed').waitFor()
    await page.getByRole('button', { name: 'Open the funded account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open the funded account' }).click()
    await entry(page, 'funded_account.activated').waitFor()
    // A day of few matches may earn less than the smallest payout.
    const withdraw = page.getByRole('button', { name: 'Withdraw' })
    for (let days = 0; days < 10 && !(await withdraw.isVisible()); days += 1) {
      await page.locator('body:not([data-busy]) [data-act=lucky]').click()
      await page.locator('body:not([data-busy])').waitFor()
      await guide(page).filter({ hasText: 'The account has earned you' }).waitFor()
    }
    await withdraw.click()
    await page.getByRole('button', { name: /^Withdraw €/ }).click()
    // No webhook tells of it: the page hears of it from the widget.
    await act(page, 'confirm')
    await entry(page, 'funded_account.payout').waitFor()
  },
  PATIENCE_MS,
)

test(
  'an unlucky day ends in a cooldown',
  async () => {
    const page = await visit({ viewport: { width: 1440, height: 1240 } })
    await act(page, 'buy')
    const unlucky = page.locator('body:not([data-busy]) [data-act=unlucky]')
    // A day may have too few matches for it; and a button goes when there is nothing more to lose on a day.
    const lose = async () => {
      if ((await unlucky.count()) > 0) await unlucky.click({ timeout: 2_000 }).catch(() => undefined)
      return entry(page, 'cooldown.triggered').count()
    }
    await expect.poll(lose, { timeout: 60_000, interval: 500 }).toBe(1)
    await page.locator('challenge-widget').getByText('A pause: no bets right now').waitFor()
    await keepPicture(await page.screenshot(), 'demo')
  },
  PATIENCE_MS,
)

test(
  'unlucky days end in a failed challenge, and the next one can be bought on the next day',
  async () => {
    const page = await visit()
    await act(page, 'buy')
    const unlucky = page.locator('body:not([data-busy]) [data-act=unlucky]')
    const lose = async () => {
      const isPaused = (await guide(page).textContent())?.includes('a cooldown protects') === true
      const next = isPaused ? page.locator('.guide-actions [data-act=next-day]') : unlucky
      await next.click({ timeout: 2_000 }).catch(() => undefined)
      return entry(page, 'challenge.failed').count()
    }
    await expect.poll(lose, { timeout: 90_000, interval: 500 }).toBe(1)
    await expect.poll(() => guide(page).textContent()).toContain('The next one can be bought tomorrow')
    await page.locator('challenge-widget').getByText('The losses reached the limit.').waitFor()
    await page.locator('challenge-widget').getByText('You can buy again from').waitFor()
    expect(await page.locator('[data-act=buy]').count()).toBe(0)
    await page.locator('.guide-actions [data-act=next-day]').click()
    await page.locator('body:not([data-busy]) [data-act=buy]').click()
    await expect.poll(() => guide(page).textContent()).toContain('Choose odds')
  },
  PATIENCE_MS,
)

test(
  'on a phone a way leads from the odds to the slip, and nothing is below the end of the page',
  async () => {
    const page = await visit({ viewport: { width: 375, height: 800 } })
    await act(page, 'buy')
    await page.locator('[data-act=lucky]').waitFor()
    await toOpenDay(page, 2)
    const fixtures = page.locator('.fixtures li')
    for (const nth of [0, 1]) await fixtures.nth(nth).locator('button.odds').first().click()
    await page.getByRole('link', { name: /^Bet slip: 2 selections at/ }).click()
    await expect
      .poll(() => page.locator('#slip-title').evaluate((title) => title.getBoundingClientRect().top))
      .toBeLessThan(800)
    await expectAccessible(page)
    // What is there for ears only makes no page longer than it looks.
    for (let days = 0; days < 6; days += 1) {
      await page.locator('[data-key=day-next-day]').click()
      await page.locator('body:not([data-busy])').waitFor()
    }
    const [content, end]: [number, number] = await page.evaluate(
      "[document.documentElement.scrollHeight, document.querySelector('.bottom').getBoundingClientRect().bottom + scrollY]",
    )
    expect(content).toBeLessThanOrEqual(Math.ceil(end))
  },
  PATIENCE_MS,
)

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
  await page.goto(`${service.url}/demo`)
  await refused
  await act(page, 'buy')
  await entry(page, 'challenge.activated').waitFor()
})

test('whoever starts over is somebody else', async () => {
  const page = await visit()
  const player = page.locator('#player')
  const before = (await player.textContent()) ?? ''
  await page.getByRole('button', { name: 'Start over' }).click()
  await player.filter({ hasText: /^player-/, hasNotText: before }).waitFor()
})

test('what is chosen can be seen where the device forces its colours', async () => {
  const page = await visit({ forcedColors: 'active' })
  await act(page, 'buy')
  await toOpenDay(page)
  const odds = page.locator('button.odds')
  await odds.first().click()
  await expect.poll(() => standsOut(odds.first())).toBe(true)
  expect(await standsOut(odds.nth(1))).toBe(false)
  expect(await standsOut(page.getByRole('button', { name: 'All', exact: true }))).toBe(true)
  expect(await standsOut(page.getByRole('button', { name: 'Calls', exact: true }))).toBe(false)
})

test('the first webhook takes the place of the word that there is none', async () => {
  const page = await visit()
  await page.getByRole('group', { name: 'What is shown' }).getByRole('button', { name: 'Webhooks' }).click()
  const none = page.locator('#feed').getByText('Nothing yet')
  await none.waitFor()
  await act(page, 'buy')
  await entry(page, 'challenge.activated').waitFor()
  expect(await none.count()).toBe(0)
})

test('whoever cannot start over is told why', async () => {
  const page = await visit({ expected: /ERR_FAILED/ })
  const before = await page.locator('#player').textContent()
  await page.route('**/demo/api/new-player', (route) => route.abort())
  await page.getByRole('button', { name: 'Start over' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The backend cannot be reached.' })
  await alert.waitFor()
  expect(await page.locator('#player').textContent()).toBe(before)
  // Also for whoever has gone further down.
  await page.locator('.bottom').scrollIntoViewIfNeeded()
  expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(0)
})

describe.each([
  [320, 'light'],
  [768, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('at %i px, %s', (width, colorScheme) => {
  test(
    'nobody is kept out, and nothing stands out to the side',
    async () => {
      const page = await visit({ viewport: { width, height: 900 }, colorScheme })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await act(page, 'buy')
      await entry(page, 'challenge.activated').waitFor()
      await toOpenDay(page)
      await page.locator('button.odds').first().click()
      await page.fill('#stake', '999')
      await page.locator('#slip-says.rejected').waitFor()
      await page.locator('summary').first().click()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await act(page, 'lucky')
      await page.locator('.odds.played').first().waitFor()
      // A webhook may have shown the results before all of the day is settled: the clock is that of the next test, too.
      await page.locator('body:not([data-busy])').waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
    PATIENCE_MS,
  )
})
