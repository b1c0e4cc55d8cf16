import { test } from 'vitest'
import { lose, place } from '../helpers/bets.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { accountWith, openAccount } from '../helpers/payouts.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { useWidget } from '../helpers/widget-page.ts'

const w = useWidget()
const OUT = '/tmp/shots'
const visit = { expected: /404|Failed|MIME|CORS/ }
const shot = async (page: any, name: string) => {
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${OUT}/${name}.png`, fullPage: true })
  await expectAccessible(page).catch((e) => console.log(name, e.message.slice(0, 1500)))
}

test('shots', async () => {
  await shot(await w.look('none', { visit }), 'offers')
  await buy(w.tenant, 'runner')
  await place(w.tenant, 'runner', 'r1')
  await lose(w.tenant, 'runner', 'r1')
  await place(w.tenant, 'runner', 'r2', { stakeAmount: 18.75 })
  const p = await w.look('runner', { visit })
  await shot(p, 'challenge')
  await p.getByRole('button', { name: 'Give up' }).click()
  await shot(p, 'giveup')
  await shot(await w.look('runner', { visit, width: 320 }), 'challenge-320')
  await shot(
    await w.look('runner', { visit, width: 400, attributes: { 'data-theme': 'dark', 'data-locale': 'de' } }),
    'challenge-dark-de',
  )
  const o = await w.look('none', { visit, width: 400 })
  await o.getByRole('button', { name: /rules/ }).first().click()
  await shot(o, 'terms')
  await buyAndPass(w.tenant, 'passer')
  await shot(await w.look('passer', { visit, attributes: { 'data-locale': 'es' } }), 'choice')
  await openAccount(w.tenant, 'fresh')
  await shot(await w.look('fresh', { visit }), 'funded-fresh')
  await accountWith(w.tenant, 'rich', 123.45, {
    fundedMinPayout: 10,
    fundedFirstPayoutDays: 30,
    fundedMandatoryPayoutPercent: 150,
    fundedStakeRefundable: true,
  })
  const f = await w.look('rich', { visit, dir: 'rtl' })
  await shot(f, 'funded-rtl')
  await f.getByRole('button', { name: 'Withdraw' }).click()
  await shot(f, 'withdraw')
  const h = await w.look('rich', { visit })
  await h.getByRole('tab', { name: 'History' }).click()
  await shot(h, 'history')
  await h.getByRole('tab', { name: 'Ranking' }).click()
  await shot(h, 'ranking')
  await h.getByRole('tab', { name: 'Bets' }).click()
  await shot(h, 'bets')
}, 120000)
