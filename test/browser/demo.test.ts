import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, standsOut } from '../helpers/browser.ts'
import { act, entry, guide, PATIENCE_MS, toOpenDay, useDemo } from '../helpers/demo-page.ts'
import { keepPicture } from '../helpers/keep-picture.ts'

// What a newcomer sees after `npm start`, from the first look to a passed challenge.

const { visit, service } = useDemo()

test('what npm start prints leads to it first', () => {
  expect(/(\S+\/demo)\b/.exec(service().said)?.[1]).toBe(`${service().url}/demo`)
  // All that somebody needs who connects a backend of their own, webhooks included.
  for (const key of [/server +key-\S{43}\n/, /public +pk_\S{43}\n/, /webhook secret [0-9a-f]{64}\n/]) {
    expect(service().said).toMatch(key)
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
    await page.locator('challenge-widget').getByText('Your losses reached the limit.').waitFor()
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
  await page.route('**/demo/api/*', (route) => route.abort())
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
