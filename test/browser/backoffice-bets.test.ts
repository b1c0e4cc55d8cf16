import { describe, expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { flagsOf, lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/browser.ts'
import { buy, placement } from '../helpers/service.ts'

const used = useBackoffice(async (tenant) => {
  for (const userId of ['anna', 'ben']) await buy(tenant, userId)
  await place(tenant, 'anna', 'anna-1')
  await place(tenant, 'anna', 'anna-2', { stakeAmount: 10 })
  await place(tenant, 'ben', 'ben-1')
  await place(tenant, 'ben', 'ben-2', { stakeAmount: 20 })
  await win(tenant, 'ben', 'ben-2', 40)
  await lose(tenant, 'ben', 'ben-2')
  await tenant.api.post('/v1/bets', placement('anna', 'anna-3', { stakeAmount: 90 }))
})

describe('open bets', () => {
  test('are settled by hand, several at once, and each says what became of it', async () => {
    const page = await used.openAs('operator_support', '/bets')
    await page.getByLabel('Choose anna-1').check()
    await page.getByLabel('Choose ben-1').check()
    await page.getByText('2 bets chosen').waitFor()
    await page.getByLabel('All on this page').check()
    await page.getByText('3 bets chosen').waitFor()
    await page.getByLabel('All on this page').uncheck()
    await page.getByText('0 bets chosen').waitFor()
    await page.getByLabel('All on this page').check()
    await page.getByLabel('Choose anna-2').uncheck()
    expect(await page.getByLabel('All on this page').isChecked()).toBe(false)
    await page.getByText('2 bets chosen').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Settle as won…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settle 2 bets as won?' })
    await dialog.getByText('100.00 is credited: stake x odds of each').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Settle as won' }).click()
    await dialog.getByText('Accepted').first().waitFor()
    expect(await dialog.getByText('Accepted').count()).toBe(2)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Choose anna-1').waitFor({ state: 'detached' })
    expect((await progressOf(used.tenant, 'anna')).currentBalance).toBe(125)
  })

  test('that a colleague has settled since the question was asked are said to be, and left as they are', async () => {
    await buy(used.tenant, 'cleo')
    for (const bet of ['cleo-3', 'cleo-4']) await place(used.tenant, 'cleo', bet, { stakeAmount: 5 })
    const page = await used.openAs('operator_admin', '/bets?userId=cleo')
    await page.getByLabel('All on this page').check()
    await page.getByRole('button', { name: 'Settle as lost…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('10.00 of stakes is lost').waitFor()
    await win(used.tenant, 'cleo', 'cleo-3', 10)
    await dialog.getByText('Bet cleo-3 was settled won by your feed meanwhile.').waitFor()
    await dialog.getByText('5.00 of stakes is lost').waitFor()
    await page.getByRole('dialog', { name: 'Settle 1 of 2 bets as lost?' }).waitFor()
    await dialog.getByRole('button', { name: 'Settle 1 as lost' }).waitFor()
    await expectAccessible(page)
    const [placed] = (await used.tenant.api.get('/v1/admin/bet-events?externalBetId=cleo-4')).body.betEvents
    await used.tenant.api.post(`/v1/admin/bet-events/${placed.id}/settle`, { outcome: 'won' })
    await dialog.getByText('Bet cleo-4 was settled won by server_key meanwhile.').waitFor()
    await dialog.getByText('Nothing of yours was done.').waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Back'])
  })

  test('that were settled otherwise a moment before stay so, which each says', async () => {
    await buy(used.tenant, 'dora')
    for (const bet of ['dora-5', 'dora-6']) await place(used.tenant, 'dora', bet, { stakeAmount: 5 })
    const page = await used.openAs('operator_admin', '/bets?userId=dora', { expected: /^401 |ERR_FAILED/ })
    await page.getByLabel('All on this page').check()
    await page.getByRole('button', { name: 'Settle as lost…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settle 2 bets as lost?' })
    await dialog.waitFor()
    // The list behind the dialog hears of nothing.
    await page.route(
      ({ searchParams }) => searchParams.get('status') === 'placed',
      (route) => route.abort(),
    )
    await win(used.tenant, 'dora', 'dora-5', 10)
    await lose(used.tenant, 'dora', 'dora-6')
    await dialog.getByRole('button', { name: 'Settle as lost' }).click()
    await dialog.getByText('1 bet was settled otherwise before. That stands').waitFor()
    const lines = dialog.getByRole('list', { name: 'What became of each' }).getByRole('listitem')
    await lines.filter({ hasText: 'dora-5before: settled won by your feedFlagged' }).waitFor()
    await lines.filter({ hasText: 'dora-6before: settled lost by your feedAccepted' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Go to the flags' }).click()
    await page.getByRole('row', { name: /dora-5/ }).waitFor()
    const flag = (await flagsOf(used.tenant)).find(({ externalBetId }) => externalBetId === 'dora-5')
    await used.tenant.api.post(`/v1/admin/reconciliation/flags/${flag.id}/resolve`, { note: 'Seen' })
  })

  test('are for a viewer to see only', async () => {
    const page = await used.openAs('operator_viewer', '/bets')
    await page.getByRole('cell', { name: 'anna-2' }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Settle/ }).count()).toBe(0)
  })
})

describe('flags', () => {
  test('that a colleague has resolved meanwhile are said to be, with the note that counts', async () => {
    await place(used.tenant, 'ben', 'ben-7', { stakeAmount: 5 })
    await win(used.tenant, 'ben', 'ben-7', 11)
    const page = await used.openAs('operator_admin', '/bets?view=flags')
    await page.getByRole('row', { name: /ben-7/ }).getByRole('button', { name: 'Resolve…' }).click()
    await page.getByLabel('How it was dealt with').fill('My own view')
    const flag = (await flagsOf(used.tenant)).find(({ externalBetId }) => externalBetId === 'ben-7')
    await used.tenant.api.post(`/v1/admin/reconciliation/flags/${flag.id}/resolve`, { note: 'Asked the feed' })
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It was resolved meanwhile by server_key; your note is not kept.').waitFor()
    await dialog.getByText('Theirs says: Asked the feed').waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Back'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Resolved' }).click()
    await page.getByRole('cell', { name: 'Asked the feed' }).waitFor()
    await used.tenant.api.post('/v1/bets', { userId: 'ben', externalBetId: 'ben-7', status: 'voided' })
  })

  test('are resolved with a note', async () => {
    const page = await used.openAs('operator_support', '/bets?view=flags')
    await page.getByText('Conflicting settlement').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resolve…' }).click()
    await page.getByLabel('How it was dealt with').fill('The provider was wrong')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByText('Nothing is flagged.').waitFor()
    expect((await flagsOf(used.tenant))[0]).toMatchObject({
      status: 'resolved',
      resolutionNote: 'The provider was wrong',
    })
  })
})

describe('a flag is opened by hand', () => {
  test('on an event of a bet, by support, and leads to the flags', async () => {
    const page = await used.openAs('operator_support', '/bets')
    await page.getByRole('link', { name: 'anna-2' }).click()
    await page
      .getByRole('row', { name: /anna-2.*Placed/ })
      .getByRole('button', { name: 'Flag…' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Flag bet anna-2?' })
    await dialog.getByText('It changes no balance and stops nobody from betting').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Open the flag' }).click()
    expect(await dialog.getByText('The flag is open.').count()).toBe(0)
    await dialog.getByLabel('What is wrong').fill('Placed from two places at once')
    await dialog.getByRole('button', { name: 'Open the flag' }).click()
    await dialog.getByText('The flag is open.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Go to the flags' }).click()
    const row = page.getByRole('row', { name: /anna-2/ })
    await row.getByText('Placed from two places at once').waitFor()
    await row.getByText(/^admin:\w{8}…$/).waitFor()
    // Who may know by which address colleagues log in sees whom it is about.
    const admin = await used.openAs('operator_admin', '/bets?view=flags')
    await admin
      .getByRole('row', { name: /anna-2/ })
      .getByText('operator_support@operator.example')
      .waitFor()
    expect((await flagsOf(used.tenant)).at(-1)).toMatchObject({
      type: 'operator',
      externalBetId: 'anna-2',
      status: 'open',
    })
  })

  test('on a bet that is known by its id, whichever of its events it is about', async () => {
    const page = await used.openAs('operator_admin', '/bets?view=flags')
    await page.getByRole('button', { name: 'Flag a bet…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Flag a bet?' })
    await dialog.getByLabel('Bet id, whole').fill('nobody-1')
    await dialog.getByRole('button', { name: 'Find the bet' }).click()
    await dialog.getByText('No bet of a player has this id.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Bet id, whole').fill('ben-2')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('What it is about').selectOption('ben: placed, accepted, 2 Mar 12:00 UTC')
    await dialog.getByLabel('What is wrong').fill('Odds of another match')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Open the flag' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /ben-2.*Odds of another match/ }).waitFor()
    const { betEvents } = (await used.tenant.api.get('/v1/admin/bet-events?externalBetId=ben-2')).body
    const placed = betEvents.find(({ status }: { status: string }) => status === 'placed')
    expect((await flagsOf(used.tenant)).at(-1)).toMatchObject({ betEventId: placed.id, status: 'open' })
  })

  test('by no viewer', async () => {
    const page = await used.openAs('operator_viewer', '/bets?view=events&externalBetId=anna-2')
    await page.getByRole('button', { name: 'Why?' }).waitFor()
    expect(await page.getByRole('button', { name: /Flag…|Correct/ }).count()).toBe(0)
    await page.goto(`${used.service.url}/backoffice/bets?view=flags`)
    await page.getByRole('button', { name: 'Resolved' }).waitFor()
    expect(await page.getByRole('button', { name: /Flag a bet/ }).count()).toBe(0)
  })
})

test('flags are narrowed to one player, in the other views of bets, too, and by the way from the player', async () => {
  const page = await used.openAs('operator_support', '/bets?view=flags')
  await page.getByRole('cell', { name: 'ben-2' }).waitFor()
  const filter = page.getByLabel('User id, whole')
  await page.keyboard.press('/')
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'ben-2' }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'anna-2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resolved' }).click()
  await page.getByText('No flag about anna was resolved.').waitFor()
  await page.getByRole('button', { name: 'All bet events' }).click()
  await page.getByRole('cell', { name: 'anna-3' }).waitFor()
  expect(await filter.inputValue()).toBe('anna')
  expect(await page.getByRole('cell', { name: 'ben-2' }).count()).toBe(0)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByRole('cell', { name: 'ben-2' }).waitFor()
  expect(await filter.inputValue()).toBe('')
  await page.goto(`${used.service.url}/backoffice/players/anna`)
  await page.getByRole('link', { name: '1 open flag' }).click()
  await page.getByRole('cell', { name: 'anna-2' }).waitFor()
  expect(await filter.inputValue()).toBe('anna')
  expect(await page.getByRole('cell', { name: 'ben-2' }).count()).toBe(0)
})

describe('bet events', () => {
  test('say why a bet was rejected, rule by rule', async () => {
    const page = await used.openAs('operator_viewer', '/bets?view=events&externalBetId=anna-3')
    await page.getByText('max stake exceeded').waitFor()
    await page.getByRole('button', { name: 'Why?' }).click()
    const dialog = page.getByRole('dialog', { name: 'How bet anna-3 was judged' })
    await dialog.getByRole('row', { name: /Max stake exceeded 90\.00 at most \d+\.\d\d Failed/ }).waitFor()
    await expectAccessible(page)
    // On a phone, too, each number stands below what it is, unlike those of the list behind.
    await page.setViewportSize({ width: 390, height: 844 })
    const edgeOf = async (role: 'columnheader' | 'cell', name: string) => {
      const box = await dialog.getByRole(role, { name, exact: true }).first().boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    expect(await edgeOf('cell', '90.00')).toBe(await edgeOf('columnheader', 'Found'))
    await expectNoSidewaysScroll(page)
  })

  test('are put right', async () => {
    const page = await used.openAs('operator_support', '/bets?view=events&externalBetId=ben-2')
    await page.getByRole('button', { name: 'Correct…' }).click()
    await page.getByLabel('How it came out').selectOption('lost')
    await page.getByLabel('Why', { exact: true }).fill('The wrong leg was settled')
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // 100.00, 25.00 won by hand above, and 20.00 lost in place of 20.00 won.
    expect((await progressOf(used.tenant, 'ben')).currentBalance).toBe(105)
  })
})

test('a statement is compared with the bets of the service', async () => {
  const page = await used.openAs('operator_support', '/bets?view=statement')
  const lines = [
    { externalBetId: 'anna-2', status: 'settled-won', settlementAmount: 20 },
    { externalBetId: 'unknown-1', status: 'placed' },
    { externalBetId: 'anna-1', status: 'placed', stakeAmount: 12_345.5, odds: 1.875 },
    { externalBetId: 'anna-3', status: 'won' },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  await page.getByLabel('Statement: NDJSON').setInputFiles({
    name: 'day.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(text),
  })
  await page.getByLabel('Day, UTC').fill('2026-03-02')
  await page.getByRole('button', { name: 'Compare' }).click()
  const found = page.getByRole('region', { name: 'What was found' })
  await found.getByText('unknown-1').waitFor()
  await found.getByText('anna-2').waitFor()
  await found.getByText('stakeAmount 12,345.50 / ').waitFor()
  await found.getByText('odds 1.875 / ').waitFor()
  await found.getByText('Line 4').waitFor()
  await found.getByText('status must be one of placed').waitFor()
  await expectAccessible(page)
})
