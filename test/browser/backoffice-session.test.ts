import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { logIn, useBackoffice } from '../helpers/backoffice.ts'
import { flagsOf, lose, place, win } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { employ } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'

// What becomes of a page whose session ends, whose role changes or which has to wait, in the middle of something.

const used = useBackoffice(async (tenant) => {
  await buy(tenant, 'anna')
  for (const bet of ['anna-1', 'anna-2']) {
    await place(tenant, 'anna', bet, { stakeAmount: 10 })
    await win(tenant, 'anna', bet, 20)
    await lose(tenant, 'anna', bet)
  }
})

const NOTE = 'The provider was wrong: see ticket 4711'

/** Has begun to resolve the newest flag. */
async function resolving(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resolve…' }).first().click()
  await page.getByLabel('How it was dealt with').fill(NOTE)
}
const send = (page: Page) => page.getByRole('button', { name: 'Resolve', exact: true })

/** Ends it before something is pressed. By itself the page may have noticed in between, and the login stand above it. */
async function endSession(page: Page, pressed: Locator): Promise<void> {
  await page.context().clearCookies()
  await pressed.dispatchEvent('click')
}
const again = (page: Page) => page.getByRole('dialog', { name: 'Log in to go on' })

describe('a session that ends in the middle of something', () => {
  test('loses nothing of it: whoever logs in again goes on', async () => {
    const page = await used.openAs('operator_support', '/bets?view=flags')
    await resolving(page)
    await endSession(page, send(page))
    await again(page).getByText('The page is as you have left it.').waitFor()
    await expectAccessible(page)
    expect(await again(page).getByLabel('E-mail').inputValue()).toBe('operator_support@operator.example')
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password')
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await again(page).waitFor()
    // Nothing is asked for meanwhile: each failure would count towards those that an address may have in a minute.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await logIn(page, 'operator_support@operator.example')
    await again(page).waitFor({ state: 'detached' })
    expect(asked[0]).toContain('/v1/auth/login')
    const dialog = page.getByRole('dialog', { name: 'Resolve this flag?' })
    await dialog.getByText('Your session had ended, and nothing was done.').waitFor()
    expect(await page.getByLabel('How it was dealt with').inputValue()).toBe(NOTE)
    await send(page).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect((await flagsOf(used.tenant)).map(({ resolutionNote }) => resolutionNote)).toEqual([null, NOTE])
  })

  test('shows nothing of the page to whoever comes by', async () => {
    const page = await used.openAs('operator_viewer', '/bets?view=events')
    const shownAt = 'document.elementFromPoint(700, 300).closest("table") !== null'
    await page.getByRole('cell', { name: 'anna-1' }).first().waitFor()
    expect(await page.evaluate(shownAt)).toBe(true)
    await endSession(page, page.getByRole('button', { name: 'Flags' }))
    await again(page).waitFor()
    expect(await page.evaluate(shownAt)).toBe(false)
    const backdrop = 'getComputedStyle(document.querySelector("dialog.again"), "::backdrop").backgroundColor'
    expect(await page.evaluate(backdrop)).toMatch(/^rgb\(/)
  })

  test('leaves nothing to somebody else, who begins anew', async () => {
    const page = await used.openAs('operator_support', '/bets?view=flags')
    await resolving(page)
    await endSession(page, send(page))
    await again(page).waitFor()
    await logIn(page, 'operator_viewer@operator.example')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByText('operator_viewer@operator.example').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('an export that finds the session over asks for the login, as everything does', async () => {
  const page = await used.openAs('operator_viewer', '/bets?view=events')
  await page.getByRole('cell', { name: 'anna-1' }).first().waitFor()
  await endSession(page, page.getByRole('button', { name: 'Export CSV' }))
  await again(page).waitFor()
  await logIn(page, 'operator_viewer@operator.example')
  await again(page).waitFor({ state: 'detached' })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await saving
})

describe('who has logged in on one tab', () => {
  test('is who all other tabs belong to: nothing of somebody else is left on them', async () => {
    const page = await used.openAs('operator_support', '/bets?view=flags')
    await resolving(page)
    const other = await page.context().newPage()
    await other.goto(`${used.service.url}/backoffice`)
    await other.getByRole('button', { name: 'Log out' }).click()
    await logIn(other, 'operator_viewer@operator.example')
    await other.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByText('operator_viewer@operator.example').waitFor()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('has logged out on all of them', async () => {
    const page = await used.openAs('operator_support', '/bets?view=flags')
    await resolving(page)
    const other = await page.context().newPage()
    await other.goto(`${used.service.url}/backoffice`)
    await other.getByRole('button', { name: 'Log out' }).click()
    await again(page).waitFor()
    await logIn(other, 'operator_support@operator.example')
    await again(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('How it was dealt with').inputValue()).toBe(NOTE)
  })
})

test('who could not be logged out is told so', async () => {
  const page = await used.openAs('operator_viewer', '/payouts', { expected: /ERR_FAILED|^401 / })
  await page.route('**/v1/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alert').getByText('You may still be logged in.').waitFor()
  await expectAccessible(page)
  await page.unroute('**/v1/auth/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
})

test('a role that was taken away meanwhile is said, and what it allowed goes', async () => {
  await employ(used.service, used.tenant, 'demoted@operator.example', { role: 'operator_support' })
  const page = await used.open('/bets?view=flags')
  await logIn(page, 'demoted@operator.example')
  await resolving(page)
  const { admins } = (await used.tenant.api.get('/v1/admin/admins')).body
  const { id } = admins.find(({ email }: { email: string }) => email === 'demoted@operator.example')
  await used.tenant.api.put(`/v1/admin/admins/${id}/role`, { role: 'operator_viewer' })
  await send(page).click()
  await page.getByRole('alert').getByText('Your role does not allow this.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page.getByText('Viewer', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'anna-1', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Resolve…|Flag a bet…/ }).count()).toBe(0)
})

test('who asks for more than the plan allows is told that the page goes on by itself, and it does', async () => {
  const page = await used.openAs('operator_viewer', '/players', { expected: /^(429|401) GET .v1.auth.session/ })
  let refused = 0
  await page.route(
    ({ pathname }) => pathname === '/v1/auth/session',
    async (route) => {
      refused += 1
      if (refused > 1) return route.continue()
      const json = { error: 'rate_limited', message: 'Too many requests', correlationId: 'c', retryAfter: 50 }
      return route.fulfill({ status: 429, headers: { 'retry-after': '50' }, json })
    },
  )
  await page.clock.install()
  await page.reload()
  const notice = page.getByText('More was asked in this minute than the plan allows.')
  await notice.waitFor()
  await page.getByRole('heading', { name: 'Backoffice' }).waitFor()
  await expectAccessible(page)
  await page.clock.fastForward('01:00')
  await page.getByRole('link', { name: 'anna', exact: true }).waitFor()
  await notice.waitFor({ state: 'detached' })
})
