import { expect, test } from 'vitest'
import { useBackoffice } from '../helpers/backoffice.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith, payoutsOf, pendingPayout, reject } from '../helpers/payouts.ts'

// What the pages say of a payout that was rejected: it keeps the numbers that it was asked for with, and nothing was paid.

const used = useBackoffice(async (tenant) => {
  for (const userId of ['asker', 'silent']) await accountWith(tenant, userId, 100, { fundedFirstPayoutDays: 30 })
  const { id } = await pendingPayout(tenant, 'asker', 50)
  await reject(tenant, id)
})

test('a rejected payout is not shown as though it, or the own stake, had been paid', async () => {
  const [rejected] = await payoutsOf(used.tenant, 'asker')
  expect(rejected).toMatchObject({ status: 'rejected', ownStakeReturned: 20, totalPaid: 60 })
  const page = await used.openAs('operator_admin', '/payouts?status=rejected')
  await page.getByRole('columnheader', { name: 'Not paid' }).waitFor()
  await page.getByRole('button', { name: 'asker' }).click()
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByText('Nothing was paid. The amounts are those that it was asked for with.').waitFor()
  await review.getByText('Own stake, not returned').waitFor()
  expect(await review.getByText('Own stake returned').count()).toBe(0)
  await expectAccessible(page)
})

test('the day of the first payout is named until one was asked for, not after it was rejected', async () => {
  const page = await used.openAs('operator_viewer', '/players/silent')
  await page.getByText('First payout by').waitFor()
  await page.goto(page.url().replace('silent', 'asker'))
  await page.getByText('Payouts so far').waitFor()
  expect(await page.getByText('First payout by').count()).toBe(0)
})
