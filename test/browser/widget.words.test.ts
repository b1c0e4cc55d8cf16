import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { de } from '../../packages/widget/src/words/de.ts'
import { en } from '../../packages/widget/src/words/en.ts'
import { es } from '../../packages/widget/src/words/es.ts'
import { lose, place } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { gain, openAccount, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { allowHost, sees, useWidget } from '../helpers/widget-page.ts'

// What a player is refused, and what stands in the way of a payout: every code of the service as a sentence, in each of the
// three languages. The codes come from the real service, the sentences are those of the words.

const world = useWidget()
const languages = { en, de, es }

/** All that the widget says. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('challenge-widget').shadowRoot.textContent")

/** A tenant with every limit that a bet can break. */
async function strictTenant(): Promise<TestTenant> {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, {
    minStake: 2,
    maxPayoutMultiplier: 2,
    maxWinPerTicket: 100,
    luckyBetMaxProfitPercent: 30,
  })
  return tenant
}

/** Bets that break every rule between them; the last two while a pause lasts. */
async function breakEveryRule(tenant: TestTenant, userId: string): Promise<readonly string[]> {
  const codes = new Set<string>()
  const refused = async (bet: string, more: object) => {
    const { body } = await place(tenant, userId, `${userId} ${bet}`, more)
    for (const code of body.validationResult.reasonCodes) codes.add(code)
  }
  await refused('wild', { stakeAmount: 30, odds: 50, selectionsCount: 6 })
  await refused('timid', { stakeAmount: 1, odds: 1.2 })
  await refused('cash-out', { stakeAmount: 5, isCashOut: true })
  for (const [index, stakeAmount] of [25, 18, 14].entries()) {
    await place(tenant, userId, `${userId} ${index}`, { stakeAmount, odds: 2 })
    await lose(tenant, userId, `${userId} ${index}`)
  }
  await refused('late', { stakeAmount: 5 })
  return [...codes]
}

test.each(Object.entries(languages))('%s: why a bet was rejected', async (language, words) => {
  const tenant = await strictTenant()
  await buy(tenant, 'wild')
  const codes = await breakEveryRule(tenant, 'wild')
  expect(codes.toSorted()).toEqual([
    'cashout_not_allowed_during_challenge',
    'cooldown_active',
    'daily_drawdown_exceeded',
    'lucky_bet_profit_limit',
    'max_payout_exceeded',
    'max_selections_exceeded',
    'max_stake_exceeded',
    'max_win_exceeded',
    'min_odds_not_met',
    'min_stake_not_met',
    'odds_limit_exceeded',
  ])
  const page = await world.look('wild', { tenant, attributes: { 'data-locale': language } })
  await sees(page, words.cooldownTitle)
  await page.getByRole('tab', { name: words.tabBets }).click()
  await sees(page, words.rejection.max_selections_exceeded)
  const said = await textOf(page)
  const texts: { readonly [code: string]: string } = words.rejection
  expect(codes.filter((code) => !said.includes(texts[code] ?? '?'))).toEqual([])
  await expectAccessible(page)
})

/** The part of a sentence before the first number in it. */
const beginning = (text: string): string => text.split('{', 1)[0] ?? text

test.each(Object.entries(languages))(
  '%s: what stands in the way of a payout, and until when',
  async (language, words) => {
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    const rules = { fundedMaxPayouts: 2, fundedPayoutIntervalDays: 7, fundedMinPayout: 40 }
    await openAccount(tenant, 'eager', rules)
    const look = { tenant, attributes: { 'data-locale': language } }
    const page = await world.look('eager', look)
    await sees(page, words.withdrawNothing)
    await sees(page, beginning(words.blocker.no_profit))
    await gain(tenant, 'eager', 100)
    await paidOut(tenant, 'eager', 100)
    await gain(tenant, 'eager', 10)
    await place(tenant, 'eager', 'open', { stakeAmount: 5 })
    const { body } = await tenant.api.get('/v1/users/eager/withdrawable')
    expect(body.reasons).toEqual(['payout_interval', 'open_bets', 'below_min_payout'])
    for (const code of body.reasons as (keyof typeof words.blocker)[]) await sees(page, beginning(words.blocker[code]))
    // The day on which the gap after the first payout is over.
    await sees(page, new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date('2026-03-09')))
    await expectAccessible(page)
  },
)

test.each(Object.entries(languages))(
  '%s: that a payout waits, and that no bet is taken meanwhile',
  async (language, words) => {
    const tenant = await world.service.seed()
    await allowHost(tenant, world.host)
    await openAccount(tenant, 'patient')
    await gain(tenant, 'patient', 100)
    await pendingPayout(tenant, 'patient', 50)
    const page = await world.look('patient', { tenant, attributes: { 'data-locale': language } })
    await sees(page, words.pendingTitle)
    await sees(page, words.noBetsNow)
    await place(tenant, 'patient', 'too early')
    // It is told in passing, too, but only where the stream was open by then.
    await page.getByRole('tab', { name: words.tabBets }).click()
    await sees(page, words.rejection.payout_pending)
    await expectAccessible(page)
  },
)
