import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pressed, useBackoffice } from '../helpers/backoffice.ts'
import { atWork, pages, roleOf } from '../helpers/backoffice-pages.ts'
import { place } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'

// How every page of the backoffice behaves, whatever it shows.

const used = useBackoffice(atWork)

/** What a page is answered where there is nothing. */
type Nothing = (typeof pages)[number][3]

const answered = (nothing: Nothing) => ({ json: { ...nothing, nextCursor: null, correlationId: 'c' } })

describe.each(pages)('%s', (path, asked, empty, nothing) => {
  test('says what is on its way, then what went wrong, asks again, and says where there is nothing', async () => {
    const page = await used.open(path, { expected: /^(401|403|404) |ERR_FAILED/ })
    const isPressed = await pressed(page, 'Try again')
    const answering = Promise.withResolvers<void>()
    const isAsked = (url: URL): boolean => url.pathname === asked
    await page.route(isAsked, async (route) => {
      await answering.promise
      if (await isPressed()) await route.fulfill(answered(nothing))
      else await route.abort()
    })
    await used.logIn(page, roleOf(path))
    await page.locator('#content').getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' })
    await expectAccessible(page)
    answering.resolve()
    const alert = page.getByRole('alert').filter({ hasText: 'The service does not answer.' })
    await alert.waitFor()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(empty).waitFor()
    await expectAccessible(page)
  })
})

test('what went wrong can be read, and asked again, while the page asks again by itself', async () => {
  const page = await used.open('/players/anna', { expected: /^(401|404|503) / })
  // Not told of changes it asks every few seconds.
  await page.route('**/v1/admin/changes*', (route) => route.fulfill({ status: 404, body: '' }))
  const held: Route[] = []
  let isHeld = false
  await page.route('**/v1/admin/users/anna', async (route) => {
    if (isHeld) held.push(route)
    else await route.fulfill({ status: 503, json: { error: 'service_unavailable', message: 'Not now' } })
  })
  await used.logIn(page, 'operator_viewer')
  const alert = page.getByRole('alert').filter({ hasText: 'Not now' })
  await alert.waitFor()
  isHeld = true
  await expect.poll(() => held.length).toBe(1)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.locator('#content').getByRole('status').getByText('Loading').waitFor({ state: 'attached' })
  await held[0]?.continue()
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
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
    const page = await used.open('/payouts?cursor=behind')
    const isAsked = (url: URL): boolean => url.pathname === '/v1/admin/payouts'
    await page.route(isAsked, (route) => route.fulfill(answered({ payouts: [] })))
    await used.logIn(page, 'operator_admin')
    await page.getByText('Nothing is older than that.').waitFor()
    expect(await page.getByText('No payout waits for you.').count()).toBe(0)
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByText('No payout waits for you.').waitFor()
  })
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
