import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/people.ts'

const used = useBackoffice(async (tenant) => {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
})

describe('people', () => {
  test('are let in, and removed', async () => {
    const page = await used.openAs('operator_admin', '/people')
    await page.getByLabel('E-mail', { exact: true }).fill('new@operator.example')
    await page.getByLabel('First password').fill(PASSWORD)
    await page.getByLabel('Each login also asks').uncheck()
    await page.getByRole('button', { name: 'Let them in…' }).click()
    const question = page.getByRole('dialog', { name: 'Let new@operator.example in?' })
    await question.getByText('settle and correct bets, and work on flags').waitFor()
    await question.getByText('no code is sent').waitFor()
    await expectAccessible(page)
    const login = () =>
      used.service.anybody.post('/v1/auth/login', { email: 'new@operator.example', password: PASSWORD })
    await question.getByRole('button', { name: 'Back' }).click()
    expect((await login()).status).toBe(401)
    await page.getByRole('button', { name: 'Let them in…' }).click()
    await question.getByRole('button', { name: 'Let them in as support' }).click()
    const row = page.getByRole('row', { name: /new@operator.example/ })
    await row.getByText('Support').waitFor()
    await page.getByText('new@operator.example can log in now.').waitFor()
    await expectAccessible(page)
    expect((await login()).status).toBe(200)
    await row.getByRole('button', { name: /^Role of/ }).click()
    const dialog = page.getByRole('dialog', { name: 'What may new@operator.example do?' })
    await dialog.getByLabel('Role').selectOption('operator_viewer')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make it viewer' }).click()
    await row.getByText('Viewer').waitFor()
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect((await login()).status).toBe(401)
  })

  test('whose address is taken are refused, and nothing is lost of what was typed', async () => {
    const page = await used.openAs('operator_admin', '/people')
    await page.getByLabel('E-mail', { exact: true }).fill('operator_viewer@operator.example')
    await page.getByLabel('First password').fill(PASSWORD)
    await page.getByLabel('Role', { exact: true }).selectOption('operator_admin')
    await page.getByRole('button', { name: 'Let them in…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('They may do all that you may').waitFor()
    await dialog.getByText('asks for a code').waitFor()
    await dialog.getByRole('button', { name: 'Let them in as admin' }).click()
    await dialog.getByRole('alert').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByLabel('First password').inputValue()).toBe(PASSWORD)
    expect(await page.getByText('can log in now').count()).toBe(0)
  })

  test('are no business of a viewer', async () => {
    const page = await used.openAs('operator_viewer', '/people')
    await page.getByText('Only admins see who may log in.').waitFor()
  })
})

test('the audit tells who did what, and that its chain is whole', async () => {
  const page = await used.openAs('operator_viewer', '/audit')
  await page.getByLabel('Action').fill('settings.changed')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Settings changed').first().waitFor()
  expect(new URL(page.url()).search).toBe('?action=settings.changed')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText('The chain is whole').waitFor()
  await expectAccessible(page)
})

test('the audit is narrowed to a colleague by the address that stands in it', async () => {
  const page = await used.openAs('operator_admin', '/audit')
  const rows = page.locator('tbody tr')
  await rows.filter({ hasText: 'server_key' }).first().waitFor()
  await page.getByLabel('Actor').fill('Operator_Admin@operator.example')
  await page.getByRole('button', { name: 'Filter' }).click()
  await rows.filter({ hasText: 'server_key' }).first().waitFor({ state: 'detached' })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(await rows.filter({ hasText: 'operator_admin@operator.example' }).count())
  await page.reload()
  await rows.first().getByText('operator_admin@operator.example').waitFor()
})
