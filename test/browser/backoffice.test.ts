import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { logIn, useBackoffice } from '../helpers/backoffice.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith, confirm, gain, paidOut, payoutsOf, pendingPayout } from '../helpers/payouts.ts'
import { employ } from '../helpers/people.ts'
import { buy, buyAndPass, placement } from '../helpers/service.ts'

const used = useBackoffice(async (tenant) => {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  for (const userId of ['anna', 'annabel', 'ben']) await buy(tenant, userId)
  await place(tenant, 'anna', 'anna-1')
  await win(tenant, 'anna', 'anna-1', 52.5)
  await place(tenant, 'anna', 'anna-2', { stakeAmount: 10 })
  await tenant.api.post('/v1/bets', placement('anna', 'anna-3', { stakeAmount: 90, odds: 20 }))
  await buyAndPass(tenant, 'carl')
  await accountWith(tenant, 'dora', 100)
  await paidOut(tenant, 'dora', 20)
  await gain(tenant, 'dora', 40)
  await pendingPayout(tenant, 'dora', 60)
  await accountWith(tenant, 'eve', 120)
  await pendingPayout(tenant, 'eve', 100)
  await place(tenant, 'ben', 'ben-1')
  await lose(tenant, 'ben', 'ben-1')
  await win(tenant, 'ben', 'ben-1')
})

describe('logging in', () => {
  test('leads back to the page that was asked for, and out again', async () => {
    const page = await used.open('/players?search=anna')
    await logIn(page, 'operator_viewer@operator.example')
    await page.getByRole('heading', { name: 'Players' }).waitFor()
    expect(new URL(page.url()).search).toBe('?search=anna')
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Password').waitFor()
  })

  test('with a wrong password does not', async () => {
    const page = await used.open()
    await page.getByLabel('E-mail').fill('operator_viewer@operator.example')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('That is not right.').waitFor()
    await expectAccessible(page)
  })

  test('asks for the code of the mail where it is switched on', async () => {
    await employ(used.service, used.tenant, 'careful@operator.example', { mfaEnabled: true })
    const page = await used.open()
    await logIn(page, 'careful@operator.example')
    await page.getByLabel('Code').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Code').fill(used.mailbox.codeFor('careful@operator.example'))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
  })

  test('is asked for again when the session ends, and the page comes back', async () => {
    const page = await used.openAs('operator_viewer', '/players')
    await page.context().clearCookies()
    // The page may have noticed by itself, for it keeps asking: then nothing under the login can be pressed, and need not be.
    const pressed = page.getByRole('button', { name: 'Funded' }).click()
    void pressed.catch(() => {})
    await logIn(page, 'operator_viewer@operator.example')
    await page.getByRole('link', { name: 'eve' }).waitFor()
  })
})

test('a late answer to a question of the session before does not end the one that there is', async () => {
  const page = await used.openAs('operator_viewer', '/players')
  const lists = /\/v1\/admin\/users\?/
  const late: Route[] = []
  await page.route(lists, (route) => {
    late.push(route)
  })
  await page.getByRole('button', { name: 'Funded' }).click()
  await expect.poll(() => late.length).toBeGreaterThan(0)
  const asked = page.waitForResponse(/\/session$/)
  for (const route of late) await route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Log in' } })
  await asked
  await page.unroute(lists)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'eve' }).waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
})

describe('today', () => {
  test('shows how the business stands', async () => {
    const page = await used.openAs('operator_viewer')
    const now = page.getByRole('region', { name: 'Now' })
    await now.getByText('Active challenges').waitFor()
    const figures = await now.locator('dd').allTextContents()
    expect(figures.slice(0, 3)).toEqual(['3', '1', '2'])
    await page.getByRole('region', { name: 'What may have to be paid, EUR' }).waitFor()
    await page.getByText('Max stake exceeded').waitFor()
    await page.locator('.chart canvas').first().waitFor()
    await expectAccessible(page)
  })
})

describe('payouts', () => {
  test('are confirmed after all that matters was seen', async () => {
    const page = await used.openAs('operator_admin', '/payouts')
    await page.getByRole('button', { name: 'dora' }).click()
    const review = page.getByRole('region', { name: 'Review' })
    await review.getByText('How the profit was made').waitFor()
    await review.locator('canvas').waitFor()
    await expectAccessible(page)
    await review.getByRole('button', { name: 'Confirm…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay dora?' })
    await dialog.getByText('This cannot be undone').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Confirm 48.00 EUR' }).click()
    await review.locator('.lead').getByText('Executed').waitFor()
    expect((await payoutsOf(used.tenant, 'dora')).at(-1)).toMatchObject({ status: 'executed', totalPaid: 48 })
  })

  test('are rejected with a reason', async () => {
    const page = await used.openAs('operator_admin', '/payouts')
    await page.getByRole('button', { name: 'eve' }).click()
    await page.getByRole('button', { name: 'Reject…' }).click()
    await page.getByLabel('Reason, kept with the payout').fill('Documents are missing')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    const review = page.getByRole('region', { name: 'Review' })
    await review.locator('.lead').getByText('Rejected').waitFor()
    await review.getByText('Documents are missing').waitFor()
    expect((await payoutsOf(used.tenant, 'eve')).at(-1)).toMatchObject({
      status: 'rejected',
      reason: 'Documents are missing',
    })
  })

  test('are exported', async () => {
    const page = await used.openAs('operator_viewer', '/payouts?status=all')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const text = readFileSync(await (await saving).path(), 'utf8')
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toContain('id,userId,status,number,grossAmount')
    expect(lines).toHaveLength(4)
  })

  test('are shown to a viewer, who decides on none', async () => {
    const { id } = await pendingPayout(used.tenant, 'eve', 50)
    const page = await used.openAs('operator_viewer', `/payouts?id=${id}`)
    await page.getByText('An admin decides on payouts.').waitFor()
    expect(await page.getByRole('button', { name: /Confirm|Reject…/ }).count()).toBe(0)
  })

  test('are led to from the player, and say it where a colleague has decided meanwhile', async () => {
    const page = await used.openAs('operator_admin', '/players/eve')
    await page.getByRole('link', { name: /^A payout of/ }).click()
    await page.getByRole('button', { name: 'Reject…' }).click()
    await page.getByLabel('Reason, kept with the payout').fill('Documents are missing')
    const { id } = (await payoutsOf(used.tenant, 'eve')).at(-1) ?? {}
    await confirm(used.tenant, id)
    const dialog = page.getByRole('dialog', { name: 'Reject the payout of eve?' })
    await dialog.getByText('The payout was executed meanwhile by server_key. Nothing of yours was done.').waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Back'])
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /Confirm|Reject…/ }).count()).toBe(0)
    expect((await payoutsOf(used.tenant, 'eve')).at(-1)).toMatchObject({ status: 'executed', reason: null })
  })
})

describe('players', () => {
  test('are found by the beginning of their id, from the keyboard alone', async () => {
    const page = await used.openAs('operator_viewer', '/players')
    await page.getByRole('link', { name: 'carl' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('anna')
    await page.getByRole('link', { name: 'carl' }).waitFor({ state: 'detached' })
    // Whoever types slowly is found some already by what stands there so far.
    await expect.poll(() => new URL(page.url()).search).toBe('?search=anna')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'annabel' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'anna', exact: true }).waitFor()
  })

  test('have a page with all that happened to them', async () => {
    const page = await used.openAs('operator_viewer', '/players/anna')
    await page.getByText('Bet anna-1 settled won').waitFor()
    await page.getByText('max stake exceeded, odds limit exceeded').waitFor()
    await page.getByRole('region', { name: 'Timeline' }).getByText('Challenge bought').waitFor()
    await page.locator('.chart canvas').waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('button', { name: 'Cancel the challenge…' }).count()).toBe(0)
  })

  test('have a timeline that the address keeps filtered, with the webhooks and the acts in it', async () => {
    const page = await used.openAs('operator_viewer', '/players/anna')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Bet anna-1 settled won').waitFor()
    const entries = await timeline.getByRole('listitem').allTextContents()
    const bought = entries.findIndex((text) => text.includes('Challenge bought'))
    expect(entries[bought - 1]).toContain('Webhook challenge.activated')
    await timeline.getByRole('button', { name: 'Webhooks' }).click()
    await timeline.getByText('Bet anna-1 settled won').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?only=webhooks')
    await expectAccessible(page)
    await page.goBack()
    await timeline.getByText('Bet anna-1 settled won').waitFor()
    await timeline.getByRole('button', { name: 'Cooldowns' }).click()
    await timeline.getByText('Nothing of this kind has happened yet.').waitFor()
  })

  test('have bets that explain themselves', async () => {
    const page = await used.openAs('operator_viewer', '/players/anna?only=bets')
    await page.getByRole('listitem').filter({ hasText: 'anna-3' }).getByRole('button', { name: 'Why?' }).click()
    const dialog = page.getByRole('dialog', { name: 'How bet anna-3 was judged' })
    await dialog.getByRole('row').filter({ hasText: 'Max stake exceeded' }).getByText('Failed').waitFor()
    await expectAccessible(page)
  })

  test('have flags that are read as they were written', async () => {
    const page = await used.openAs('operator_viewer', '/players/ben')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByRole('button', { name: 'Flags' }).click()
    await timeline.getByText('settled-won of bet ben-1 contradicts').waitFor()
    expect(new URL(page.url()).search).toBe('?only=flags')
    await expectAccessible(page)
  })

  test('are excluded and let in again', async () => {
    const page = await used.openAs('operator_admin', '/players/carl')
    await page.getByRole('button', { name: 'Exclude…' }).click()
    await page.getByRole('button', { name: 'Exclude', exact: true }).click()
    await page.getByText('The player may not buy challenges, without end.').waitFor()
    await page.getByRole('button', { name: 'Lift…' }).click()
    await page.getByRole('button', { name: 'Lift the exclusion' }).click()
    await page.getByText('The player may buy challenges.').waitFor()
  })

  test('of a staging tenant begin anew, as if they had never been there', async () => {
    await buy(used.tenant, 'zoe')
    const page = await used.openAs('operator_admin', '/players/zoe')
    await page.getByRole('region', { name: 'Timeline' }).getByText('Challenge bought').waitFor()
    await page.getByRole('button', { name: 'Begin anew…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click()
    await page.getByText('No program runs, and none ever did.').waitFor()
  })

  test('lose a challenge that an admin cancels, are handed their data, and are erased', async () => {
    const page = await used.openAs('operator_admin', '/players/annabel')
    await page.getByRole('button', { name: 'Cancel the challenge…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The own stake is forfeited').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel the challenge…' }).click()
    await dialog.getByRole('button', { name: 'Cancel the challenge' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Challenge cancelled' })
      .filter({ hasText: 'final balance' })
      .waitFor()
    const act = page
      .getByRole('listitem')
      .filter({ hasText: 'Challenge cancelled' })
      .filter({ hasText: 'by operator_admin@operator.example' })
    await act.waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export the data' }).click()
    expect(readFileSync(await (await saving).path(), 'utf8')).toContain('annabel')
    await page.getByRole('button', { name: 'Erase…' }).click()
    await page.getByLabel('Type annabel to go on').fill('annabel')
    await page.getByRole('button', { name: 'Erase the player' }).click()
    await page.getByText('Nothing was ever stored of a player with this id.').waitFor()
  })
})

test.each(['spaced ', ' spaced', 'a/b', '100%', '~20'])(
  'whoever has an id that no address holds as it is has a page all the same, and nobody else is on it: "%s"',
  async (userId) => {
    await buy(used.tenant, userId)
    await place(used.tenant, userId, `bet of "${userId}"`, { stakeAmount: 5 })
    const page = await used.openAs('operator_viewer', `/bets?${new URLSearchParams({ userId })}`)
    await page.getByRole('row', { name: 'bet of' }).getByRole('link').nth(1).click()
    await page.getByRole('link', { name: `bet of "${userId}"`, exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: `bet of "${userId}"`, exact: true }).waitFor()
    expect(await page.locator('h1').evaluate((title) => title.textContent)).toBe(userId)
  },
)

test.each(['player-4711', 'a.b+c (1) [2]/3|4^5$'])(
  'nobody is erased before their whole id is typed, whatever stands in it: %s',
  async (userId) => {
    await buy(used.tenant, userId)
    const page = await used.openAs('operator_admin', `/players/${encodeURIComponent(userId)}`)
    await page.getByRole('button', { name: 'Cancel the challenge…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the challenge' }).click()
    await page.getByRole('button', { name: 'Erase…' }).click()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'DELETE' && asked.push(request.url()))
    const typed = page.getByLabel(`Type ${userId} to go on`)
    await typed.fill('whatever')
    await page.getByRole('button', { name: 'Erase the player' }).click()
    expect(await typed.evaluate((field) => field.matches(':invalid'))).toBe(true)
    expect(asked).toEqual([])
    await typed.fill(userId)
    await page.getByRole('button', { name: 'Erase the player' }).click()
    await page.getByText('Nothing was ever stored of a player with this id.').waitFor()
  },
)

test('keys lead from page to page', async () => {
  const page = await used.openAs('operator_viewer')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { name: 'Payouts' }).waitFor()
})

test('the menu says where one is, also with a filter', async () => {
  const page = await used.openAs('operator_viewer', '/?days=90')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.locator('nav [aria-current=page]').getByText('Today').waitFor()
})

test('a dark screen is as readable', async () => {
  const page = await used.openAs('operator_viewer', '/players/anna', { colorScheme: 'dark' })
  await page.getByRole('region', { name: 'Timeline' }).getByText('Challenge bought').waitFor()
  await expectAccessible(page)
})

test('the first page loads less than 200 kB of script', async () => {
  const page = await used.open()
  const loaded = new Set<string>()
  page.on('response', (response) => response.url().endsWith('.js') && loaded.add(new URL(response.url()).pathname))
  await page.reload()
  await logIn(page, 'operator_viewer@operator.example')
  await page.locator('.chart canvas').first().waitFor()
  const folder = join(import.meta.dirname, '../../packages/backoffice/dist/assets')
  expect(readdirSync(folder).length).toBeGreaterThan(loaded.size)
  const sizes = [...loaded].map((path) => gzipSync(readFileSync(join(folder, path.split('/').at(-1) ?? ''))).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(200_000)
})
