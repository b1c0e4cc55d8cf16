import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'

const used = useBackoffice(async () => undefined)
const tiers = async () => (await used.tenant.api.get('/v1/admin/challenge-tiers')).body.challengeTiers

describe('a tier', () => {
  test('is edited with its terms in plain words beside it, which follow each key', async () => {
    const page = await used.openAs('operator_admin', '/tiers')
    await page.getByRole('button', { name: 'Starter', exact: true }).click()
    const words = page.getByRole('region', { name: 'As the player will read it' })
    await words.getByText('You pass once your balance reaches 150.00 EUR.').waitFor()
    await page.getByLabel('Target', { exact: true }).fill('160')
    await words.getByText('You pass once your balance reaches 160.00 EUR.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Active days, at least').fill('40')
    await words.getByText('40 active days do not fit into 30 days.').waitFor()
    await page.getByLabel('Active days, at least').fill('2')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await words.waitFor({ state: 'detached' })
    expect(await tiers()).toMatchObject([{ version: 2, targetBalance: 160, minActiveDays: 2 }])
  })

  test('reads in the preview as the service will show it', async () => {
    const page = await used.openAs('operator_admin', '/tiers')
    await page.getByRole('button', { name: 'Starter', exact: true }).click()
    const shown = page.getByRole('region', { name: 'As the player will read it' }).locator('li')
    await shown.first().waitFor()
    const { body } = await used.tenant.publicApi.get(`/v1/challenge-tiers/${used.tenant.tierId}/terms`)
    expect(await shown.allTextContents()).toEqual(body.rules.map(({ text }: { text: string }) => text))
  })

  test('is made, and put on sale', async () => {
    const page = await used.openAs('operator_admin', '/tiers')
    await page.getByRole('button', { name: 'New tier' }).click()
    await page.getByLabel('Name').fill('Sprint')
    await page.getByRole('button', { name: 'Make the tier' }).click()
    const row = page.getByRole('row', { name: /Sprint/ })
    await row.getByText('Disabled').waitFor()
    await row.getByRole('button', { name: 'Enable…' }).click()
    await page.getByRole('button', { name: 'Put it on sale' }).click()
    await row.getByText('Enabled').waitFor()
    expect((await used.tenant.publicApi.get('/v1/challenge-tiers')).body.challengeTiers).toHaveLength(2)
  })
})

test('betting rules are made', async () => {
  const page = await used.openAs('operator_admin', '/tiers')
  await page.getByRole('button', { name: 'New betting rules' }).click()
  await page.getByLabel('Name').fill('Strict')
  await page.getByLabel('Largest odds').fill('4,5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the rules' }).click()
  await page
    .getByRole('row', { name: /Strict/ })
    .getByText('1.5 to 4.5')
    .waitFor()
})

test('what the service refuses is said, and nothing is lost of what was typed', async () => {
  const page = await used.openAs('operator_admin', '/tiers')
  await page.getByRole('button', { name: 'Starter', exact: true }).click()
  await page.getByLabel('Most of one payout').fill('5')
  await page.getByLabel('Smallest payout').fill('10')
  await page.getByRole('button', { name: /Save as version/ }).click()
  await page.getByRole('alert').getByText('fundedPerPayoutCap must not be below fundedMinPayout').waitFor()
  expect(await page.getByLabel('Most of one payout').inputValue()).toBe('5')
})

test('a viewer looks and changes nothing', async () => {
  const page = await used.openAs('operator_viewer', '/tiers')
  await page.getByRole('button', { name: 'Starter', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /New|able…/ }).count()).toBe(0)
})
