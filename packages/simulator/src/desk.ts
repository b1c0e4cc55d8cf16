import type { Api, Payout } from './api.ts'
import { EVENT } from './chronicle.ts'
import { inParallel } from './client.ts'
import { confirm, lookAtThreshold, pendingOf, reject } from './payout-books.ts'
import { comparePayout } from './payout-proof.ts'
import type { Player } from './players/roster.ts'
import type { Account, Claim } from './program.ts'
import type { Stage } from './stage.ts'

/** How the operator's desk decides on a payout that waits, on each morning; the rest is how likely it lies for a day. */
const CONFIRMS = 0.6
const REJECTS = 0.15
/** How often a decision is sent twice: the second one changes nothing. */
const DECIDED_TWICE = 0.1

/** The operator's morning: what waits is exactly what the books expect to wait, and most of it is decided. */
export async function reviewPayouts(players: readonly Player[], stage: Stage): Promise<void> {
  const { api, chronicle } = stage
  const waiting = new Map((await api.payouts('pending')).map((payout) => [payout.userId, payout]))
  await inParallel(players, async (player) => {
    const { account } = player.tally
    const claim = account && pendingOf(account)
    const payout = waiting.get(player.userId)
    chronicle.expect(`${player.userId} waits for a payout`, claim !== undefined, payout !== undefined)
    if (!account || !claim || !payout) return
    // A mandatory payout has no answer of its own: the list is where its id is first seen.
    claim.id ??= payout.id
    comparePayout(account, claim, payout, chronicle)
    await decide({ player, account, claim, id: payout.id }, stage)
  })
}

interface Case {
  readonly player: Player
  readonly account: Account
  readonly claim: Claim
  readonly id: string
}

async function decide({ player, account, claim, id }: Case, stage: Stage): Promise<void> {
  const { api, at, review } = stage
  const roll = player.random.next()
  if (roll >= CONFIRMS + REJECTS) return
  const isTwice = player.random.chance(DECIDED_TWICE)
  if (roll < CONFIRMS) await confirmed({ player, account, claim, id }, stage)
  else {
    const answer = await api.rejectPayout(id)
    reject(account, claim, at)
    compareDecision({ account, claim }, answer.body.payout, stage)
  }
  lookAtThreshold(account, at, review)
  if (isTwice) compareDecision({ account, claim }, await decidedAgain(api, id, player), stage, false)
}

/** The opposite of what was decided, as likely as the same: a decision is final. */
const decidedAgain = async (api: Api, id: string, { random }: Player): Promise<Payout> =>
  (await (random.chance(0.5) ? api.confirmPayout(id) : api.rejectPayout(id))).body.payout

async function confirmed({ account, claim, id }: Case, stage: Stage): Promise<void> {
  const { api, chronicle, at } = stage
  const answer = await api.confirmPayout(id)
  const verdict = confirm(account, claim, at)
  chronicle.expect(`confirm of ${id}`, verdict === 'changed' ? 'payout_amount_changed' : undefined, answer.error)
  if (verdict !== 'changed') return compareDecision({ account, claim }, answer.body.payout, stage)
  chronicle.add(`${EVENT.payoutDecided}changed, confirmed again`)
  chronicle.expect(`second confirm of ${id}`, 'executed', confirm(account, claim, at))
  compareDecision({ account, claim }, (await api.confirmPayout(id)).body.payout, stage)
}

function compareDecision(
  { account, claim }: Pick<Case, 'account' | 'claim'>,
  payout: Payout,
  { chronicle }: Stage,
  isFirst = true,
): void {
  if (payout === undefined) {
    chronicle.surprise(`a decision on the payout ${claim.id} is refused`)
    return
  }
  comparePayout(account, claim, payout, chronicle)
  const by = claim.isDecidedBySystem ? ' by the service' : ''
  chronicle.add(`${EVENT.payoutDecided}${isFirst ? `${claim.status}${by}` : 'decided twice, one effect'}`)
}
