import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, useBrowser } from '../helpers/browser.ts'
import { startService, type TestService } from '../helpers/service.ts'

let service: TestService
const { open } = useBrowser()
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.end())

test('the reference is read, and leaves the console empty', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'info') complaints.push(`${message.text()} ${message.location().url}`)
  })
  // What a policy keeps from running may be caught by whoever tries, and only the page hears of it.
  await page.exposeFunction('complain', (what: string) => complaints.push(what))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => complain(violatedDirective + ' ' + blockedURI))`,
  )
  await page.goto(`${service.url}/docs`)
  await page.getByRole('heading', { name: 'Challenge Funding', level: 1 }).waitFor()
  expect(await page.title()).toBe('Challenge Funding: API reference')
  await page.getByRole('button', { name: 'Reconciliation' }).first().click()
  await page.getByText('Settle a bet by hand').first().click()
  await page.getByText('The id is the betEventId of the placement.').first().waitFor()
  expect(complaints).toEqual([])
})

test.each(['light', 'dark'] as const)('the reference can be read by everybody, %s', async (colorScheme) => {
  const page = await open({ viewport: { width: 1280, height: 800 }, colorScheme })
  await page.goto(`${service.url}/docs`)
  await page.getByRole('button', { name: 'Bets' }).first().click()
  await page.getByText('Report a placement').first().click()
  await page
    .getByRole('heading', { name: /Report a placement/ })
    .first()
    .waitFor()
  // It begins light and turns dark by transitions: between the two a text is as pale as its ground.
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
  await expectAccessible(page, ['color-contrast'])
})

test('a document without a page around it has the icon, too', async () => {
  const icon = await fetch(`${service.url}/favicon.ico`)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect(Buffer.from(await icon.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})
