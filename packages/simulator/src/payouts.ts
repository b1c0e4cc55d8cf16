import { type Cents, fromEuro, toEuro } from './amount.ts'
import { EVENT } from './chronicle.ts'
import { endAccount, offerOf, pendingOf, refusalsOf, request, shareOf } from './payout-books.ts'
import { comparePayout, comparePayoutState } from './payout-proof.ts'
import type { Player } from './players/roster.ts'
import type { Wish } from './players/table.ts'
import { type Account, isAccount } from './program.ts'
import type { Stage } from './stage.ts'

/** How often a request is sent twice under its key: the second answer is the first one. */
const SENT_TWICE = 0.1

/** A player looks after a funded account: takes the own stake and leaves, or asks for a payout. */
export async function lookAfterAccount(player: Player, stage: Stage): Promise<void> {
  const { tally, temper, random } = player
  if (!tally.account) return
  if (random.chance(temper.purse.leaves)) await leave(player, tally.account, stage)
  if (tally.account && !tally.isGapUncertain(stage.at) && random.chance(temper.purse.asks)) {
    await askForPayout(player, tally.account, stage)
  }
}

async function askForPayout(player: Player, account: Account, stage: Stage): Promise<void> {
  const { userId, random } = player
  const { api, chronicle, at } = stage
  comparePayoutState(userId, account, await api.payoutState(userId), { chronicle, at })
  const wanted = amountFor(random.pick(player.temper.purse.wishes), account)
  const refusals = refusalsOf(account, wanted, at)
  const key = api.key()
  const answer = await api.withdraw(userId, toEuro(wanted), key)
  chronicle.add(EVENT.payoutAsked)
  chronicle.expect(`refusal of a payout to ${userId}`, refusals[0], answer.error)
  if (answer.status >= 400) {
    chronicle.expect(`reasons against a payout to ${userId}`, refusals.join(), answer.body.reasons?.join())
    return noteRefusal(stage, answer.error, answer.body.reasons)
  }
  const claim = request(account, wanted, at, stage.review)
  claim.id = answer.body.payout.id
  chronicle.expect(`status of a withdraw by ${userId}`, claim.status === 'pending' ? 202 : 200, answer.status)
  comparePayout(account, claim, answer.body.payout, chronicle)
  if (!random.chance(SENT_TWICE)) return
  const again = await api.withdraw(userId, toEuro(wanted), key)
  chronicle.expect(`withdraw sent twice by ${userId}`, claim.id, again.body.payout?.id)
}

function noteRefusal({ chronicle }: Stage, error: string | undefined, reasons: readonly string[] = []): void {
  chronicle.add(`${EVENT.payoutRefused}${error}`)
  for (const code of reasons) chronicle.add(`${EVENT.payoutReason}${code}`)
}

const LEAST: Cents = 1
const SOME: Cents = 100

/** A gross amount for the wish. Whoever has no profit asks for a euro all the same. */
function amountFor(wish: Wish, account: Account): Cents {
  const { gross, min } = offerOf(account)
  if (wish === 'all') return Math.max(gross, SOME)
  if (wish === 'part') return Math.max(Math.floor(gross / 2), SOME)
  if (wish === 'too much') return gross + LEAST
  if (wish === 'crumb' || min === undefined) return LEAST
  // The largest amount whose share is below the minimum.
  let amount = Math.ceil((min * 10_000) / account.payouts.rules.split)
  while (shareOf(amount, account) >= min) amount -= 1
  return amount
}

async function leave({ userId }: Player, account: Account, { api, chronicle, at }: Stage): Promise<void> {
  const refusal = refusalToLeave(account)
  const answer = await api.refundFundedStake(userId)
  chronicle.expect(`funded refund of ${userId}`, refusal, answer.error)
  if (answer.status !== 200) return chronicle.add(`${EVENT.leaveRefused}${answer.error}`)
  chronicle.expect(`own stake back to ${userId}`, account.payouts.ownStake, fromEuro(answer.body.ownStake))
  chronicle.expect(`profit forfeited by ${userId}`, offerOf(account).profit, fromEuro(answer.body.profitForfeited))
  endAccount(account, 'stake_refunded', at)
}

function refusalToLeave(account: Account): string | undefined {
  const { rules, ownStake } = account.payouts
  if (!rules.isStakeRefundable || ownStake === 0) return 'stake_not_refundable'
  if (pendingOf(account)) return 'payout_pending'
  return account.openBets > 0 ? 'open_bets' : undefined
}

/** Asks for a payout of an account that was lost for never having asked: told why once, then there is no account. */
export async function askTooLate({ userId, tally }: Player, stage: Stage): Promise<void> {
  const { latest } = tally
  const isMissed = isAccount(latest) && latest.endReason === 'first_payout_deadline' && !latest.payouts.isMissTold
  if (!isMissed) return
  latest.payouts.isMissTold = true
  const { api, chronicle } = stage
  const first = await api.withdraw(userId, toEuro(SOME))
  chronicle.expect(`a payout too late for ${userId}`, 'first_payout_deadline', first.error)
  noteRefusal(stage, first.error, first.body.reasons)
  const second = await api.withdraw(userId, toEuro(SOME))
  chronicle.expect(`a second payout too late for ${userId}`, 'not_found', second.error)
}
