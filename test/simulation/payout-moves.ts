import { modestWish, placeBet } from './bet-moves.ts'
import { euros } from './model/amounts.ts'
import { openBets } from './model/bet-events.ts'
import { betEvents, type Program } from './model/facts.ts'
import { activeAccount } from './model/payout-requests.ts'
import { largestPayout, payoutsOf, pendingPayout } from './model/payouts.ts'
import { standing } from './model/programs.ts'
import { DAY, HOUR } from './model/time.ts'
import { settleOpen } from './settle-moves.ts'
import { ask, bookOf, type Player, post, programOf, read, type Stage, sendBet } from './stage.ts'
import { moveTo } from './time-moves.ts'

const UNKNOWN_PAYOUT = '01890a5d-ac96-774b-bcce-b302099a8057'

const accountOf = (stage: Stage, player: Player): Program | undefined =>
  activeAccount(bookOf(stage, player), player.user)

/** Gross amounts at, just inside and just beyond everything that bounds a payout, in cents; parts of a cent too. */
function amountOf(stage: Stage, player: Player): number {
  const { chance } = stage
  const account = accountOf(stage, player)
  if (!account) return chance.whole(1, 9_000)
  const { gross } = largestPayout(bookOf(stage, player), account)
  const { minPayout, splitPoints } = account.tier
  const least = Math.ceil(((minPayout ?? 1) * 10_000) / splitPoints)
  return chance.weighted([
    [30, gross],
    [14, gross + 1],
    [8, Math.max(0, gross - 1)],
    [16, Math.floor(gross / 2)],
    [6, least],
    [6, Math.max(0, least - 1)],
    [6, chance.whole(0, 2)],
    [3, 0.4],
    [2, 1_000.5],
    [6, chance.whole(1, 30_000)],
  ])
}

/** A withdraw under a key, which may come again, or without one. */
export function withdraw(stage: Stage, player: Player, amount = amountOf(stage, player)): void {
  const { chance } = stage
  const headers: Record<string, string> = chance.happens(0.04)
    ? {}
    : { 'x-idempotency-key': `withdraw-${stage.steps.length}` }
  const path = `/v1/users/${player.user}/withdraw`
  const body = { grossAmount: amount / 100 }
  const draft = { tenant: player.tenant, method: 'POST' as const, path, body, headers }
  if (ask(stage, draft) && 'x-idempotency-key' in headers) stage.repeatable.push({ ...draft, now: stage.now })
}

/** The operator looks, then decides: the payout that waits, one that is decided, or one that there never was. */
export function decidePayout(stage: Stage, player: Player): void {
  const { chance, model } = stage
  read(stage, player, 'withdrawable')
  const book = model.book(player.tenant)
  const account = accountOf(stage, player)
  const waiting = account && pendingPayout(book, account)
  const known = account ? payoutsOf(book, account) : []
  const id = chance.happens(0.9) ? waiting?.id : chance.pickOrNone(known.filter(({ mandatory }) => !mandatory))?.id
  const target = id ?? (chance.happens(0.3) ? UNKNOWN_PAYOUT : undefined)
  if (target === undefined) return
  const decision = chance.weighted([
    [7, 'confirm'],
    [3, 'reject'],
  ])
  const path = `/v1/admin/payouts/${target}/${decision}`
  for (
    let times = chance.weighted([
      [8, 1],
      [2, 2],
    ]);
    times > 0;
    times -= 1
  )
    post(stage, player, path, decision === 'reject' ? { reason: 'documents' } : undefined)
}

/** Bets of the account are won, until there is a profit, a payout waits, or luck ends. */
export function earn(stage: Stage, player: Player): void {
  const { chance } = stage
  for (let bets = chance.whole(1, 6); bets > 0; bets -= 1) {
    const account = accountOf(stage, player)
    if (!account || pendingPayout(bookOf(stage, player), account)) return
    const won = placeBet(stage, player, modestWish(stage, player, account))
    if (won) win(stage, player, won.externalBetId, won.payout)
  }
}

function win(stage: Stage, player: Player, externalBetId: string, payout: number): void {
  const settlementAmount = euros(payout)
  sendBet(stage, player, { userId: player.user, externalBetId, status: 'settled-won', settlementAmount })
}

/** The whole way: a profit, a request, a void of what it came from or a bet that is settled meanwhile, the decision. */
export function payoutStory(stage: Stage, player: Player): void {
  const { chance } = stage
  const account = accountOf(stage, player)
  if (!account) return
  earn(stage, player)
  if (chance.happens(0.4)) placeBet(stage, player, modestWish(stage, player, account))
  const { gross } = largestPayout(bookOf(stage, player), account)
  withdraw(stage, player, chance.happens(0.6) ? gross : amountOf(stage, player))
  if (chance.happens(0.35)) voidAWin(stage, player, account)
  if (chance.happens(0.3)) settleOpen(stage, player)
  if (chance.happens(0.2)) placeBet(stage, player, modestWish(stage, player, account))
  if (chance.happens(0.2)) moveTo(stage, stage.now + chance.whole(1, 40) * HOUR)
  decidePayout(stage, player)
  if (chance.happens(0.5)) decidePayout(stage, player)
}

function voidAWin(stage: Stage, player: Player, account: Program): void {
  const won = betEvents(bookOf(stage, player)).filter(
    (event) => event.program === account.id && event.applied && event.status === 'settled-won',
  )
  const event = stage.chance.pickOrNone(won)
  if (event) sendBet(stage, player, { userId: player.user, externalBetId: event.externalBetId, status: 'voided' })
}

/** The own stake back from the account, also without key or confirmation; now and then once nothing is open. */
export function refundFunded(stage: Stage, player: Player): void {
  const { chance } = stage
  const account = accountOf(stage, player)
  if (account && chance.happens(0.5))
    for (const { externalBetId } of openBets(bookOf(stage, player), account.id))
      sendBet(stage, player, { userId: player.user, externalBetId, status: 'settled-lost' })
  const path = `/v1/users/${player.user}/funded/refund-stake`
  const fault = chance.weighted([
    [8, 'none'],
    [1, 'no key'],
    [1, 'not confirmed'],
  ])
  const headers: Record<string, string> =
    fault === 'no key' ? {} : { 'x-idempotency-key': `funded-refund-${stage.steps.length}` }
  const body = fault === 'not confirmed' ? {} : { confirm: true }
  const draft = { tenant: player.tenant, method: 'POST' as const, path, body, headers }
  if (ask(stage, draft) && fault === 'none') stage.repeatable.push({ ...draft, now: stage.now })
}

/** Losses with the largest stakes, which may end the account, a payout waiting or not. */
export function squander(stage: Stage, player: Player): void {
  const { chance } = stage
  for (let bets = chance.whole(1, 6); bets > 0; bets -= 1) {
    const account = accountOf(stage, player)
    if (!account) return
    const available = standing(bookOf(stage, player), account, 'available')
    const wish = modestWish(stage, player, account)
    const lost = placeBet(stage, player, { ...wish, stake: Math.max(wish.stake, Math.floor(available / 4)) })
    if (lost) sendBet(stage, player, { userId: player.user, externalBetId: lost.externalBetId, status: 'settled-lost' })
  }
}

/** Weeks in which nothing happens, so that deadlines pass. */
export function idle(stage: Stage, player: Player): void {
  if (programOf(stage, player)?.kind === 'funded') moveTo(stage, stage.now + stage.chance.whole(1, 16) * DAY)
  if (stage.chance.happens(0.5)) withdraw(stage, player)
  if (stage.chance.happens(0.3)) withdraw(stage, player)
}

export const readWithdrawable = (stage: Stage, player: Player): void => {
  read(stage, player, 'withdrawable')
}

/** The operator's list, of all or of those that wait. */
export function listPayouts(stage: Stage, player: Player): void {
  const status = stage.chance.pick(['', '&status=pending', '&status=executed', '&status=rejected'])
  ask(stage, { tenant: player.tenant, method: 'GET', path: `/v1/admin/payouts?limit=500${status}` })
}
