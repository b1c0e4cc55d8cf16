import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cancel, lose, place } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { accountWith, confirm, openAccount, pendingPayout, reject, withTier } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { allowHost, sees, useWidget } from '../helpers/widget-page.ts'

// Every state that a player can be in, on a phone and on a wide screen, by day and by night, in each language, and from
// right to left: nothing that cannot be read, reached by keys or told by a screen reader.

const world = useWidget()

/** What leads a player into a state, and what is to be seen there. */
const states: {
  readonly [name: string]: readonly [lead: (tenant: TestTenant, userId: string) => Promise<unknown>, RegExp]
} = {
  'nothing yet': [async () => {}, /Choose your challenge/],
  'a challenge with an open bet': [
    async (tenant, userId) => {
      await buy(tenant, userId)
      await place(tenant, userId, userId)
    },
    /€25.00 staked/,
  ],
  'a cooldown': [
    async (tenant, userId) => {
      await buy(tenant, userId)
      await loseAll(tenant, userId, [25, 18, 10])
    },
    /A pause: no bets right now/,
  ],
  'a challenge that was given up': [
    async (tenant, userId) => {
      await buy(tenant, userId)
      await tenant.api.post('/v1/bets', { userId, externalBetId: userId, status: 'placed', stakeAmount: 25, odds: 2 })
      await cancel(tenant, userId)
    },
    /Given up/,
  ],
  'a challenge that failed by its losses': [
    async (tenant, userId) => {
      await buy(tenant, userId)
      await loseTogether(tenant, userId, [25, 25, 25])
    },
    /Your losses reached the limit/,
  ],
  'a challenge whose time is over': [
    async (tenant, userId) => {
      const { clock } = world.service.app
      const longAgo = new Date(clock.now() - 30 * 86_400_000 + 1000).toISOString()
      await buy(tenant, userId, { timestamp: longAgo })
      clock.forward(1000)
    },
    /Time ran out, and you had bet on too few days/,
  ],
  'a choice': [buyAndPass, /You passed!/],
  'a funded account that cannot pay yet': [openAccount, /Nothing to withdraw yet/],
  'a funded account that pays': [(tenant, userId) => accountWith(tenant, userId, 123.45), /You can withdraw now/],
  'a payout that waits': [
    async (tenant, userId) => {
      await accountWith(tenant, userId, 200, { fundedStakeRefundable: true, fundedMaxPayouts: 3 })
      await confirm(tenant, (await pendingPayout(tenant, userId, 50)).id)
      await pendingPayout(tenant, userId, 60)
    },
    /Your payout is being checked/,
  ],
  'a funded account that ended by its losses': [
    async (tenant, userId) => {
      await openAccount(tenant, userId)
      await loseTogether(tenant, userId, [125, 93, 70, 52])
    },
    /Your last funded account/,
  ],
  'a funded account that has paid all it may': [
    async (tenant, userId) => {
      await accountWith(tenant, userId, 100, { fundedMaxPayouts: 1 })
      await confirm(tenant, (await pendingPayout(tenant, userId, 100)).id)
    },
    /All payouts of this account were made/,
  ],
  'a payout that was rejected': [
    async (tenant, userId) => {
      await accountWith(tenant, userId, 200, { fundedPayoutIntervalDays: 7 })
      await reject(tenant, (await pendingPayout(tenant, userId, 50)).id)
    },
    /The payout of €60.00 requested on Mar 2, 2026 was rejected, and nothing was paid. Not now/,
  ],
}

async function loseAll(tenant: TestTenant, userId: string, stakes: readonly number[]): Promise<void> {
  for (const [index, stakeAmount] of stakes.entries()) {
    await place(tenant, userId, `${userId} ${index}`, { stakeAmount })
    await lose(tenant, userId, `${userId} ${index}`)
  }
}

/** Bets that were open at the same time, so that no pause comes between. */
async function loseTogether(tenant: TestTenant, userId: string, stakes: readonly number[]): Promise<void> {
  const bets = stakes.map((stakeAmount, index) => ({ stakeAmount, id: `${userId} ${index}` }))
  for (const { id, stakeAmount } of bets) await place(tenant, userId, id, { stakeAmount })
  for (const { id } of bets) await lose(tenant, userId, id)
}

describe.each(Object.entries(states))('%s', (name, [lead, seen]) => {
  test('can be read, reached and told by everybody', async () => {
    const userId = name.replaceAll(' ', '-')
    await lead(world.tenant, userId)
    const wide = await world.look(userId, { width: 1440, visit: { colorScheme: 'dark' } })
    await sees(wide, seen)
    await expectAccessible(wide)
    const phone = await world.look(userId, { width: 320 })
    await sees(phone, seen)
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    for (const tab of ['History', 'Bets', 'Ranking']) {
      await phone.getByRole('tab', { name: tab }).click()
      await phone.getByRole('tab', { name: tab, selected: true }).waitFor()
      await expectAccessible(phone)
      await expectNoSidewaysScroll(phone)
    }
  })
})

describe('in another language', () => {
  test.each([
    ['de-AT', /75,00 bis zum Ziel/, 'Überblick'],
    ['es', /75,00\s€ hasta el objetivo/, 'Resumen'],
    // There are no words in it.
    ['ja', /€75\.00 to the target/, 'Overview'],
  ])('%s: all is said in it, on a phone, too', async (locale, seen, tab) => {
    const userId = `speaks-${locale}`
    await buy(world.tenant, userId)
    await loseAll(world.tenant, userId, [25])
    const page = await world.look(userId, { attributes: { 'data-locale': locale }, width: 320 })
    await sees(page, seen)
    await page.getByRole('tab', { name: tab }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // The edge of the phone cuts the last tab off until it is chosen.
    const last = page.getByRole('tab').last()
    await last.dispatchEvent('click')
    const hidden = await last.evaluate(
      (tab) => tab.getBoundingClientRect().right - (tab.parentElement?.getBoundingClientRect().right ?? 0),
    )
    expect(hidden).toBeLessThanOrEqual(1)
    await page.getByRole('tab', { name: tab }).click()
    // What it takes to pass is no column of single words, however little room there is.
    const heights = await page.locator('.need-text').evaluateAll((texts) => texts.map((text) => text.clientHeight))
    expect(heights).toHaveLength(3)
    expect(Math.max(...heights)).toBeLessThan(60)
  })

  test('the language of the page is the one of the widget, unless it is told otherwise', async () => {
    const page = await world.look('reader', { lang: 'de' })
    await sees(page, 'Wähle deine Challenge')
    await page.evaluate("document.querySelector('challenge-widget').update({ locale: 'es' })")
    await sees(page, 'Elige tu reto')
  })

  test('words that the page brings run from right to left where their language does', async () => {
    const userId = 'reads-arabic'
    await buy(world.tenant, userId)
    await loseAll(world.tenant, userId, [25])
    const page = await world.look(userId, { lang: 'ar', dir: 'rtl', width: 400 })
    await sees(page, 'Live')
    await page.evaluate(`customElements.get('challenge-widget').addWords('ar', ${JSON.stringify(ARABIC)})`)
    await page.evaluate("document.querySelector('challenge-widget').update({ locale: 'ar' })")
    await sees(page, 'الرصيد')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const placeOf = async (name: string) => (await page.getByRole('tab', { name }).boundingBox())?.x ?? Number.NaN
    expect(await placeOf('نظرة عامة')).toBeGreaterThan(await placeOf('السجل'))
    await page.getByRole('tab', { name: 'نظرة عامة' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'الرهانات', selected: true }).waitFor()
  })
})

/** Some words of a language that runs from right to left. */
const ARABIC = {
  title: 'التحدي',
  balance: 'الرصيد',
  tabNow: 'نظرة عامة',
  tabBets: 'الرهانات',
  tabHistory: 'السجل',
  tabLeaderboard: 'الترتيب',
  limitsTitle: 'حدودك الآن',
  needsTitle: 'ما يلزم للنجاح',
}

describe('the look', () => {
  const colour = (page: Page, of: string): Promise<string> =>
    page
      .locator(`challenge-widget ${of}`)
      .first()
      .evaluate((part) => part.ownerDocument.defaultView.getComputedStyle(part).backgroundColor)

  test('follows the settings of the tenant, and the page before them', async () => {
    const tenant = await world.service.seed()
    const theme = { accent: '#5b2be0', darkAccent: '#ffd166', radius: 4 }
    await tenant.api.patch('/v1/admin/settings', { widget: { origins: [world.host.origin], theme } })
    const light = await world.look('themed', { tenant })
    await sees(light, 'Choose your challenge')
    expect(await colour(light, '.primary')).toBe('rgb(91, 43, 224)')
    await expectAccessible(light)
    await light.evaluate(
      "document.querySelector('challenge-widget').style.setProperty('--cw-accent', 'rgb(120, 0, 60)')",
    )
    expect(await colour(light, '.primary')).toBe('rgb(120, 0, 60)')
    const dark = await world.look('themed', { tenant, attributes: { 'data-theme': 'dark' } })
    await sees(dark, 'Choose your challenge')
    expect(await colour(dark, '.primary')).toBe('rgb(255, 209, 102)')
    await expectAccessible(dark)
  })

  test('tells which tab is chosen where the device forces its colours', async () => {
    const page = await world.look('contrasting', { visit: { forcedColors: 'active' } })
    await sees(page, 'Choose your challenge')
    const lines = await page
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs.map((tab) => tab.ownerDocument.defaultView.getComputedStyle(tab).borderBottomWidth !== '0px'),
      )
    expect(lines).toEqual([true, false, false, false])
  })

  test('goes dark with the device, unless it is told otherwise', async () => {
    const night = { visit: { colorScheme: 'dark' as const } }
    const dark = await world.look('sleepless', night)
    await sees(dark, 'Choose your challenge')
    expect(await colour(dark, '.card')).toBe('rgb(24, 32, 28)')
    const light = await world.look('sleepless', { ...night, attributes: { 'data-theme': 'light' } })
    await sees(light, 'Choose your challenge')
    expect(await colour(light, '.card')).toBe('rgb(255, 255, 255)')
  })

  test('changes while it is shown', async () => {
    const page = await world.look('chameleon')
    await sees(page, 'Choose your challenge')
    for (const [theme, shown] of [
      ['dark', 'rgb(24, 32, 28)'],
      ['light', 'rgb(255, 255, 255)'],
    ]) {
      await page.evaluate(`document.querySelector('challenge-widget').update({ theme: '${theme}' })`)
      await expect.poll(() => colour(page, '.card')).toBe(shown)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate("document.querySelector('challenge-widget').update({ theme: 'auto' })")
    await expect.poll(() => colour(page, '.card')).toBe('rgb(24, 32, 28)')
  })

  test('nothing moves for who does not want it', async () => {
    await buy(world.tenant, 'seasick')
    const moving = (page: Page): Promise<string[]> =>
      page.evaluate(`[...document.querySelector('challenge-widget').shadowRoot.querySelectorAll('*')]
        .map((one) => getComputedStyle(one))
        .filter(({ transitionDuration, animationName }) => transitionDuration !== '0s' || animationName !== 'none')
        .map(({ transitionProperty, animationName }) => transitionProperty + ' ' + animationName)`)
    const still = await world.look('seasick')
    const lively = await world.look('seasick', { visit: { reducedMotion: 'no-preference' } })
    for (const page of [still, lively]) {
      await page.getByRole('button', { name: 'Give up the challenge' }).click()
      await sees(page, 'Give up for good')
    }
    expect(await moving(still)).toEqual([])
    expect(await moving(lively)).not.toEqual([])
  })

  test('leads to the terms and to the help of the operator', async () => {
    const tenant = await world.service.seed()
    const links = { termsUrl: 'https://sportsbook.example/terms', supportUrl: 'https://sportsbook.example/help' }
    await allowHost(tenant, world.host, links)
    const page = await world.look('careful', { tenant })
    const addressOf = (name: string) => page.getByRole('link', { name }).last().getAttribute('href')
    await sees(page, 'Choose your challenge')
    expect(await addressOf('Terms and conditions')).toBe(links.termsUrl)
    expect(await addressOf('Help')).toBe(links.supportUrl)
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Terms and conditions' }).waitFor()
    await expectAccessible(page)
  })

  test('parts that the operator has switched off are not there', async () => {
    const tenant = await world.service.seed()
    const features = { purchase: false, history: false, leaderboard: false }
    await tenant.api.patch('/v1/admin/settings', { widget: { origins: [world.host.origin], features } })
    const page = await world.look('limited', { tenant })
    await page.getByRole('button', { name: 'See the rules of Starter' }).click()
    await sees(page, 'You pay €20.00.')
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview', 'Bets'])
  })

  test('three tiers stand side by side', async () => {
    const tenant = await world.service.seed()
    await tenant.api.patch('/v1/admin/settings', { widget: { origins: [world.host.origin] } })
    await withTier(tenant, { name: 'Pro', ownStake: 50, bonusAmount: 200, targetBalance: 375 })
    await withTier(tenant, { name: 'Elite', ownStake: 100, bonusAmount: 400, targetBalance: 750 })
    const page = await world.look('shopper', { tenant })
    await sees(page, 'Elite')
    const boxes = await Promise.all(
      (await page.locator('challenge-widget .offer').all()).map((card) => card.boundingBox()),
    )
    expect(boxes).toHaveLength(3)
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    await expectAccessible(page)
  })
})
