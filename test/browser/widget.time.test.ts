import { describe, expect, test } from 'vitest'
import { lose, place } from '../helpers/bets.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { allowHost, asking, hide, sees, useWidget } from '../helpers/widget-page.ts'

// What time alone changes: nobody bets, nobody buys, and what the widget says has to stay true.

const world = useWidget()
const serviceNow = (): Date => new Date(world.service.app.clock.now())

async function ownTenant(): Promise<TestTenant> {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  return tenant
}

const advance = ({ api }: TestTenant, by: object) => api.post('/v1/sandbox/clock/advance', by)

test('a test clock that is moved is seen at once, without anything else happening', async () => {
  const tenant = await ownTenant()
  await buy(tenant, 'waiting')
  const page = await world.look('waiting', { tenant })
  await sees(page, 'Live')
  await sees(page, '30 days')
  await advance(tenant, { byHours: 240 })
  await sees(page, '20 days')
  await advance(tenant, { byHours: 456 })
  await sees(page, '24 hours')
  await sees(page, 'Your challenge ends in 24 hours.')
})

test('a pause counts down, and is over when it is over', async () => {
  const tenant = await ownTenant()
  await buy(tenant, 'paused')
  for (const [index, stakeAmount] of [25, 18, 10].entries()) {
    await place(tenant, 'paused', `p${index}`, { stakeAmount })
    await lose(tenant, 'paused', `p${index}`)
  }
  await advance(tenant, { to: '2026-03-02T23:59:00Z' })
  const page = await world.look('paused', { tenant, clock: serviceNow() })
  const left = page.locator('challenge-widget .countdown-value')
  await left.waitFor()
  const seconds = async () => Number.parseInt((await left.textContent()) ?? '', 10)
  const before = await seconds()
  // The clock of the page runs on while it opens.
  expect(before).toBeGreaterThan(20)
  expect(before).toBeLessThanOrEqual(60)
  await page.clock.runFor(10_000)
  await expect.poll(seconds).toBeLessThanOrEqual(before - 10)
  world.service.app.clock.forward(60_000)
  await page.clock.runFor(60_000)
  await left.waitFor({ state: 'detached' })
  await sees(page, 'Largest stake now')
  await page.getByText('No bets are taken right now').waitFor({ state: 'detached' })
})

describe('a page', () => {
  test('in the background asks for nothing, and once it is looked at again asks at once', async () => {
    const tenant = await ownTenant()
    await buy(tenant, 'elsewhere')
    const page = await world.look('elsewhere', { tenant, clock: serviceNow() })
    await sees(page, 'Live')
    const asked = asking(page)
    await hide(page, true)
    await page.clock.fastForward(11 * 60_000)
    expect(asked()).toBe(0)
    world.service.app.clock.forward(11 * 60_000)
    const answer = page.waitForResponse(/\/progress$/)
    await hide(page, false)
    await answer
    expect(asked()).toBe(1)
  })

  test('in front asks again after ten minutes: its device may have been set to another time', async () => {
    const tenant = await ownTenant()
    await buy(tenant, 'reader')
    const page = await world.look('reader', { tenant, clock: serviceNow() })
    await sees(page, 'Live')
    const asked = asking(page)
    // The ten minutes begin anew with whatever the stream tells, and it may still be telling.
    const later = async () => {
      await page.clock.fastForward(10 * 60_000 + 1_000)
      return asked()
    }
    await expect.poll(later, { timeout: 20_000, interval: 1_000 }).toBeGreaterThan(0)
  })
})
