import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { buy } from '../helpers/service.ts'

const used = useBackoffice(async () => undefined)
const tiers = async () => (await used.tenant.api.get('/v1/admin/challenge-tiers')).body.challengeTiers

describe('a tier', () => {
  test('is edited with its terms in plain words beside it, which follow each key', async () => {
    const page = await used.openAs('operator_admin', '/tiers')
    await page.getByRole('button', { name: 'Starter', exact: true }).click()
    const words = page.getByRole('region', { name: 'As the player will read it' })
    await words.getByText('You pass once your balance reaches 150.00 EUR.').waitFor()
    await page.getByLabel('Target, EUR', { exact: true }).fill('160')
    await words.getByText('You pass once your balance reaches 160.00 EUR.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Active days, at least').fill('40')
    await words.getByText('40 active days do not fit into 30 days.').waitFor()
    await page.getByLabel('Active days, at least').fill('2')
    await page.getByRole('button', { name: 'Save as version 2…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save Starter as version 2?' })
    await dialog.getByText('150.00 → 160.00').waitFor()
    await dialog.getByText('sold like this from the next purchase on').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save version 2' }).click()
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

  test('is made, put on sale and taken off it, each once it was read what follows', async () => {
    const page = await used.openAs('operator_admin', '/tiers')
    const sold = async () =>
      (await used.tenant.publicApi.get('/v1/challenge-tiers')).body.challengeTiers.map(
        ({ name }: { name: string }) => name,
      )
    await page.getByRole('button', { name: 'New tier' }).click()
    await page.getByLabel('Name').fill('Sprint')
    await page.getByRole('button', { name: 'Make the tier…' }).click()
    const making = page.getByRole('dialog', { name: 'Make Sprint?' })
    await making.getByText('No player sees it until it is put on sale.').waitFor()
    await expectAccessible(page)
    await making.getByRole('button', { name: 'Back' }).click()
    expect(await tiers()).toHaveLength(1)
    await page.getByRole('button', { name: 'Make the tier…' }).click()
    await making.getByRole('button', { name: 'Make the tier' }).click()
    const row = page.getByRole('row', { name: /Sprint/ })
    await row.getByText('Disabled').waitFor()
    await row.getByRole('button', { name: 'Enable…' }).click()
    await page.getByText('bought as it stands: 20.00 for 100.00 to reach 150.00 with.').waitFor()
    await expectAccessible(page)
    expect(await sold()).toEqual(['Starter'])
    await page.getByRole('button', { name: 'Put it on sale' }).click()
    await row.getByText('Enabled').waitFor()
    expect((await sold()).toSorted()).toEqual(['Sprint', 'Starter'])
    await row.getByRole('button', { name: 'Disable…' }).click()
    await page.getByText('a purchase of it is refused. Programs that run go on.').waitFor()
    await page.getByRole('button', { name: 'Take it off sale' }).click()
    await row.getByText('Disabled').waitFor()
    expect(await sold()).toEqual(['Starter'])
  })

  test('that cannot be played says so before it is sold, when it is made and later', async () => {
    const page = await used.openAs('operator_admin', '/tiers?tier=new')
    await page.getByLabel('Name').fill('Hopeless')
    await page.getByLabel('Active days, at least').fill('40')
    await page.getByLabel('On sale').check()
    await page.getByRole('button', { name: 'Make it and sell it…' }).click()
    const making = page.getByRole('dialog', { name: 'Make Hopeless?' })
    await making.getByText('Players see it and can buy it at once, as it stands.').waitFor()
    await making.getByText('40 active days do not fit into 30 days.').waitFor()
    await making.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('On sale').uncheck()
    await page.getByRole('button', { name: 'Make the tier…' }).click()
    await making.getByRole('button', { name: 'Make the tier' }).click()
    const row = page.getByRole('row', { name: /Hopeless/ })
    await row.getByRole('button', { name: 'Enable…' }).click()
    await page.getByRole('dialog').getByText('40 active days do not fit into 30 days.').waitFor()
    await expectAccessible(page)
  })
})

test('betting rules are made', async () => {
  const page = await used.openAs('operator_admin', '/tiers')
  await page.getByRole('button', { name: 'New betting rules' }).click()
  await page.getByLabel('Name').fill('Strict')
  await page.getByLabel('Largest odds').fill('4,5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the rules…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Strict?' })
  await dialog.getByText('Tiers can choose them for their challenge; the phase stays what it is.').waitFor()
  await dialog.getByRole('button', { name: 'Make the rules' }).click()
  await page
    .getByRole('row', { name: /Strict/ })
    .getByText('1.5 to 4.5')
    .waitFor()
})

test('betting rules are edited with their words beside them, and with what they do to each tier that uses them', async () => {
  const page = await used.openAs('operator_admin', `/tiers?ruleset=${used.tenant.challengeRulesetId}`)
  const words = page.getByRole('region', { name: 'As the player will read it' })
  await words.getByText('A stake is at most 25 % of the balance.').waitFor()
  await words.getByText(/^Starter.*: sold under the new version from now on\.$/).waitFor()
  await page.getByLabel('Largest stake, of the balance').fill('70')
  await words.getByText('Starter: One lost bet ends the challenge: it may stake 70 %').waitFor()
  await page.getByLabel('Largest stake, of the balance').fill('30')
  await words.getByText('A stake is at most 30 % of the balance.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save as version 2…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save challenge as version 2?' })
  await dialog.getByText('25 % → 30 %').waitFor()
  await dialog.getByRole('button', { name: 'Save version 2' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await used.tenant.api.get('/v1/admin/rulesets')
  expect(body.rulesets.find(({ id }: { id: string }) => id === used.tenant.challengeRulesetId)).toMatchObject({
    version: 2,
    maxStakePercent: 30,
  })
})

test('what the service refuses is said, and nothing is lost of what was typed', async () => {
  const page = await used.openAs('operator_admin', '/tiers')
  await page.getByRole('button', { name: 'Starter', exact: true }).click()
  await page.getByLabel('Most of one payout').fill('5')
  await page.getByLabel('Smallest payout').fill('10')
  await page.getByRole('button', { name: /Save as version/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The cap per payout is below the minimum payout: no player can request a payout.').waitFor()
  await dialog.getByRole('button', { name: /Save version/ }).click()
  await dialog.getByRole('alert').getByText('fundedPerPayoutCap must not be below fundedMinPayout').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByLabel('Most of one payout').inputValue()).toBe('5')
})

describe('earlier versions', () => {
  test('of a tier are listed with what they changed and what runs on them, and are read beside the latest', async () => {
    const { api, tierId } = used.tenant
    await api.put(`/v1/admin/challenge-tiers/${tierId}`, { name: 'Starter', targetBalance: 170 })
    await buy(used.tenant, 'anna')
    await api.put(`/v1/admin/challenge-tiers/${tierId}`, { targetBalance: 180, fundedMinPayout: 12.5 })
    const latest = (await tiers()).find(({ id }: { id: string }) => id === tierId).version
    const page = await used.openAs('operator_viewer', `/tiers?tier=${tierId}`)
    const versions = page.getByRole('region', { name: 'Versions of Starter' })
    await versions.getByText('Target 170.00 → 180.00; Smallest payout no limit → 12.50').waitFor()
    const older = versions.getByRole('row', { name: new RegExp(`^Version ${latest - 1} `) })
    expect(await older.locator('td').nth(3).textContent()).toBe('1')
    await older.getByRole('button', { name: `Version ${latest - 1}` }).click()
    const read = page.getByRole('region', { name: `Version ${latest - 1}`, exact: true })
    await read.getByRole('row', { name: 'Target 170.00 180.00' }).waitFor()
    await read.getByRole('row', { name: 'Smallest payout no limit 12.50' }).waitFor()
    await read.getByRole('row', { name: 'Days 30 the same', exact: true }).waitFor()
    expect(new URL(page.url()).search).toContain(`version=${latest - 1}`)
    await expectAccessible(page)
    await page.reload()
    await read.getByRole('row', { name: 'Target 170.00 180.00' }).waitFor()
    await read.getByRole('button', { name: 'Close' }).click()
    await read.waitFor({ state: 'detached' })
  })

  test('of betting rules go back page by page, and lead to who made them', async () => {
    const { api, fundedRulesetId } = used.tenant
    for (let maxOdds = 11; maxOdds <= 31; maxOdds += 1) {
      await api.put(`/v1/admin/rulesets/${fundedRulesetId}`, { maxOdds })
    }
    const page = await used.openAs('operator_viewer', `/tiers?ruleset=${fundedRulesetId}`)
    const versions = page.getByRole('region', { name: 'Versions of funded' })
    await versions.getByText('Largest odds 30 → 31').waitFor()
    await versions.getByRole('button', { name: 'Older' }).click()
    await versions.getByText('The first one').waitFor()
    expect(new URL(page.url()).searchParams.get('cursor')).toBe('3')
    await expectAccessible(page)
    await versions.getByRole('link', { name: 'Who made them' }).click()
    await page.getByText('Largest odds: 30 → 31').waitFor()
  })

  test('of what there is not are nowhere', async () => {
    const page = await used.openAs('operator_viewer', '/tiers?tier=nonsense')
    await page.getByText('There is no such tier.').waitFor()
  })
})

test('a viewer looks and changes nothing', async () => {
  const page = await used.openAs('operator_viewer', '/tiers')
  await page.getByRole('button', { name: 'Starter', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /New|able…/ }).count()).toBe(0)
})
