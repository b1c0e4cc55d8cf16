import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'

// Forms that are open while a colleague changes what they are about.

const used = useBackoffice(async () => undefined)

const MEANWHILE = 'Somebody has changed this meanwhile.'

/** Opens a page and waits until it is told of changes. */
async function openLive(path: string): Promise<Page> {
  const page = await used.openAs('operator_admin', path)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

const settings = async () => (await used.tenant.api.get('/v1/admin/settings')).body
const change = (changes: object) => used.tenant.api.patch('/v1/admin/settings', changes)

describe('the settings', () => {
  test('are those of a colleague where nothing was typed', async () => {
    const page = await openLive('/integration')
    const hours = page.getByLabel('Oldest event time, hours')
    const before = await hours.inputValue()
    await hours.fill('9')
    await hours.fill(before)
    await change({ maxBackfillHours: 31 })
    await expect.poll(() => hours.inputValue()).toBe('31')
    expect(await page.getByText(MEANWHILE).count()).toBe(0)
  })

  test('stay as they were typed, and it is said that somebody has changed them; the rest is theirs', async () => {
    const page = await openLive('/integration')
    const panel = page.getByRole('region', { name: 'Settings', exact: true })
    const url = panel.getByLabel('Webhook URL')
    await url.fill('https://operator.example/mine')
    await change({ maxBackfillHours: 32, webhookUrl: 'https://operator.example/theirs' })
    await panel.getByText(MEANWHILE).waitFor()
    expect(await page.getByText(MEANWHILE).count()).toBe(1)
    await expectAccessible(page)
    expect(await url.inputValue()).toBe('https://operator.example/mine')
    expect(await panel.getByLabel('Oldest event time, hours').inputValue()).toBe('32')
    await panel.getByRole('button', { name: 'Save the settings…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('https://operator.example/mine').waitFor()
    // What nobody typed in is theirs, also while this is being asked.
    await change({ maxBackfillHours: 33 })
    await dialog.getByRole('button', { name: 'Save them' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => panel.getByLabel('Oldest event time, hours').inputValue()).toBe('33')
    await expect.poll(() => panel.getByText(MEANWHILE).count()).toBe(0)
    expect(await settings()).toMatchObject({ maxBackfillHours: 33, webhookUrl: 'https://operator.example/mine' })
  })

  test('of a colleague are taken where they shall stand', async () => {
    const page = await openLive('/integration')
    const hours = page.getByLabel('Oldest event time, hours')
    await hours.fill('40')
    await change({ maxBackfillHours: 41 })
    await page.getByText(MEANWHILE).waitFor()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    expect(await hours.inputValue()).toBe('41')
    expect(await page.getByText(MEANWHILE).count()).toBe(0)
  })
})

test('what players see is kept as typed when a colleague changes it, and not when other settings are saved', async () => {
  const page = await openLive('/integration')
  const panel = page.getByRole('region', { name: 'Widget and loyalty' })
  await panel.getByLabel('Language').fill('de-AT')
  await page.getByLabel('Oldest event time, hours').fill('50')
  await page.getByRole('button', { name: 'Save the settings…' }).click()
  await page.getByRole('button', { name: 'Save them' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await settings()).maxBackfillHours).toBe(50)
  await change({ widget: { termsUrl: 'https://operator.example/terms' } })
  await panel.getByText(MEANWHILE).waitFor()
  expect(await page.getByText(MEANWHILE).count()).toBe(1)
  expect(await panel.getByLabel('Language').inputValue()).toBe('de-AT')
  expect(await panel.getByLabel('Terms').inputValue()).toBe('https://operator.example/terms')
})

const versions = [
  {
    what: 'a tier',
    place: () => ['tier', used.tenant.tierId, `/v1/admin/challenge-tiers/${used.tenant.tierId}`] as const,
    theirs: { label: 'Target, EUR', values: [171, 172], change: (value: number) => ({ targetBalance: value }) },
    mine: { label: 'Days', value: '33' },
  },
  {
    what: 'betting rules',
    place: () =>
      ['ruleset', used.tenant.challengeRulesetId, `/v1/admin/rulesets/${used.tenant.challengeRulesetId}`] as const,
    theirs: { label: 'Largest odds', values: [11, 12], change: (value: number) => ({ maxOdds: value }) },
    mine: { label: 'Smallest odds', value: '1.7' },
  },
] as const

test.each(versions)(
  'the form of $what follows a colleague, and keeps what was typed',
  async ({ place, theirs, mine }) => {
    const [kind, id, path] = place()
    const page = await openLive(`/tiers?${kind}=${id}`)
    const field = page.getByLabel(theirs.label, { exact: true })
    const own = page.getByLabel(mine.label, { exact: true })
    await field.waitFor()
    const [first, second] = theirs.values
    expect((await used.tenant.api.put(path, theirs.change(first))).status).toBe(200)
    await expect.poll(() => field.inputValue()).toBe(String(first))
    expect(await page.getByText(MEANWHILE).count()).toBe(0)
    await own.fill(mine.value)
    expect((await used.tenant.api.put(path, theirs.change(second))).status).toBe(200)
    await page.getByText(MEANWHILE).waitFor()
    await expectAccessible(page)
    expect(await field.inputValue()).toBe(String(second))
    expect(await own.inputValue()).toBe(mine.value)
    await page.getByRole('button', { name: 'Save as version 4…' }).waitFor()
  },
)
