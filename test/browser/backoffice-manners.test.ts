import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { place, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll, standsOut } from '../helpers/browser.ts'
import { accountWith, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { buy } from '../helpers/service.ts'

// What every page of the backoffice has to hold, whatever it shows.

const used = useBackoffice(async (tenant) => {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  await buy(tenant, 'anna')
  for (const bet of ['anna-1', 'anna-2', 'anna-3']) await place(tenant, 'anna', bet, { stakeAmount: 10 })
  await win(tenant, 'anna', 'anna-1', 20)
  await accountWith(tenant, 'dora', 100)
  await paidOut(tenant, 'dora', 20)
  await pendingPayout(tenant, 'dora', 60)
})

/** Each page with what it asks for and what it says where there is nothing. */
const pages = [
  ['/payouts', '/v1/admin/payouts', 'No payout waits for you.', { payouts: [] }],
  ['/players', '/v1/admin/users', 'There are no such players yet.', { players: [] }],
  ['/bets', '/v1/admin/bet-events', 'Every bet is settled.', { betEvents: [] }],
  ['/bets?view=events', '/v1/admin/bet-events', 'There are no such events.', { betEvents: [] }],
  ['/bets?view=flags', '/v1/admin/reconciliation/flags', 'Nothing is flagged.', { flags: [] }],
  ['/tiers', '/v1/admin/challenge-tiers', 'There is no tier yet.', { challengeTiers: [] }],
  ['/webhooks', '/v1/admin/webhook-deliveries', 'There are no such deliveries', { deliveries: [] }],
  ['/people', '/v1/admin/admins', 'Nobody may log in yet.', { admins: [] }],
  ['/audit', '/v1/audit/events', 'Nothing was done yet.', { events: [] }],
  ['/tenants', '/v1/super-admin/tenants', 'There is no tenant yet.', { tenants: [] }],
  [
    '/installation-audit',
    '/v1/super-admin/audit/events',
    'Nothing was done to all tenants at once yet.',
    { events: [] },
  ],
  [
    '/installation-audit?action=maintenance.begun',
    '/v1/super-admin/audit/events',
    'Nothing of the kind was done.',
    { events: [] },
  ],
] as const

/** Whose page it is. */
const roleOf = (path: string) => (/^.(tenants|installation)/.test(path) ? 'fast_admin' : 'operator_admin')

const everyPage = ['', ...pages.map(([path]) => path), '/integration', '/players/anna', '/bets?view=statement']

/** What a page is answered: not yet, not at all, or this. */
type Answered = 'waits' | 'fails' | { readonly [list: string]: readonly unknown[] }

/** Opens a page whose own question is answered by the test; all else goes to the service. */
async function openWith(path: string, asked: string, first: Answered) {
  const expected = /^(401|403|404) |ERR_FAILED/
  const page = await used.openAs(roleOf(path), '/integration', { expected })
  let answered = first
  let change = Promise.withResolvers<void>()
  const isAsked = (url: URL): boolean => url.pathname === asked
  await page.route(isAsked, async (route) => {
    while (answered === 'waits') await change.promise
    if (answered === 'fails') await route.abort()
    else await route.fulfill({ json: { ...answered, nextCursor: null, correlationId: 'c' } })
  })
  await page.goto(`${used.service.url}/backoffice${path}`)
  const answer = (next: Answered): void => {
    answered = next
    change.resolve()
    change = Promise.withResolvers<void>()
  }
  return { page, answer }
}

describe.each(pages)('%s', (path, asked, empty, nothing) => {
  test('says where there is nothing', async () => {
    const { page } = await openWith(path, asked, nothing)
    await page.getByText(empty).waitFor()
    await expectAccessible(page)
  })

  test('says what is on its way, then what went wrong, and asks again', async () => {
    const { page, answer } = await openWith(path, asked, 'waits')
    await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' })
    await expectAccessible(page)
    answer('fails')
    const alert = page.getByRole('alert').filter({ hasText: 'The service does not answer.' })
    await alert.waitFor()
    await expectAccessible(page)
    answer(nothing)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(empty).waitFor()
  })
})

describe('an address of a place in a list', () => {
  const lists = [...pages.map(([path]) => path), '/players/anna'].filter((path) => !/tiers|people/.test(path))
  test.each(lists)('that is none leads to the newest: %s', async (path) => {
    const page = await used.openAs(roleOf(path), `${path}${path.includes('?') ? '&' : '?'}cursor=of-another-list`)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Newest' }).click()
    await alert.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('cursor')).toBe(false)
  })

  test('of versions, too', async () => {
    const page = await used.openAs('operator_viewer', `/tiers?tier=${used.tenant.tierId}&cursor=of-another-list`)
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByText('The first one').waitFor()
  })

  test('behind which nothing is left does not say that there is nothing at all', async () => {
    const { page } = await openWith('/payouts?cursor=behind', '/v1/admin/payouts', { payouts: [] })
    await page.getByText('Nothing is older than that.').waitFor()
    expect(await page.getByText('No payout waits for you.').count()).toBe(0)
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByText('No payout waits for you.').waitFor()
  })
})

test.each([
  [1440, 900, 'light'],
  [1024, 768, 'light'],
  [1024, 768, 'dark'],
  [390, 844, 'light'],
  [390, 844, 'dark'],
  // A laptop at 400 %.
  [320, 256, 'light'],
] as const)(
  'no page is wider than a screen of %i x %i, %s, and each is clear to everybody',
  async (width, height, colorScheme) => {
    for (const role of ['operator_admin', 'fast_admin']) {
      const page = await used.openAs(role, '', { viewport: { width, height }, colorScheme })
      for (const path of everyPage.filter((each) => roleOf(each) === role)) await expectFitting(page, path)
    }
  },
)

async function expectFitting(page: Page, path: string): Promise<void> {
  await page.goto(`${used.service.url}/backoffice${path}`)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.locator('main .loading').first().waitFor({ state: 'detached' })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

test('times are UTC, with those of the reader on hover', async () => {
  const page = await used.openAs('operator_viewer', '/bets', { timezoneId: 'America/New_York' })
  const time = page.locator('td time').first()
  await time.waitFor()
  expect(await time.textContent()).toBe('2 Mar 12:00')
  expect(await time.getAttribute('title')).toMatch(/^2026-03-02 12:00:00 UTC · here 2 Mar 2026, 07:00:00 (GMT-5|EST)$/)
  expect(await time.getAttribute('datetime')).toBe('2026-03-02T12:00:00.000Z')
})

test('what is opened from a list on a narrow screen is in sight', async () => {
  const page = await used.openAs('operator_admin', '/payouts?status=all', { viewport: { width: 390, height: 500 } })
  await page.getByRole('button', { name: 'dora' }).last().click()
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByText('How the profit was made').waitFor()
  await expect
    .poll(async () => (await review.getByRole('heading', { name: 'Review' }).boundingBox())?.y)
    .toBeLessThan(400)
})

test('ages go on while a page stays open', async () => {
  const page = await used.openAs('operator_viewer', '/bets')
  const row = page.getByRole('row', { name: /anna-2/ })
  await row.getByText('just now').waitFor()
  await page.clock.install()
  await page.goto(`${used.service.url}/backoffice/bets`)
  await row.getByText('just now').waitFor()
  await page.clock.fastForward('03:00:30')
  await row.getByText('3 h').waitFor()
})

test('what is chosen, and which line is which, can be seen where the device forces its colours', async () => {
  const page = await used.openAs('operator_viewer', '', { forcedColors: 'active' })
  const period = page.getByRole('group', { name: 'Period' })
  expect(await standsOut(period.getByRole('button', { name: '30 days' }))).toBe(true)
  expect(await standsOut(period.getByRole('button', { name: '7 days' }))).toBe(false)
  await page.locator('.key').first().waitFor()
  const swatches = await page
    .locator('.key')
    .evaluateAll((keys) =>
      keys.map((key) => key.ownerDocument.defaultView.getComputedStyle(key, '::before').backgroundColor),
    )
  expect(new Set(swatches.slice(0, 3)).size).toBe(3)
})

interface Styled {
  computedStyleMap(): { get(name: string): { toString(): string } | undefined }
}

test('every amount in a table stands on the right', async () => {
  const page = await used.openAs('operator_viewer')
  for (const path of ['/bets', '/bets?view=events', '/payouts?status=all', '/tiers', '/players']) {
    await page.goto(`${used.service.url}/backoffice${path}`)
    await page.locator('td .money').first().waitFor()
    const sides = await page
      .locator('td:has(.money)')
      .evaluateAll((cells) =>
        cells.map((cell) => (cell as unknown as Styled).computedStyleMap().get('text-align')?.toString()),
      )
    expect(new Set(sides), path).toEqual(new Set(['right']))
  }
})

test('on a phone a row of a broad list is a card, in which every cell stands beside its name', async () => {
  const page = await used.openAs('operator_support', '/bets?view=events', { viewport: { width: 390, height: 844 } })
  const row = page.getByRole('row', { name: /anna-1.*Settled won/ })
  const stake = row.getByRole('cell', { name: '10.00', exact: true }).first()
  await stake.waitFor()
  expect(await row.getByRole('cell').count()).toBe(await page.getByRole('columnheader').count())
  const nameOf = 'getComputedStyle(document.querySelector("td:nth-child(6)"), "::before").content'
  expect(await page.evaluate(nameOf)).toBe('"Stake" / ""')
  for (const path of ['/bets', '/bets?view=events', '/payouts?status=all', '/players', '/audit']) {
    await page.goto(`${used.service.url}/backoffice${path}`)
    await page.locator('.table').waitFor()
    expect(await page.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth), path).toBe(0)
  }
  await page.goto(`${used.service.url}/backoffice/players`)
  const name = page.getByRole('cell', { name: 'anna' })
  await name.waitFor()
  expect(await name.evaluate((cell) => cell.clientWidth / (cell.parentElement?.clientWidth ?? 0))).toBeGreaterThan(0.8)
})

describe('filters stay in the address', () => {
  test('of payouts', async () => {
    const page = await used.openAs('operator_viewer', '/payouts')
    await page.getByRole('button', { name: 'Executed' }).click()
    await page.getByLabel('User id, whole').fill('dora')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?status=executed&userId=dora')
    await page.getByRole('row', { name: /dora/ }).waitFor()
    await page.getByLabel('User id, whole').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('There are no such payouts.').waitFor()
    await page.goBack()
    await page.getByRole('row', { name: /dora/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /dora/ }).waitFor()
    expect(await page.getByLabel('User id, whole').inputValue()).toBe('dora')
  })

  test('of the audit, days among them', async () => {
    const page = await used.openAs('operator_viewer', '/audit')
    await page.getByLabel('Action').fill('payout.executed')
    await page.getByLabel('From, UTC').fill('2020-01-01')
    await page.getByLabel('To, UTC').fill('2020-01-02')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('Nothing of the kind was done.').waitFor()
    await page.getByLabel('To, UTC').fill('')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('row', { name: /Payout executed/ }).waitFor()
    expect(new URL(page.url()).search).toBe('?action=payout.executed&from=2020-01-01')
    await page.reload()
    await page.getByRole('row', { name: /Payout executed/ }).waitFor()
    expect(await page.getByLabel('From, UTC').inputValue()).toBe('2020-01-01')
  })

  test('of bets and flags and deliveries', async () => {
    const page = await used.openAs('operator_viewer', '/bets?view=events&userId=dora')
    await page.getByRole('row', { name: /dora/ }).first().waitFor()
    expect(await page.getByRole('link', { name: 'anna' }).count()).toBe(0)
    await page.goto(`${used.service.url}/backoffice/bets?view=flags&status=resolved`)
    await page.getByText('No flag was resolved yet.').waitFor()
    await page.goto(`${used.service.url}/backoffice/webhooks?status=failed`)
    await page.getByText('There are no such deliveries').waitFor()
  })
})

test('open bets are chosen from the keyboard alone', async () => {
  const page = await used.openAs('operator_support', '/bets')
  await page.getByLabel('Choose anna-3').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByText('2 bets chosen').waitFor()
  expect(await page.getByLabel('Choose anna-2').isChecked()).toBe(true)
})

test.each(['Flag…', 'Why?'])('a dialog leads back to what opened it: %s', async (name) => {
  const page = await used.openAs('operator_support', '/bets?view=events&externalBetId=anna-2')
  const opener = page.getByRole('button', { name })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Back|Close)$/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test.each(['/bets', '/bets?view=events'])(
  'bets of %s are exported, with texts that no spreadsheet runs',
  async (path) => {
    await place(used.tenant, 'anna', `=HYPERLINK("x") ${path}`, { stakeAmount: 1 })
    const page = await used.openAs('operator_viewer', path)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines[0]).toMatch(/^id,externalBetId,userId,status,resultStatus/)
    expect(lines.some((line) => line.includes(`"'=HYPERLINK(""x"") ${path}"`))).toBe(true)
    expect(lines.filter((line) => line.includes(',anna-2,'))).toHaveLength(1)
  },
)

test('nothing but our own scripts runs, and nobody frames a page', async () => {
  const answer = await fetch(`${used.service.url}/backoffice/payouts`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(await answer.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|style=/)
})
