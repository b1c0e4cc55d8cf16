import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../helpers/service.ts'
import { heldAt, sees, useWidget } from '../helpers/widget-page.ts'

// Words that come late, not at all, or from two sides.

const world = useWidget()
const serviceNow = (): Date => new Date(world.service.app.clock.now())
const expected = /ERR_|Failed|503/
const german = { 'data-locale': 'de' }
const languageOf = (page: Page) => page.locator('challenge-widget .widget').getAttribute('lang')

test('a failure is not read out for the words of a language', async () => {
  const before = `
    const fetched = window.fetch
    const failure = () => new Response('{"error":"service_unavailable","tryAgain":"Failure 503"}', { status: 503 })
    window.fetch = async (url, init) => (String(url).endsWith('/words/de.json') ? failure() : fetched(url, init))
  `
  const page = await world.look('wordless', { visit: { expected }, attributes: german, cut: '**/v1/**', before })
  await sees(page, 'Try again')
  expect(await page.getByText('Failure 503').count()).toBe(0)
})

test('words that could not be had are asked for again; until they come it is English, and says so', async () => {
  await buy(world.tenant, 'later')
  const cut = '**/words/de.json'
  const page = await world.look('later', { visit: { expected }, attributes: german, cut, clock: serviceNow() })
  await sees(page, 'Your limits now')
  expect(await languageOf(page)).toBe('en')
  await page.unroute(cut)
  await page.clock.runFor(31_000)
  await sees(page, 'Deine Grenzen jetzt')
  expect(await languageOf(page)).toBe('de')
})

test('words that let themselves be waited for leave nothing blank: it is English until they come', async () => {
  await buy(world.tenant, 'waiting')
  const before = `
    const fetched = window.fetch
    const here = new Promise((resolve) => document.addEventListener('words', resolve))
    window.fetch = async (url, init) => {
      if (String(url).endsWith('/words/de.json')) await here
      return fetched(url, init)
    }
  `
  const page = await world.look('waiting', { attributes: german, before, clock: serviceNow(), clockStands: true })
  await page.clock.runFor(1_000)
  expect(await page.getByText('Your limits now').count()).toBe(0)
  await page.clock.runFor(1_000)
  await sees(page, 'Your limits now')
  await page.evaluate("document.dispatchEvent(new Event('words'))")
  await sees(page, 'Deine Grenzen jetzt')
})

test('words that never come are given up, and asked for again', async () => {
  const page = await world.look('endless', { attributes: german, clock: serviceNow(), withToken: false })
  await sees(page, 'Melde dich an')
  const other = await heldAt(page, '**/words/es.json')
  await page.evaluate("document.querySelector('challenge-widget').update({ locale: 'es' })")
  await expect.poll(() => other.length).toBe(1)
  await page.clock.runFor(2_000)
  await sees(page, 'Log in to buy a challenge.')
  await page.unroute('**/words/es.json')
  await page.clock.runFor(31_000)
  await sees(page, 'Inicia sesión')
})

test('words of a page for a language that is still to come change these, and leave the others', async () => {
  await buy(world.tenant, 'ours')
  const before = `
    customElements.whenDefined('challenge-widget').then((widget) => widget.addWords('de', { balance: 'Stand' }))
  `
  const page = await world.look('ours', { attributes: german, before })
  await sees(page, 'Deine Grenzen jetzt')
  await sees(page, /^Stand$/)
})
