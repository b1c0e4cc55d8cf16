import { lose, place, progressOf, win } from './bets.ts'
import type { Answer } from './client.ts'
import { confirm, payoutStateOf, reject, withdraw, withTier } from './payouts.ts'
import { buy, type TestService, type TestTenant } from './service.ts'

const DAYS = 24
const PLAYERS = `anna.berg ben.frost carla.diaz dario.k ella.moss finn.hall greta.w hugo.stein ida.lund jonas.r kim.park
  leo.novak mia.toth noah.w`.split(/\s+/)

/** The players and the tiers of a sportsbook, and its luck, which is the same every time. */
interface Month {
  readonly tenant: TestTenant
  readonly tiers: readonly TestTenant[]
  /** From 0 to 1. */
  readonly luck: () => number
}

/** Some weeks of a small sportsbook, day by day: challenges that pass and fail, funded accounts, payouts, flags. */
export async function busyMonth(tenant: TestTenant, { app }: TestService): Promise<void> {
  const pro = await withTier(tenant, { ...larger, name: 'Pro', ownStake: 50, bonusAmount: 200, targetBalance: 375 })
  const month: Month = { tenant, tiers: [tenant, pro], luck: luckOf(11) }
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  for (let day = 1; day <= DAYS; day += 1) {
    for (const player of PLAYERS) await dayOf(month, player, day)
    app.clock.forward(23 * 3_600_000)
    await decideAll(month, day)
    app.clock.forward(3_600_000)
  }
  // Nobody listens there.
  await app.pool.query(`update deliveries set status = 'delivered', attempts = 1, settled_at = now()`)
}

const larger = { minBetsRequired: 10, minActiveDays: 5, fundedAccountBalance: 1000 }

async function dayOf(month: Month, player: string, day: number): Promise<void> {
  const { tenant, tiers, luck } = month
  const progress = await progressOf(tenant, player)
  if (progress.type === 'none' && luck() < 0.25) await buy(luck() < 0.6 ? tenant : (tiers[1] ?? tenant), player)
  if (progress.type === 'challenge_passed') {
    await tenant.api.post(`/v1/users/${player}/challenge/${luck() < 0.75 ? 'continue' : 'refund-stake'}`)
  }
  if (progress.type === 'funded_account' && luck() < 0.4) {
    const { withdrawableGross } = await payoutStateOf(tenant, player)
    if (withdrawableGross > 20) await withdraw(tenant, player, Math.round(withdrawableGross * 80) / 100)
  }
  if (progress.limitsNow === undefined) return
  for (const nth of [1, 2]) await bet(month, player, `slip-${player}-${day}-${nth}`, progress)
}

async function bet({ tenant, luck }: Month, player: string, id: string, progress: Answer['body']): Promise<void> {
  const odds = Math.round((1.6 + luck() * 1.8) * 100) / 100
  const share = luck() < 0.1 ? 1.2 : 0.4 + luck() * 0.6
  const stakeAmount = Math.max(1, Math.round(progress.limitsNow.maxStake * share))
  const { body } = await place(tenant, player, id, { stakeAmount, odds })
  if (body.status !== 'accepted' || luck() < 0.03) return
  const hasWon = luck() < 1.02 / odds
  if (hasWon) await win(tenant, player, id, Math.round(stakeAmount * odds * 100) / 100)
  else await lose(tenant, player, id)
  // A feed that thinks again.
  if (!hasWon && luck() < 0.05) await win(tenant, player, id, Math.round(stakeAmount * odds * 100) / 100)
}

/** Every payout is decided in the evening, but for those of the last days. */
async function decideAll({ tenant, luck }: Month, day: number): Promise<void> {
  if (day > DAYS - 5) return
  const { payouts } = (await tenant.api.get('/v1/admin/payouts?status=pending')).body
  for (const { id } of payouts) {
    if (luck() < 0.85) await confirm(tenant, id)
    else await reject(tenant, id, { reason: 'Please confirm your address first' })
  }
}

/** Numbers that look like chance, the same for the same seed. */
function luckOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
