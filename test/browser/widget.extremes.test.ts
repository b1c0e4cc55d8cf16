import { expect, test } from 'vitest'
import { place, win } from '../helpers/bets.ts'
import { expectNoSidewaysScroll } from '../helpers/browser.ts'
import { openAccount, withTier } from '../helpers/payouts.ts'
import { buy } from '../helpers/service.ts'
import { allowHost, sees, useWidget } from '../helpers/widget-page.ts'

const world = useWidget()

test('however long names are and however high amounts: nothing stands out on a small phone', async () => {
  const tenant = await world.service.seed({ name: `Donaudampfschifffahrt${'x'.repeat(80)}` })
  await allowHost(tenant, world.host)
  await openAccount(tenant, 'rich', { name: 'Meisterschaft'.repeat(9), fundedAccountBalance: 50_000_000 })
  await place(tenant, 'rich', 'rich', { stakeAmount: 10_000_000, odds: 2.5 })
  await win(tenant, 'rich', 'rich', 25_000_000)
  for (const [userId, seen] of Object.entries({ rich: '€12,000,000.00', poor: /Meisterschaft/ })) {
    const page = await world.look(userId, { tenant, width: 320 })
    await sees(page, seen)
    await expectNoSidewaysScroll(page)
    const beyond = await page
      .locator('.panel')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(Math.max(...beyond)).toBe(0)
  }
})

test('cents are shown of a currency that people have no coins for', async () => {
  const tenant = await world.service.seed({ currency: 'HUF' })
  await allowHost(tenant, world.host)
  await buy(tenant, 'forint')
  await place(tenant, 'forint', 'forint', { stakeAmount: 10, odds: 2.05 })
  await win(tenant, 'forint', 'forint', 20.5)
  await sees(await world.look('forint', { tenant }), /HUF\s110\.50/)
})

test('the amounts of a withdrawal are not broken, however high', async () => {
  const tenant = await world.service.seed()
  await allowHost(tenant, world.host)
  await openAccount(tenant, 'winner', { fundedAccountBalance: 50_000_000 })
  await place(tenant, 'winner', 'winner', { stakeAmount: 10_000_000, odds: 2.5 })
  await win(tenant, 'winner', 'winner', 25_000_000)
  const page = await world.look('winner', { tenant, width: 320 })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const amounts = page.locator('.sum-row dd')
  await amounts.first().waitFor()
  const lines = await amounts.evaluateAll((all) =>
    all.map((one) => {
      const text = one.ownerDocument.createRange()
      text.selectNodeContents(one)
      return text.getClientRects().length
    }),
  )
  expect(new Set(lines)).toEqual(new Set([1]))
  await expectNoSidewaysScroll(page)
})

test.each([
  ['close to the target', 120, 'ltr'],
  ['close to the target, from right to left,', 120, 'rtl'],
  ['far from it', 1500, 'ltr'],
] as const)('a start %s has a label that covers no other one, and breaks none', async (_, targetBalance, dir) => {
  const name = `${dir}-${targetBalance}`
  await buy(await withTier(world.tenant, { targetBalance }), name)
  for (const width of [560, 900]) {
    const page = await world.look(name, { width, dir })
    await sees(page, /Start €100/)
    const labels = await page.locator('.ends span').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, height } = one.getBoundingClientRect()
        const lines = height / Number.parseFloat(one.ownerDocument.defaultView?.getComputedStyle(one).fontSize ?? '0')
        return { left, right, lines }
      }),
    )
    for (const { lines } of labels) expect(lines).toBeLessThan(2)
    const [first, second, third] = labels.sort((a, b) => a.left - b.left)
    expect(second?.left).toBeGreaterThan(first?.right ?? 0)
    expect(third?.left).toBeGreaterThan(second?.right ?? 0)
    await expectNoSidewaysScroll(page)
  }
})

test('where there is room the label of the start stands below its mark', async () => {
  await buy(await withTier(world.tenant, { targetBalance: 170 }), 'midway')
  const page = await world.look('midway', { width: 700 })
  await sees(page, /Start €100/)
  const [mark, label] = await page.locator('.tick, .mid').evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect()
      return (left + right) / 2
    }),
  )
  expect(Math.abs((mark ?? 0) - (label ?? 0))).toBeLessThan(12)
})

test('of the labels of an account none is so narrow that it is a column of letters', async () => {
  await openAccount(world.tenant, 'narrow', { fundedAccountBalance: 10_000, fundedMandatoryPayoutPercent: 150 })
  for (const width of [320, 376]) {
    const page = await world.look('narrow', { width, attributes: { 'data-locale': 'de' } })
    await sees(page, /Ende bei 4.000/)
    const lines = await page.locator('.ends span').evaluateAll((all) =>
      all.map((one) => {
        const text = one.ownerDocument.createRange()
        text.selectNodeContents(one)
        return text.getClientRects().length
      }),
    )
    expect(Math.max(...lines)).toBeLessThan(4)
    await expectNoSidewaysScroll(page)
  }
})

test('in large type the name of a limit is no column of letters either', async () => {
  await buy(world.tenant, 'large')
  const page = await world.look('large', { width: 376 })
  await sees(page, '1.50 to 10.00')
  await page.evaluate("document.querySelector('challenge-widget').style.setProperty('--cw-font-size', '32px')")
  const label = page.locator('.facts.rows dt').filter({ hasText: 'Odds' })
  const lines = await label.evaluate((one) => {
    const text = one.ownerDocument.createRange()
    text.selectNodeContents(one)
    return text.getClientRects().length
  })
  expect(lines).toBe(1)
  await expectNoSidewaysScroll(page)
})
