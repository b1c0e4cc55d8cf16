import { fromEuro } from './amount.ts'
import { EVENT } from './chronicle.ts'
import { UNCERTAIN_MS } from './payout-books.ts'
import { askTooLate, lookAfterAccount } from './payouts.ts'
import type { Player } from './players/roster.ts'
import type { Choice } from './players/table.ts'
import { isAccount, type Program } from './program.ts'
import { utcDay } from './season/calendar.ts'
import type { Stage } from './stage.ts'

/** The morning of a match day: players buy, choose after a pass, give up, and look after their funded accounts. */
export async function morning(player: Player, stage: Stage): Promise<void> {
  const { tally, temper, random } = player
  if (tally.isOnTheBrink(stage.at)) return
  tally.timePasses(stage.at)
  await askTooLate(player, stage)
  const program = tally.current
  if (!program) return buyIfWanted(player, stage)
  if (random.chance(temper.impatience)) await buy(player, stage)
  if (program.status === 'passed_pending_choice') await choose(player, stage)
  else if (program.kind === 'funded') await lookAfterAccount(player, stage)
  else if (random.chance(temper.cancels)) await cancel(player, stage)
}

async function buyIfWanted(player: Player, stage: Stage): Promise<void> {
  const { tally, temper, random } = player
  await excludeIfWanted(player, stage)
  const wants = tally.latest ? random.chance(temper.buysAgain) : stage.seasonShare >= temper.startsAt
  if (wants) await buy(player, stage)
}

/** Buys a challenge as of this moment, or tries to: the books know which refusal has to come. */
export async function buy(player: Player, stage: Stage): Promise<void> {
  const { userId, tally, temper, random } = player
  const { api, chronicle, at } = stage
  if (endedJustNow(tally.latest, at)) return
  const wanted = random.pick(temper.tiers)
  const tier = stage.tiers.find(({ name }) => name === wanted)
  if (!tier) throw new Error(`there is no tier ${wanted}`)
  const refusal = refusalExpected(player, at)
  // A start before the end of the program before would be invalid, and that end may be a moment ago.
  const answer = await api.purchase(userId, tier.id, refusal === undefined ? at : undefined)
  chronicle.expect(`purchase by ${userId}`, refusal, answer.error)
  if (answer.status !== 201) return chronicle.add(`${EVENT.purchaseRefused}${answer.error}`)
  chronicle.add(EVENT.bought)
  const { challenge } = answer.body
  const program = tally.bought(challenge.id, tier, at)
  chronicle.expect(`startingBalance of ${userId}`, program.startingBalance, fromEuro(challenge.startingBalance))
  chronicle.expect(`targetBalance of ${userId}`, program.target, fromEuro(challenge.targetBalance))
  chronicle.expect(`expiresAt of ${userId}`, program.expiresAt, Date.parse(challenge.expiresAt))
}

/** A purchase as of this moment would lie before the end of an account that was lost or closed since. Another day, then. */
const endedJustNow = (latest: Program | undefined, at: number): boolean =>
  isAccount(latest) && latest.endedAt !== undefined && at - latest.endedAt < UNCERTAIN_MS

/** The code with which a purchase at this moment has to be refused, in the order of the checks. */
function refusalExpected({ tally, exclusion }: Player, at: number): string | undefined {
  if (exclusion === 'excluded') return 'user_self_excluded'
  const { current, latest } = tally
  if (current?.kind === 'funded') return 'active_funded_account_exists'
  if (current) return current.status === 'active' ? 'active_challenge_exists' : 'challenge_awaiting_choice'
  const coolsDown = latest?.status === 'failed' || latest?.status === 'cancelled'
  const isSameDay = latest?.endedAt !== undefined && utcDay(latest.endedAt) === utcDay(at)
  return coolsDown && isSameDay ? 'purchase_cooldown' : undefined
}

async function excludeIfWanted(player: Player, { api, chronicle }: Stage): Promise<void> {
  if (!player.temper.isExcludedOnce || !player.tally.latest || player.exclusion === 'over') return
  player.exclusion = player.exclusion === 'none' ? 'excluded' : 'over'
  const answer = await api.exclude(player.userId, player.exclusion === 'excluded')
  chronicle.expect(`self-exclusion of ${player.userId}`, 200, answer.status)
}

async function choose(player: Player, stage: Stage): Promise<void> {
  const choice = chosen(player)
  if (choice === 'continue') await continueFunded(player, stage)
  if (choice === 'refund') await refund(player, stage)
  if (choice === 'cancel') await cancel(player, stage)
}

function chosen({ temper, random }: Player): Choice | undefined {
  const roll = random.next()
  const { refund, cancel } = temper.choices
  if (roll < cancel) return 'cancel'
  if (roll < cancel + refund) return 'refund'
  return roll < cancel + refund + temper.choices.continue ? 'continue' : undefined
}

async function continueFunded({ userId, tally }: Player, { api, chronicle, at }: Stage): Promise<void> {
  const answer = await api.continueFunded(userId)
  chronicle.expect(`continue of ${userId}`, 200, answer.status)
  if (answer.status !== 200) return
  tally.continued(answer.body.fundedAccountId, at)
  chronicle.add(EVENT.continued)
}

async function refund({ userId, tally }: Player, { api, chronicle, at }: Stage): Promise<void> {
  const answer = await api.refundStake(userId)
  chronicle.expect(`refund of ${userId}`, 200, answer.status)
  if (answer.status !== 200) return
  const { tier } = tally.chosen('refunded', at)
  chronicle.expect(`own stake refunded to ${userId}`, tier.ownStake, fromEuro(answer.body.ownStake))
  chronicle.add(EVENT.refunded)
}

async function cancel({ userId, tally }: Player, { api, chronicle, at }: Stage): Promise<void> {
  const answer = await api.cancel(userId)
  chronicle.expect(`cancel of ${userId}`, 200, answer.status)
  if (answer.status !== 200) return
  tally.chosen('cancelled', at)
  chronicle.add(EVENT.cancelled)
}
