import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { place, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { buy, buyAndPass, placement, type TestTenant } from '../helpers/service.ts'
import { allowHost, sees, useWidget } from '../helpers/widget-page.ts'

// A player with a long season behind them, on a tenant where many play: lists that are full, on a phone and on a wide
// screen, by day and by night.

const world = useWidget()
const PLAYERS = 40
const PROGRAMS = 24
const BETS = 60

/** Others, each with another profit. */
async function others(tenant: TestTenant): Promise<void> {
  const play = async (userId: string, back: number): Promise<void> => {
    await buy(tenant, userId)
    await place(tenant, userId, userId, { stakeAmount: 10, odds: 5 })
    await win(tenant, userId, userId, back)
  }
  await Promise.all(Array.from({ length: PLAYERS }, (_, i) => play(`other-${i + 1}`, 10 + (i + 1) / 2)))
}

/** Passed challenges whose stake was taken back, and one that runs. */
async function aSeason(tenant: TestTenant, userId: string): Promise<void> {
  for (let nth = 0; nth < PROGRAMS; nth += 1) {
    const headers = { 'x-idempotency-key': `${userId} ${nth}` }
    await buyAndPass(tenant, userId, `${userId}-${nth}`)
    await tenant.api.post(`/v1/users/${userId}/challenge/refund-stake`, { confirm: true }, headers)
  }
  await buy(tenant, userId)
  const bets = Array.from({ length: BETS }, (_, nth) => {
    const externalBetId = `${userId} bet ${nth}`
    const placed = placement(userId, externalBetId, { stakeAmount: nth % 7 === 0 ? 90 : 1 })
    if (nth % 3 === 2) return [placed]
    const outcome = nth % 3 === 0 ? { status: 'settled-won', settlementAmount: 2 } : { status: 'settled-lost' }
    return [placed, { userId, externalBetId, ...outcome }]
  })
  expect((await tenant.api.post('/v1/bets/batch', { bets: bets.flat() })).status).toBe(200)
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('a long season: bets, history and ranking', async () => {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await others(tenant)
  await aSeason(tenant, 'veteran')
  for (const look of [
    { width: 320 },
    { width: 1440, visit: { colorScheme: 'dark' as const } },
    { width: 768, attributes: { 'data-locale': 'de' } },
  ]) {
    const page = await world.look('veteran', { tenant, ...look })
    const items = page.locator('challenge-widget .item')
    await page.getByRole('tab').nth(1).click()
    // The stream begins a hundred events back, and brings them one by one.
    await expect.poll(() => items.count()).toBeGreaterThan(BETS - 15)
    await expectGood(page)
    await page.getByRole('tab').nth(2).click()
    const programs = page.locator('challenge-widget .stack > .card')
    await expect.poll(() => programs.count()).toBe(20)
    await page.locator('challenge-widget .history > .button').click()
    await expect.poll(() => programs.count()).toBe(PROGRAMS + 1)
    await expectGood(page)
    await page.getByRole('tab').nth(3).click()
    const rows = page.locator('challenge-widget .ranking tbody tr')
    await expect.poll(() => rows.count()).toBeGreaterThan(PLAYERS)
    await expectGood(page)
  }
})

test('the ranking says how much each has made, the best first, and nobody by name', async () => {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  for (const [userId, back] of Object.entries({ anna: 30, ben: 50, cleo: 20 })) {
    await buy(tenant, userId)
    await place(tenant, userId, userId, { stakeAmount: 10, odds: 5 })
    await win(tenant, userId, userId, back)
  }
  const page = await world.look('anna', { tenant })
  await page.getByRole('tab', { name: 'Ranking' }).click()
  await sees(page, '+40%')
  const rows = page.locator('challenge-widget .ranking tbody tr')
  expect(await rows.locator('.number').allTextContents()).toEqual(['+40%', '+20%', '+10%'])
  expect(await rows.locator('.rank').allTextContents()).toEqual(['1', '2', '3'])
  // Each in its column, the first three as well.
  const headBox = await page.locator('challenge-widget .ranking th.number').boundingBox()
  for (const cell of await rows.locator('.number').all()) {
    expect((await cell.boundingBox())?.x).toBeCloseTo(headBox?.x ?? Number.NaN)
  }
  expect(await rows.allTextContents()).not.toContainEqual(expect.stringMatching(/anna|ben|cleo/))
})
