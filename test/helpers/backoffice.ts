import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildPages } from '../../packages/builder/src/build-pages.ts'
import { useBrowser, type Visit } from './browser.ts'
import { employ, Mailbox, PASSWORD } from './people.ts'
import { startService, type TestService, type TestTenant } from './service.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Nobody has logged in yet when the page asks who has; the others are what a test provokes. */
const ANSWERS = /^(401|400|403|404|409|422) /

/** The real service with its pages, one tenant, and people who work for it. */
export interface UsedBackoffice {
  readonly service: TestService
  readonly tenant: TestTenant
  readonly mailbox: Mailbox
  /** Opens a page of the backoffice as a person with this role, who has just logged in. */
  readonly openAs: (role: string, path?: string, visit?: Visit) => Promise<Page>
  /** Opens it as nobody. */
  readonly open: (path?: string, visit?: Visit) => Promise<Page>
  /** Logs a person with this role in on the page. */
  readonly logIn: (page: Page, role: string) => Promise<void>
}

const emailOf = (role: string): string => `${role}@operator.example`

/** Starts the service with the built pages for the tests of a file; `seed` fills the tenant. */
export function useBackoffice(seed: (tenant: TestTenant, service: TestService) => Promise<void>): UsedBackoffice {
  const browser = useBrowser()
  const mailbox = new Mailbox()
  let used: { readonly service: TestService; readonly tenant: TestTenant } | undefined
  const current = () => {
    if (used === undefined) throw new Error('the service starts before the first test')
    return used
  }
  beforeAll(async () => {
    const { failed } = await buildPages(ROOT, { always: false })
    expect(failed).toEqual([])
    const service = await startService({
      sendMail: mailbox.send,
      edge: () => ({ packages: join(ROOT, 'packages') }),
    })
    const tenant = await service.seed({ name: 'North Star Betting' })
    used = { service, tenant }
    for (const role of ['operator_admin', 'operator_support', 'operator_viewer', 'fast_admin']) {
      await employ(service, tenant, emailOf(role), { role })
    }
    await seed(tenant, service)
  }, 120_000)
  afterAll(async () => {
    await current().service.end()
    expect(current().service.bugs).toEqual([])
  })
  const addressOf = (path: string): string => `${current().service.url}/backoffice${path}`
  const openEmpty = (visit: Visit): Promise<Page> =>
    browser.open({ viewport: { width: 1360, height: 860 }, expected: ANSWERS, ...visit })
  const open = async (path = '', visit: Visit = {}): Promise<Page> => {
    const page = await openEmpty(visit)
    await page.goto(addressOf(path))
    return page
  }
  return {
    get service() {
      return current().service
    },
    get tenant() {
      return current().tenant
    },
    mailbox,
    open,
    logIn: (page, role) => logIn(page, emailOf(role)),
    openAs: async (role, path = '', visit = {}) => {
      const page = await openEmpty(visit)
      await page.context().addCookies([await sessionOf(current().service, emailOf(role))])
      await page.goto(addressOf(path))
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      return page
    },
  }
}

/** Types the password; a code may be asked for then. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** The cookie of a fresh login, as the form of the page gets it. */
async function sessionOf({ anybody, url }: TestService, email: string): Promise<Cookie> {
  const { status, headers } = await anybody.post('/v1/auth/login', { email, password: PASSWORD, cookie: true })
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? []
  if (status !== 200 || value === '') throw new Error(`expected a session, got ${status}`)
  const { hostname: domain } = new URL(url)
  return { name, value, domain, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }
}

/** Waits until the page of an address is there, with all that it asks for. */
export async function hasCome(page: Page): Promise<void> {
  // The frame comes before it, and nothing is in it yet.
  await page.locator('#content').getByRole('heading', { level: 1 }).waitFor()
  await page.locator('#content .loading').first().waitFor({ state: 'detached' })
}

/**
 * Tells whether a button of the page was pressed. Pages ask again by themselves: what shall come of a press must not come
 * before it.
 */
export async function pressed(page: Page, name: string): Promise<() => Promise<boolean>> {
  await page.evaluate(`{
    window.wasPressed = false
    const look = ({ target }) => { if (target.textContent === ${JSON.stringify(name)}) window.wasPressed = true }
    addEventListener('click', look, true)
  }`)
  // The page may be closed while something is still asked for.
  return () => page.evaluate<boolean>('window.wasPressed').catch(() => false)
}
