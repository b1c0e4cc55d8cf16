import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { chromiumPath } from './needed-programs.ts'

/** How long a page may take for anything: the machine may be busy. */
const PATIENCE_MS = 20_000

const ANSWERED_WITH_A_FAILURE = 'Failed to load resource: the server responded with a status of'

export interface Visit extends BrowserContextOptions {
  /**
   * What the page says to its console or throws although nothing is wrong, and requests that shall fail, such as
   * `402 POST /v1/challenges/purchase`.
   */
  readonly expected?: RegExp
}

/** The browser that the tests of a file share. Each page has a context of its own: cookies, storage, cache. */
export interface UsedBrowser {
  /** An empty page; nothing may go wrong on it unless it was expected. It is closed when the test ends. */
  readonly open: (visit?: Visit) => Promise<Page>
}

/**
 * Starts Chromium for the tests of a file. When a test ends its pages are closed, and it fails if one of them has thrown
 * or complained, or was answered with a failure: that includes whatever a content security policy kept from running.
 */
export function useBrowser(): UsedBrowser {
  // A way through many pages takes its time on a busy machine.
  vi.setConfig({ testTimeout: 120_000 })
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  beforeAll(async () => {
    // As root Chromium has no sandbox; in a container there is little shared memory.
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb']
    browser = await chromium.launch({ executablePath: chromiumPath(), args, timeout: 60_000 })
  })
  afterEach(async () => {
    // Requests that a test has taken over may still be under way: what becomes of them concerns nobody any more.
    const pages = contexts.flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(() => browser?.close())
  const open = async ({ expected, ...options }: Visit = {}): Promise<Page> => {
    if (browser === undefined) throw new Error('the browser starts before the first test')
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...options,
    })
    contexts.push(context)
    context.setDefaultTimeout(PATIENCE_MS)
    const complain = (text: string): void => {
      if (!expected?.test(text)) complaints.push(text)
    }
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => complain(message))
    page.on('console', (message) => {
      const isTrouble = message.type() === 'error' || message.type() === 'warning'
      // Which request it was the console does not say: answers are looked at by themselves.
      if (isTrouble && !message.text().startsWith(ANSWERED_WITH_A_FAILURE)) complain(message.text())
    })
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400) complain(`${response.status()} ${response.request().method()} ${pathname}`)
    })
    return page
  }
  return { open }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Nothing on the page, in whatever state it is, keeps out people who see, hear or move differently; of a page that is not
 * all ours by `only` these rules.
 */
export async function expectAccessible(page: Page, only?: readonly string[]): Promise<void> {
  // Evaluated by the debugger, which no content security policy stops; once for each page, for it is long.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(only && { runOnly: only }) })
  const result: axe.AxeResults = await page.evaluate(`axe.run(document, ${options})`)
  const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
  expect(found).toEqual([])
}

/** Nothing stands out to the side: no page that scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window]: [number, number] = await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  expect(content).toBeLessThanOrEqual(window)
}

/** Whether something stands on the ground that a device which forces its own colours gives to what is chosen. */
export const standsOut = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { document, getComputedStyle } = element.ownerDocument.defaultView
    const chosen = document.body.appendChild(document.createElement('p'))
    chosen.style.background = 'Highlight'
    const { backgroundColor } = getComputedStyle(chosen)
    chosen.remove()
    return getComputedStyle(element).backgroundColor === backgroundColor
  })

/** A web server of somebody else: the pages of an operator's own site. */
export interface HostSite {
  readonly origin: string
  readonly pages: Map<string, HostPage>
  readonly end: () => Promise<void>
}

export interface HostPage {
  readonly html: string
  readonly headers?: { readonly [name: string]: string }
}

/** Serves the pages that a test puts in, on an origin of its own. */
export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const answer = (path: string, response: ServerResponse): void => {
    const page = pages.get(path)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
    response.end(page?.html ?? '')
  }
  const server = createServer(({ url = '/' }, response) => answer(url.split('?', 1)[0] ?? '/', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, pages, end: () => closed(server) }
}

const closed = (server: Server): Promise<void> => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
