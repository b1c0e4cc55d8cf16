import { type Cents, returnOf } from './amount.ts'
import type { BetAnswer } from './api.ts'
import { lateBetting } from './betting.ts'
import { EVENT } from './chronicle.ts'
import { inParallel } from './client.ts'
import { buy } from './morning.ts'
import { pendingOf } from './payout-books.ts'
import type { Player, Ticket } from './players/roster.ts'
import { oddsOf, settle, settlementBody } from './players/ticket.ts'
import { utcDay } from './season/calendar.ts'
import type { Stage } from './stage.ts'
import type { Settlement, Verdict } from './tally.ts'

/** How often the operator's feed gets something wrong, per bet that is due. */
const FAULT = {
  mistyped: 0.01,
  cashedOut: 0.005,
  notAccepted: 0.05,
  sentTwice: 0.02,
  contradicted: 0.01,
  annulled: 0.006,
  /** A bet whose win a payout has been asked for: the confirm then finds less profit than was there. */
  annulledUnderPayout: 0.2,
}

const BATCH_SIZE = 200
const BUYS_AFTER_REFUND = 0.5

interface Sending {
  readonly player: Player
  readonly settlement: Settlement
}

/** The evening of a match day: every bet whose matches have ended is settled by their results, faults included. */
export async function evening(players: readonly Player[], stage: Stage): Promise<void> {
  for (const { tally } of players) if (!tally.isOnTheBrink(stage.at)) tally.timePasses(stage.at)
  const due = new Map(players.map((player) => [player, takeDue(player, stage)]))
  await sendSingly(players, (player) => faultsBefore(player, due.get(player) ?? []), stage)
  await sendBatches(players, due, stage)
  await sendSingly(players, (player) => faultsAfter(player, due.get(player) ?? [], stage), stage)
  await inParallel(players, (player) => afterwards(player, stage))
}

/** Near a deadline nobody knows whether a settlement still counts: it comes a match day late. */
function takeDue(player: Player, { day, at }: Stage): Ticket[] {
  if (player.tally.isOnTheBrink(at)) return []
  const due = player.openTickets.filter(({ lastDay }) => lastDay <= day.day)
  player.openTickets.splice(0, Infinity, ...player.openTickets.filter(({ lastDay }) => lastDay > day.day))
  return due
}

/** Before the results: amounts that no odds explain, cash-outs, and bets that were never accepted. */
function faultsBefore({ random }: Player, due: readonly Ticket[]): Settlement[] {
  return due.flatMap((ticket): Settlement[] => {
    const { id: betId, slip, isAccepted } = ticket
    if (!isAccepted) {
      const status = random.chance(0.5) ? 'settled-lost' : 'voided'
      return random.chance(FAULT.notAccepted) ? [{ betId, status }] : []
    }
    const half: Cents = Math.floor(slip.stake / 2)
    if (random.chance(FAULT.mistyped)) {
      return [{ betId, status: 'settled-won', amount: returnOf(slip.stake, oddsOf(slip)) + 1 }]
    }
    return random.chance(FAULT.cashedOut) ? [{ betId, status: 'settled-won', amount: half, isCashOut: true }] : []
  })
}

/** After the results: the same again, the contrary, or the match annulled. */
function faultsAfter({ random, tally }: Player, due: readonly Ticket[], { isCalledOff }: Stage): Settlement[] {
  const isPending = tally.account !== undefined && pendingOf(tally.account) !== undefined
  const annulled = isPending ? FAULT.annulledUnderPayout : FAULT.annulled
  return due.flatMap((ticket): Settlement[] => {
    if (!ticket.isAccepted) return []
    const settled = settle(ticket, isCalledOff)
    if (random.chance(FAULT.sentTwice)) return [settled]
    if (random.chance(FAULT.contradicted)) return [contrary(ticket, settled)]
    return random.chance(annulled) ? [{ betId: ticket.id, status: 'voided' }] : []
  })
}

function contrary({ id: betId, slip }: Ticket, settled: Settlement): Settlement {
  if (settled.status !== 'settled-lost') return { betId, status: 'settled-lost' }
  return { betId, status: 'settled-won', amount: returnOf(slip.stake, oddsOf(slip)) }
}

async function sendSingly(
  players: readonly Player[],
  choose: (player: Player) => Settlement[],
  stage: Stage,
): Promise<void> {
  const sendings = players.map((player) => ({ player, settlements: choose(player) }))
  await inParallel(
    sendings.filter(({ settlements }) => settlements.length > 0),
    async ({ player, settlements }) => {
      for (const settlement of settlements) {
        const body = settlementBody(player, settlement, stage.day.fullTime)
        const answer = await stage.api.sendBet(body)
        stage.chronicle.expect(`settlement of ${settlement.betId}`, 200, answer.status)
        book({ player, settlement }, answer.body, stage)
      }
    },
  )
}

/** Whole players to a batch, so that the settlements of one of them arrive in order. */
async function sendBatches(
  players: readonly Player[],
  due: ReadonlyMap<Player, readonly Ticket[]>,
  stage: Stage,
): Promise<void> {
  const batches: Sending[][] = [[]]
  for (const player of players) {
    const accepted = (due.get(player) ?? []).filter(({ isAccepted }) => isAccepted)
    const sendings = accepted.map((ticket) => ({ player, settlement: settle(ticket, stage.isCalledOff) }))
    const batch = batches.at(-1) ?? []
    if (batch.length + sendings.length > BATCH_SIZE) batches.push(sendings)
    else batch.push(...sendings)
  }
  await inParallel(
    batches.filter((batch) => batch.length > 0),
    async (batch) => {
      const bodies = batch.map(({ player, settlement }) => settlementBody(player, settlement, stage.day.fullTime))
      const results = await stage.api.sendBatch(bodies)
      for (const [nth, sending] of batch.entries()) {
        const result = results[nth]
        stage.chronicle.expect(`batched settlement of ${sending.settlement.betId}`, 200, result?.httpStatus)
        if (result) book(sending, result, stage)
        countStreak(sending)
      }
    },
  )
}

function countStreak({ player, settlement }: Sending): void {
  if (settlement.status === 'settled-lost') player.losingStreak += 1
  if (settlement.status === 'settled-won') player.losingStreak = 0
}

/** Books the settlement by the rules of the tally and holds the service's answer against them. */
function book({ player, settlement }: Sending, answer: BetAnswer, { chronicle, day }: Stage): void {
  const verdict = player.tally.settle(settlement, day.fullTime)
  chronicle.add(`${EVENT.settlement}${verdict === 'applied' ? settlement.status : verdict}`)
  const what = `${settlement.status} of ${settlement.betId}`
  chronicle.expect(what, statusOf(verdict), answer.status)
  if (verdict === 'duplicate') chronicle.expect(`${what} is a duplicate`, true, answer.duplicate)
  // A batch's answer need not carry the reason of a flag.
  if (statusOf(verdict) === 'flagged' && answer.flagReason !== undefined) {
    chronicle.expect(`flag of ${what}`, verdict, answer.flagReason)
  }
  if (verdict === 'cashout_not_allowed_during_challenge') {
    chronicle.expect(`codes of ${what}`, verdict, answer.validationResult.reasonCodes.join())
  }
}

function statusOf(verdict: Verdict): BetAnswer['status'] {
  if (verdict === 'cashout_not_allowed_during_challenge') return 'rejected'
  return verdict === 'applied' || verdict === 'duplicate' || verdict === 'no_effect' ? 'accepted' : 'flagged'
}

/** Late bets; a purchase on the evening of a failure, which has to wait; one after a refund, which has not. */
async function afterwards(player: Player, stage: Stage): Promise<void> {
  const { tally, temper, random } = player
  if (tally.isOnTheBrink(stage.at)) return
  await lateBetting(player, stage)
  const { latest } = tally
  if (tally.current || latest?.endedAt === undefined || utcDay(latest.endedAt) !== utcDay(stage.at)) return
  const wants = latest.status === 'refunded' ? BUYS_AFTER_REFUND : temper.impatience
  if (random.chance(wants)) await buy(player, stage)
}
