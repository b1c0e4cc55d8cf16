import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { flagsOf, lose, place, win } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/people.ts'
import { buy } from '../helpers/service.ts'
import { heldAt } from '../helpers/widget-page.ts'

// Answers and addresses that come when whoever works here is further on already.

const used = useBackoffice(async (tenant) => {
  for (const userId of ['anna', 'annabel', 'ben']) await buy(tenant, userId)
  for (const bet of ['anna-1', 'anna-2']) {
    await place(tenant, 'anna', bet, { stakeAmount: 10 })
    await win(tenant, 'anna', bet, 20)
    await lose(tenant, 'anna', bet)
  }
})

/** What is sent to change something, none of which goes on until the test lets it. */
async function heldChanges(page: Page, method: string, addresses: string): Promise<Route[]> {
  const held: Route[] = []
  await page.route(addresses, async (route) => {
    if (route.request().method() === method) held.push(route)
    else await route.fallback()
  })
  return held
}

test('the answer to a question that was left closes no other one', async () => {
  const page = await used.openAs('operator_support', '/bets?view=flags')
  const flag = (bet: string) => page.getByRole('row', { name: new RegExp(bet) })
  const note = page.getByLabel('How it was dealt with')
  const held = await heldAt(page, '**/resolve')
  await flag('anna-1').getByRole('button', { name: 'Resolve…' }).click()
  await note.fill('The provider was wrong')
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await flag('anna-2').getByRole('button', { name: 'Resolve…' }).click()
  await note.fill('Asked the feed')
  await held[0]?.continue()
  await flag('anna-1').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByText('anna-2').waitFor()
  expect(await note.inputValue()).toBe('Asked the feed')
  expect((await flagsOf(used.tenant)).map(({ resolutionNote }) => resolutionNote).toSorted()).toEqual([
    'The provider was wrong',
    null,
  ])
})

test('the answer to a question that was left takes nothing away that was typed since: of a tier', async () => {
  const page = await used.openAs('operator_admin', `/tiers?tier=${used.tenant.tierId}`)
  const days = page.getByLabel('Days', { exact: true })
  await days.fill('31')
  const held = await heldChanges(page, 'PUT', '**/v1/admin/challenge-tiers/*')
  await page.getByRole('button', { name: 'Save as version 2…' }).click()
  await page.getByRole('button', { name: 'Save version 2' }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await days.fill('45')
  expect(await page.getByRole('button', { name: 'Save as version 2…' }).isDisabled()).toBe(true)
  await held[0]?.continue()
  await page.getByRole('region', { name: 'Starter, version 2' }).waitFor()
  expect(await days.inputValue()).toBe('45')
})

test('the answer to a question that was left takes nothing away that was typed since: of a colleague', async () => {
  const page = await used.openAs('operator_admin', '/people')
  const held = await heldChanges(page, 'POST', '**/v1/admin/admins')
  const email = page.getByLabel('E-mail', { exact: true })
  await email.fill('first@operator.example')
  await page.getByLabel('First password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Let them in…' }).click()
  await page.getByRole('button', { name: 'Let them in as support' }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await email.fill('second@operator.example')
  expect(await page.getByRole('button', { name: 'Let them in…' }).isDisabled()).toBe(true)
  await held[0]?.continue()
  await page.getByText('first@operator.example can log in now.').waitFor()
  expect(await email.inputValue()).toBe('second@operator.example')
})

test('keys that are shown once are shown, too, where their question was left', async () => {
  const page = await used.openAs('fast_admin', '/tenants?id=new')
  await page.getByLabel('Name').fill('West Star Betting')
  await page.getByRole('button', { name: 'Make the tenant…' }).click()
  const held = await heldChanges(page, 'POST', '**/v1/super-admin/tenants')
  await page.getByRole('dialog').getByRole('button', { name: 'Make the tenant' }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await held[0]?.continue()
  await page.getByText('Shown this once.').waitFor()
})

test('the key that was asked for before closes no question about another one', async () => {
  const page = await used.openAs('operator_admin', '/integration')
  const held = await heldAt(page, '**/v1/admin/keys/**')
  await page.getByRole('button', { name: 'New webhook secret…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'New public key…' }).click()
  await held[0]?.continue()
  await page.getByText('Shown this once.').waitFor({ state: 'attached' })
  const other = page.getByRole('dialog', { name: 'Make a new public key for North Star Betting?' })
  await expect.poll(() => other.getByRole('button', { name: 'Make it' }).isEnabled()).toBe(true)
})

/** Questions that go away with what they have begun, and one whose panel stays. */
const questions = [
  ['/players/anna', 'Exclude…', 'Exclude', 'PUT', 'Exclude anna?'],
  ['/integration', 'New server key…', 'Make it', 'POST', 'Make a new server key for North Star Betting?'],
] as const

test.each(questions)(
  'what goes wrong after its question was left is told: %s, %s',
  async (path, ask, act, method, title) => {
    const page = await used.openAs('operator_admin', path, { expected: /^(401|404|409) / })
    const held = await heldChanges(page, method, '**/v1/admin/**')
    await page.getByRole('button', { name: ask }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: act }).click()
    await expect.poll(() => held.length).toBe(1)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    const refusal = { error: 'conflict', message: 'Somebody else was faster.', correlationId: 'ask-support' }
    await held[0]?.fulfill({ status: 409, json: refusal })
    const told = page.getByRole('complementary', { name: 'Answers to questions that were left' })
    await told.getByRole('alert').getByText('Somebody else was faster.').waitFor()
    await told.getByText('ask-support').waitFor()
    await told.getByText(title).waitFor()
    await expectAccessible(page)
    await told.getByRole('button', { name: 'Close' }).click()
    await told.waitFor({ state: 'detached' })
  },
)

test('without a network a question is answered so, and nothing is sent once there is one again', async () => {
  const page = await used.openAs('operator_admin', '/players', { expected: /^401 |ERR_INTERNET_DISCONNECTED/ })
  const changes: string[] = []
  await page.getByRole('link', { name: 'anna', exact: true }).click()
  await page.getByRole('button', { name: 'Exclude…' }).click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Exclude', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').getByText('The service does not answer.').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Players' }).click()
  await page.getByLabel('Search: how the user id begins').fill('annab')
  const failed = page.getByRole('alert').getByText('The service does not answer.')
  await failed.waitFor()
  page.on('request', (request) => changes.push(request.method()))
  await page.context().setOffline(false)
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'annabel' }).waitFor()
  expect(changes).not.toContain('PUT')
})

/** Somebody types one more letter at the very moment at which the address follows what was typed before. */
const TYPING_ON = `{
  const { replaceState } = history
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  history.replaceState = function (state, title, url) {
    replaceState.call(this, state, title, url)
    const box = document.querySelector('input[type=search]')
    if (!String(url).endsWith('search=anna') || box === null || window.hasTypedOn) return
    window.hasTypedOn = true
    setValue.call(box, 'annab')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
}`

test('what is typed while the search before is on its way is not taken away', async () => {
  const page = await used.open()
  await page.addInitScript(TYPING_ON)
  await page.goto(`${used.service.url}/backoffice/players`)
  await used.logIn(page, 'operator_viewer')
  await page.getByRole('link', { name: 'ben' }).waitFor()
  const box = page.getByLabel('Search: how the user id begins')
  await box.fill('anna')
  await page.getByRole('link', { name: 'anna', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'annabel' }).waitFor()
  expect(await box.inputValue()).toBe('annab')
  await page.getByRole('link', { name: 'Players' }).click()
  await page.getByRole('link', { name: 'ben' }).waitFor()
  expect(await box.inputValue()).toBe('')
})

/** How often the page was told that something has changed. */
const TOLD = `
  window.told = 0
  const Heard = window.EventSource
  window.EventSource = class extends Heard {
    constructor(url) {
      super(url)
      this.addEventListener('changed', () => { window.told += 1 })
    }
  }
`

test('what changes while the first answer is on its way is shown, too', async () => {
  const page = await used.open()
  await page.addInitScript(TOLD)
  await page.goto(`${used.service.url}/backoffice/players`)
  await used.logIn(page, 'operator_viewer')
  await page.getByText('Live', { exact: true }).waitFor()
  const held = await heldAt(page, '**/v1/admin/bet-events?*')
  await page.getByRole('link', { name: 'Bets and flags' }).click()
  await expect.poll(() => held.length).toBe(1)
  const before = await held[0]?.fetch()
  await place(used.tenant, 'ben', 'late-1', { stakeAmount: 5 })
  await expect.poll(() => page.evaluate('window.told')).toBeGreaterThan(0)
  await page.route('**/v1/admin/bet-events?*', (route) => route.continue())
  await held[0]?.fulfill({ ...(before && { response: before }) })
  await page.getByRole('cell', { name: 'late-1' }).waitFor()
})

test('a chart whose script has gone with the version before says so, and is there once the page is new', async () => {
  const page = await used.openAs('operator_viewer', '/audit', { expected: /^(401|404) |dynamically imported/ })
  await page.route('**/assets/uPlot*', (route) =>
    route.continue({ url: route.request().url().replace('uPlot', 'gone') }),
  )
  await page.getByRole('link', { name: 'Today' }).click()
  const missing = page.getByRole('status').filter({ hasText: 'The page may be older than the service' })
  await missing.nth(1).waitFor()
  expect(await missing.count()).toBe(2)
  await expectAccessible(page)
  await page.unroute('**/assets/uPlot*')
  await missing.first().getByRole('button', { name: 'Load the page again' }).click()
  await page.locator('.chart canvas').nth(1).waitFor()
  expect(await missing.count()).toBe(0)
})
