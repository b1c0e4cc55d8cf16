import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pressed, useBackoffice } from '../helpers/backoffice.ts'
import { cancel, place, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { accountWith, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { buy, buyAndPass, placement } from '../helpers/service.ts'

// Today's figures against sums made by hand, the curve of a balance, and how pages look before and without an answer.

const used = useBackoffice(async (tenant, { app }) => {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  // ben's challenge ends before all else: 31 days without a bet.
  await buy(tenant, 'ben')
  await tenant.api.post('/v1/sandbox/clock/advance', { byHours: 31 * 24 })
  // A challenge of 20.00 + 80.00 with 25.00 at stake at 2.00, and a bet that no rule lets through.
  await buy(tenant, 'anna')
  await place(tenant, 'anna', 'anna-1')
  await win(tenant, 'anna', 'anna-1')
  await place(tenant, 'anna', 'anna-2')
  await tenant.api.post('/v1/bets', placement('anna', 'anna-3', { stakeAmount: 90, odds: 20 }))
  await buyAndPass(tenant, 'carl')
  // Two accounts with a profit of 100.00. Of one 20.00 were paid out, with the own stake; the other has an open bet.
  await accountWith(tenant, 'eve', 100)
  await paidOut(tenant, 'eve', 20)
  await accountWith(tenant, 'dora', 100)
  await place(tenant, 'dora', 'dora-open')
  // And one of 50.00 that has asked for 30.00.
  await accountWith(tenant, 'fay', 50)
  await pendingPayout(tenant, 'fay', 30)
  await buy(tenant, 'gil')
  await cancel(tenant, 'gil')
  // As it is after three days without an answer.
  await app.pool.query(`update deliveries set status = 'failed', attempts = 10, settled_at = now(), attempt_log =
    '[{"at": "2026-03-05T12:00:00.000Z", "status": null, "failure": "getaddrinfo ENOTFOUND hooks.operator.example", "durationMs": 5, "answer": ""}]'
    where type = 'challenge.failed'`)
})

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name })
/** Names with their values, as a panel shows them. */
const factsOf = async (place: Locator): Promise<Readonly<Record<string, string>>> => {
  const names = await place.locator('dt').allTextContents()
  const values = await place.locator('dd').allTextContents()
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
}
/** What these tests ask of a canvas; they are compiled for Node. */
interface Canvas {
  readonly width: number
  readonly height: number
  getContext(kind: '2d'): { getImageData(...box: number[]): { readonly data: readonly number[] } }
}

/** Something is drawn on each canvas of a place. */
const expectDrawn = (place: Locator): Promise<void> =>
  expect
    .poll(() =>
      place.locator('canvas').evaluateAll((found) =>
        (found as unknown as readonly Canvas[]).every((canvas) =>
          canvas
            .getContext('2d')
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value > 0),
        ),
      ),
    )
    .toBe(true)

describe('today', () => {
  test('counts what runs, and what is held for it', async () => {
    const page = await used.openAs('operator_viewer')
    await panel(page, 'Now').getByText('Active challenges').waitFor()
    expect(await factsOf(panel(page, 'Now'))).toEqual({
      'Active challenges': '1',
      'Passed, to choose': '1',
      'Funded accounts': '3',
      'Stakes held': '80.00',
      'Bonus outstanding': '400.00',
      'Open bets': '250.00 staked',
      'Open flags': '0',
    })
  })

  test('says what may have to be paid, now and with every open bet won', async () => {
    const page = await used.openAs('operator_viewer')
    const rows = panel(page, 'What may have to be paid, EUR').getByRole('row')
    await rows.nth(3).waitFor()
    const cells = await Promise.all([1, 2, 3].map((n) => rows.nth(n).getByRole('cell').allTextContents()))
    // Shares of 80 %: of dora's 100.00, eve's 80.00 and fay's 50.00; dora's open bet would bring 25.00 more. Own stakes of
    // carl, dora and fay; anna would reach her target with her open bet.
    expect(cells).toEqual([
      ['184.00', '204.00'],
      ['60.00', '80.00'],
      ['244.00', '284.00'],
    ])
  })

  test('tells of payouts that wait and that were made', async () => {
    const page = await used.openAs('operator_viewer')
    await panel(page, 'Payouts').getByText('1 payout').first().waitFor()
    expect(await factsOf(panel(page, 'Payouts'))).toMatchObject({
      Waiting: '1 payout',
      'Would pay': '44.00',
      'Executed in 30 days': '1 payout',
      'Shares paid': '16.00',
      'Own stakes returned': '20.00',
    })
  })

  test('counts a period, with the reasons of failures, and draws it', async () => {
    const page = await used.openAs('operator_viewer', '/?days=90')
    const period = panel(page, 'Last 90 days')
    await period.locator('canvas').nth(1).waitFor()
    expect(await factsOf(period)).toEqual({
      'Challenges bought': '7',
      Passed: '4',
      Failed: '1',
      'Went on': '3',
      'Took the refund': '0',
      Cancelled: '1',
      'Accounts revoked': '0',
    })
    await panel(page, 'Why programs ended, 90 days').getByText('Too few active days').waitFor()
    await expectDrawn(period)
    const labels = await period.getByRole('img').evaluateAll((found) => found.map((each) => each.ariaLabel))
    expect(labels).toEqual([
      'Challenges bought, passed and failed a day over 90 days',
      'Shares of profit paid a day over 90 days',
    ])
    await expectAccessible(page)
  })

  test('says how bets are judged, and how webhooks fare', async () => {
    const page = await used.openAs('operator_viewer')
    const judged = panel(page, 'How bets are judged')
    // 2 of anna, 2 of carl, 3 of eve and of fay, 4 of dora; 1 was rejected.
    await judged.getByText('93.3 % of the latest 15 placements were accepted').waitFor()
    expect(await judged.getByRole('listitem').allTextContents()).toEqual([
      'Max stake exceeded16.7 %',
      'Odds limit exceeded16.7 %',
    ])
    await panel(page, 'Webhooks').getByText('1 delivery was given up.').waitFor()
    await panel(page, 'Webhooks').getByRole('link', { name: 'Deliveries' }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  })

  test('stands in UTC, with the time of the reader at hand, and fits a narrow screen', async () => {
    const page = await used.openAs('operator_viewer', '', {
      timezoneId: 'America/New_York',
      viewport: { width: 700, height: 900 },
    })
    const at = page.locator('.page-head time')
    await at.waitFor()
    expect(await at.textContent()).toBe('2 Apr 12:00')
    expect(await at.getAttribute('title')).toMatch(/^2026-04-02 12:00:00 UTC · here 2 Apr 2026, 08:00/)
    await expectNoSidewaysScroll(page)
  })
})

describe('the balance of a program', () => {
  test('is drawn between target and floor', async () => {
    const page = await used.openAs('operator_viewer', '/players/anna')
    const balance = panel(page, 'Balance')
    await balance.locator('canvas').waitFor()
    expect(await balance.locator('figcaption span').allTextContents()).toEqual(['Balance', 'Target', 'Start', 'Floor'])
    await expectDrawn(balance)
    const facts = await factsOf(panel(page, 'Starter · challenge'))
    expect(facts).toMatchObject({
      'Ends at a loss down to': '40.00, 85.00 away',
      'Staked in open bets': '25.00',
      'Accepted bets': '2 of 2 at least',
      'Rejected bets': '1',
    })
    expect(facts.Balance).toBe(' 125.00 of 150.00')
  })

  test('of nobody is no program, and says so', async () => {
    const page = await used.openAs('operator_viewer', '/players/nobody')
    await page.getByText('Nothing was ever stored of a player with this id.').waitFor()
    await page.getByText('No program, no balance.').waitFor()
    await page.getByText('No program runs, and none ever did.').waitFor()
    await page.getByText('Nothing has happened yet.').waitFor()
    await expectAccessible(page)
  })
})

describe('before and without an answer', () => {
  const cases = [
    ['today', '/', '**/v1/admin/overview*'],
    ['the page of a player', '/players/anna', '**/v1/admin/users/anna'],
  ] as const

  test.each(cases)('%s shows that it is loading', async (_, path, url) => {
    const page = await used.open(path)
    let answer = (): void => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(url, async (route) => {
      await asked
      await route.continue()
    })
    await used.logIn(page, 'operator_viewer')
    await page.getByRole('status').first().waitFor()
    await expectAccessible(page)
    answer()
    await page.getByRole('status').first().waitFor({ state: 'detached' })
  })

  test.each(cases)('%s says what went wrong, and tries again', async (_, path, url) => {
    const page = await used.open(path, { expected: /^401 |^503 / })
    const isPressed = await pressed(page, 'Try again')
    const json = { error: 'service_unavailable', message: 'Try again in a moment', correlationId: 'c-77' }
    await page.route(url, async (route) =>
      (await isPressed()) ? route.continue() : route.fulfill({ status: 503, json }),
    )
    await used.logIn(page, 'operator_viewer')
    await page.getByRole('alert').getByText('Correlation id c-77').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.locator('canvas').first().waitFor()
  })
})

describe('what a person may do to a player', () => {
  const acts = ['Cancel the challenge…', 'Export the data', 'Begin anew…', 'Exclude…'] as const
  test.each([
    ['operator_viewer', []],
    ['operator_support', []],
    ['operator_admin', acts],
  ] as const)('as %s', async (role, allowed) => {
    const page = await used.openAs(role, '/players/anna')
    await page.getByText('The player may buy challenges.').waitFor()
    const found = await page.locator('#content').getByRole('button').or(page.locator('a.button')).allTextContents()
    expect(acts.filter((act) => found.includes(act))).toEqual(allowed)
  })
})

test('what a webhook came to is told as it was said', async () => {
  const page = await used.openAs('operator_viewer', '/players/ben?only=webhooks')
  await page.getByText('last answer getaddrinfo ENOTFOUND hooks.operator.example, 5 Mar 12:00').waitFor()
})
