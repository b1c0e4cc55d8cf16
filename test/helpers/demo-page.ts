import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useBrowser, type Visit } from './browser.ts'
import { ServiceProcess } from './service-process.ts'

/** How long a first start, or days on the demo's clock, may take, in milliseconds. */
export const PATIENCE_MS = 120_000

/** The demo as `npm start` brings it, for all tests of a file. */
export function useDemo() {
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

  const visit = async (more: Visit = {}): Promise<Page> => {
    const page = await open({ viewport: { width: 1440, height: 900 }, ...more })
    await page.goto(`${service.url}/demo`)
    await page.locator('.fixtures li').first().waitFor()
    return page
  }
  return { open, visit, service: () => service }
}

export const act = (page: Page, name: string) => page.locator(`[data-act=${name}]`).click()
export const guide = (page: Page) => page.locator('#guide')
export const entry = (page: Page, title: string) => page.locator(`.entry[data-title="${title}"]`)

/** The matches with such odds. */
export const matchesWith = (page: Page, odds: Locator) => page.locator('.fixtures li').filter({ has: odds })

/** Odds that a bet of 1.00 is taken at, whatever day it is: neither too low nor a lucky strike. */
export const fair = (within: Page | Locator) => within.locator('button.odds', { hasText: /^(1\.[5-9]|[2-9]\.)/ })

/** A day that bets are taken on: other tests move the same clock. */
export async function toOpenDay(page: Page, matches = 1, odds = page.locator('button.odds')): Promise<void> {
  const open = matchesWith(page, odds)
  while ((await open.count()) < matches) {
    await page.locator('[data-key=day-next-day]').click()
    await page.locator('body:not([data-busy])').waitFor()
  }
}

/** A slip with a bet that will be taken, of a player who may bet: on the first match with fair odds of so many. */
export async function toSlip(page: Page, matches = 1): Promise<void> {
  await act(page, 'buy')
  await page.locator('[data-act=lucky]').waitFor()
  await toOpenDay(page, matches, fair(page))
  await fair(page).first().click()
  await page.fill('#stake', '1')
}
