import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type HostSite, startHostSite, type UsedBrowser, useBrowser, type Visit } from './browser.ts'
import { buildWidget } from './build-widget.ts'
import { userToken } from './people.ts'
import { startService, type TestService, type TestTenant } from './service.ts'

// The widget as an operator's page has it: on another origin than the service, under a policy that allows nothing but the
// script of the service and calls to it.

/** How a player looks at the widget. */
export interface Look {
  readonly tenant?: TestTenant
  readonly attributes?: { readonly [name: string]: string }
  /** Of the page around. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  readonly width?: number
  readonly visit?: Visit
  /** False: nobody has logged in. */
  readonly withToken?: boolean
  /** What the clock of the page says when it opens; else the real time. */
  readonly clock?: Date
  /** Whether it says so until the test moves it. */
  readonly clockStands?: boolean
  /** Addresses that nobody answers at until the test lets them. */
  readonly cut?: string
  /** What the page does before the widget is there. */
  readonly before?: string
}

export interface WidgetWorld {
  readonly service: TestService
  readonly tenant: TestTenant
  readonly host: HostSite
  /** A page with the widget of a player, whose token the operator's backend has minted. */
  readonly look: (userId: string, look?: Look) => Promise<Page>
}

/** Builds the widget and starts a service that serves it, and the site of an operator that shows it. */
export function useWidget(): WidgetWorld {
  const browser = useBrowser()
  let world: { service: TestService; tenant: TestTenant; host: HostSite; packages: string } | undefined
  const current = () => {
    if (world === undefined) throw new Error('the service starts before the first test')
    return world
  }
  beforeAll(async () => {
    const packages = await mkdtemp(join(tmpdir(), 'widget-'))
    await buildWidget(join(packages, 'widget/dist'))
    const service = await startService({ edge: () => ({ packages }) })
    const host = await startHostSite()
    world = { service, host, packages, tenant: await service.seed() }
    await allowHost(world.tenant, host)
  })
  afterAll(async () => {
    const { service, host, packages } = current()
    await host.end()
    await service.end()
    await rm(packages, { recursive: true, force: true })
  })
  return {
    get service() {
      return current().service
    },
    get tenant() {
      return current().tenant
    },
    get host() {
      return current().host
    },
    look: (userId, look = {}) => lookAt(current(), browser, userId, look),
  }
}

/** Lets the pages of the host read with the public key. */
export const allowHost = ({ api }: TestTenant, host: HostSite, more: object = {}) =>
  api.patch('/v1/admin/settings', { widget: { origins: [host.origin], ...more } })

async function lookAt(
  { service, host, tenant: usual }: { service: TestService; host: HostSite; tenant: TestTenant },
  browser: UsedBrowser,
  userId: string,
  {
    tenant = usual,
    attributes = {},
    lang = 'en',
    dir = 'ltr',
    width = 900,
    visit = {},
    withToken = true,
    before = '',
    clock,
    clockStands = false,
    cut,
  }: Look,
): Promise<Page> {
  const token = withToken ? (await userToken(tenant, userId))['x-user-token'] : undefined
  const all = {
    'data-public-key': tenant.publicKey,
    ...(withToken && { 'data-user-id': userId }),
    ...(token && { 'data-user-token': token }),
    ...attributes,
  }
  const written = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  const path = `/${encodeURIComponent(userId)}.html`
  host.pages.set(path, {
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; require-trusted-types-for 'script'`,
    },
    html: `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta name="viewport" content="width=device-width">
      <title>Sportsbook</title></head><body><main><h1>Sportsbook</h1><challenge-widget ${written.join(' ')}></challenge-widget></main>
      <script src="${service.url}/widget.js"></script></body></html>`,
  })
  const page = await browser.open({ viewport: { width, height: 1000 }, ...visit })
  if (clock !== undefined && clockStands) {
    // It runs until it is stopped, and never goes back: on a busy machine it would have passed the time it is stopped at.
    await page.clock.install({ time: new Date(clock.getTime() - 60_000) })
    await page.clock.pauseAt(clock)
  } else if (clock !== undefined) await page.clock.install({ time: clock })
  if (cut !== undefined) await page.route(cut, (route) => route.abort())
  if (before !== '') await page.addInitScript(before)
  await page.goto(`${host.origin}${path}`)
  return page
}

/** Waits until a text is there to be seen. */
export const sees = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('challenge-widget').getByText(text).filter({ visible: true }).first().waitFor()

/**
 * Cuts a page off from some addresses of the service until they are unrouted, and waits for what it says then. It is cut
 * more than once: what was just under way a browser sends again by itself, past the route.
 */
export async function cutOff(page: Page, service: TestService, addresses: string, says: string): Promise<void> {
  await page.route(addresses, (route) => route.abort())
  const hasHeard = async () => {
    await service.cut()
    return page.locator('challenge-widget').getByText(says).count()
  }
  await expect.poll(hasHeard, { timeout: 30_000, interval: 1_000 }).toBe(1)
}

/** Has the page believe that it is in the background, or in front again. */
export const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} })
    document.dispatchEvent(new Event('visibilitychange'))
  `)

/** How often the page has asked where the player stands. */
export function asking(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/progress') && request.method() === 'GET') asked += 1
  })
  return () => asked
}

/** The requests to some addresses, none of which goes on, in the order in which they came, until the test lets it. */
export async function heldAt(page: Page, addresses: string | RegExp): Promise<Route[]> {
  const held: Route[] = []
  await page.route(addresses, async (route) => {
    if (route.request().method() === 'OPTIONS') await route.fallback()
    else held.push(route)
  })
  return held
}

/** What the page around brings, or changes. */
export const update = (page: Page, change: object): Promise<void> =>
  page.evaluate(`document.querySelector('challenge-widget').update(${JSON.stringify(change)})`)
