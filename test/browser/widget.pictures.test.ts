import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { lose, place, win } from '../helpers/bets.ts'
import { keepPicture } from '../helpers/keep-picture.ts'
import { accountWith, withTier } from '../helpers/payouts.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { allowHost, sees, useWidget } from '../helpers/widget-page.ts'

// The pictures of the documents. `PICTURES=docs/pictures npx vitest run test/browser/widget.pictures.test.ts` renews them.

const world = useWidget()

const picture = async (page: Page, name: string): Promise<void> =>
  keepPicture(await page.locator('challenge-widget').screenshot(), name)

test('a player, from the shop window to the payout', async () => {
  const tenant = await world.service.seed({ name: 'Northern Bets' })
  await allowHost(tenant, world.host)
  const pro = await withTier(tenant, {
    name: 'Pro',
    ownStake: 50,
    bonusAmount: 200,
    targetBalance: 375,
    fundedAccountBalance: 1000,
    minBetsRequired: 10,
    minActiveDays: 5,
  })
  await withTier(tenant, {
    name: 'Elite',
    ownStake: 100,
    bonusAmount: 400,
    targetBalance: 750,
    fundedAccountBalance: 2500,
  })
  const offers = await world.look('offers', { tenant, width: 780 })
  await sees(offers, 'Elite')
  await picture(offers, 'widget-offers')

  await buy(pro, 'runner')
  for (const [bet, stakeAmount] of Object.entries({ b1: 40, b2: 25, b3: 30 })) {
    await place(tenant, 'runner', bet, { stakeAmount })
    if (bet === 'b2') await lose(tenant, 'runner', bet)
    else await win(tenant, 'runner', bet, stakeAmount * 2)
  }
  await place(tenant, 'runner', 'b4', { stakeAmount: 20, odds: 2.4 })
  const challenge = await world.look('runner', { tenant, width: 780 })
  await sees(challenge, '€20.00 staked')
  await picture(challenge, 'widget-challenge')
  const phone = await world.look('runner', {
    tenant,
    width: 376,
    attributes: { 'data-locale': 'de', 'data-theme': 'dark' },
  })
  await sees(phone, /20,00.€ eingesetzt/)
  await picture(phone, 'widget-challenge-dark-german')

  await buyAndPass(tenant, 'passer')
  const choice = await world.look('passer', { tenant, width: 780 })
  await sees(choice, 'You passed!')
  await picture(choice, 'widget-choice')

  await accountWith(tenant, 'winner', 123.45, { fundedMandatoryPayoutPercent: 150, fundedFirstPayoutDays: 30 })
  const funded = await world.look('winner', { tenant, width: 780 })
  await sees(funded, 'You can withdraw now')
  await picture(funded, 'widget-funded')
})
