import { euros, payoutOf } from './model/amounts.ts'
import { appliedSettlement, lastOutcome, openBets } from './model/bet-events.ts'
import { type BetEvent, betEvents, type Request } from './model/facts.ts'
import { lossOf, sessionLoss } from './model/losses.ts'
import { DAY, HOUR, instantOf, iso, MINUTE, SECOND } from './model/time.ts'
import { ask, bookOf, type Player, post, programOf, type Stage, sendBet } from './stage.ts'

type Body = Record<string, unknown>

/** Settlements are often late, sometimes of an earlier day. */
function settlementTime({ chance, now }: Stage): Body {
  const late = chance.weighted([
    [70, 0],
    [10, chance.whole(1, 90) * SECOND],
    [8, chance.whole(1, 300) * MINUTE],
    [8, chance.whole(5, 40) * HOUR],
    [2, -chance.whole(1, 200) * SECOND],
  ])
  return late === 0 ? {} : { eventTimestamp: iso(now - late) }
}

/** What a bet came to: the full return most of the time, else a part, around the stake, or nothing. */
function wonAmount({ chance }: Stage, placement: BetEvent): number {
  const stake = placement.stake ?? 0
  const full = payoutOf(stake, placement.odds ?? 0)
  return chance.weighted([
    [60, full],
    [4, full + 1],
    [4, full - 1],
    [4, stake],
    [5, Math.max(0, stake - 1)],
    [5, Math.floor(stake / 2)],
    [1, 0],
  ])
}

function outcomeBody(stage: Stage, placement: BetEvent, luck: number): Body {
  const won = stage.chance.happens(luck)
  if (!won) return { status: 'settled-lost' }
  return { status: 'settled-won', settlementAmount: euros(wonAmount(stage, placement)) }
}

/** Extra fields of a settlement: mostly none or right ones, sometimes wrong ones. */
function extras({ chance }: Stage, placement: BetEvent): Body {
  const stake = placement.stake ?? 0
  const odds = placement.odds ?? 0
  return chance.weighted<Body>([
    [60, {}],
    [15, { stakeAmount: euros(stake), odds: odds / 10_000 }],
    [2, { odds: (odds + 0.3) / 10_000 }],
    [4, { stakeAmount: euros(stake + 1) }],
    [4, { odds: (odds + 1) / 10_000 }],
    [7, { isCashOut: true }],
  ])
}

function anotherPlayer(stage: Stage, player: Player): Player {
  return stage.chance.pick(
    stage.players.filter((other) => other.tenant === player.tenant && other.user !== player.user),
  )
}

export function settleOpen(stage: Stage, player: Player, luck = 0.5): void {
  const program = programOf(stage, player)
  const placement = program && stage.chance.pickOrNone(openBets(bookOf(stage, player), program.id))
  if (!placement) return
  const sender = stage.chance.happens(0.04) ? anotherPlayer(stage, player) : player
  sendBet(stage, player, {
    userId: sender.user,
    externalBetId: placement.externalBetId,
    ...outcomeBody(stage, placement, luck),
    ...extras(stage, placement),
    ...settlementTime(stage),
  })
}

/** A settlement of any bet that was ever sent, open, settled, voided, rejected, of any program; or of an unknown one. */
export function settleAny(stage: Stage, player: Player): void {
  const placed = betEvents(bookOf(stage, player)).filter(
    (event) => event.status === 'placed' && event.user === player.user,
  )
  const placement = stage.chance.pickOrNone(placed)
  const known = placement && stage.chance.happens(0.85)
  const outcome = known ? outcomeBody(stage, placement, 0.5) : { status: 'settled-lost' }
  const externalBetId = known ? placement.externalBetId : `unknown-${stage.chance.whole(1, 5)}`
  sendBet(stage, player, { userId: player.user, externalBetId, ...outcome, ...settlementTime(stage) })
}

export const sendVoid = (stage: Stage, player: Player, externalBetId: string): void => {
  sendBet(stage, player, { userId: player.user, externalBetId, status: 'voided', ...settlementTime(stage) })
}

/** Voids of open, won, lost, rejected, voided and unknown bets, on running and ended programs. */
export function voidAny(stage: Stage, player: Player): void {
  const book = bookOf(stage, player)
  const placed = betEvents(book).filter((event) => event.status === 'placed' && event.user === player.user)
  const settled = placed.filter((event) => appliedSettlement(book, event.externalBetId))
  const placement = stage.chance.pickOrNone(stage.chance.happens(0.6) && settled.length > 0 ? settled : placed)
  const externalBetId = placement?.externalBetId ?? `unknown-${stage.chance.whole(1, 5)}`
  const sender = stage.chance.happens(0.04) ? anotherPlayer(stage, player) : player
  sendVoid(stage, sender, externalBetId)
}

/** Takes back losses of today, largest first, which may lift a cooldown. */
export function voidLossOfToday(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  const book = bookOf(stage, player)
  if (!program || sessionLoss(book, program, stage.now) === 0) return
  const losses = betEvents(book)
    .filter((event) => event.program === program.id && lossOf(event) > 0 && event.at > stage.now - DAY)
    .sort((a, b) => lossOf(b) - lossOf(a))
  const loss = losses[0]
  if (loss) sendVoid(stage, player, loss.externalBetId)
}

/** What is sent again has no event time outside the window: that would be judged before the duplicate. */
const isFresh = (stage: Stage, request: Request): boolean => {
  const at = instantOf(request.body?.eventTimestamp)
  return at === undefined || at > stage.now - 7 * DAY + HOUR
}

/** A bet event once more, as it was or with other content. */
export function resend(stage: Stage, player: Player): void {
  const { chance } = stage
  const own = stage.repeatable.filter(
    (request) => request.tenant === player.tenant && request.path === '/v1/bets' && isFresh(stage, request),
  )
  const request = chance.pickOrNone(own)
  if (!request?.body) return
  const change = chance.weighted<Body>([
    [70, {}],
    [6, request.body.status === 'voided' ? {} : { stakeAmount: 7.77 }],
    [6, { userId: anotherPlayer(stage, player).user }],
    [6, request.body.status === 'settled-won' ? { settlementAmount: 1 } : {}],
  ])
  ask(stage, { tenant: request.tenant, method: 'POST', path: request.path, body: { ...request.body, ...change } })
}

/** What a person at the operator does about a bet: mostly corrects one that is settled, at times settles an open one. */
export function ruleOnAny(stage: Stage, player: Player): void {
  const { chance } = stage
  const book = bookOf(stage, player)
  // One without a program was answered not_found: nobody knows its id.
  const placed = betEvents(book).filter(
    (event) => event.status === 'placed' && event.user === player.user && event.program !== null,
  )
  const program = programOf(stage, player)
  const current = placed.filter((event) => event.program === program?.id && event.result === 'accepted')
  const placement = chance.pickOrNone(chance.happens(0.85) && current.length > 0 ? current : placed)
  if (!placement) return
  const isOpen = lastOutcome(book, placement.externalBetId) === undefined
  const act = chance.happens(isOpen ? 0.85 : 0.1) ? 'settle' : 'correct'
  const outcome = chance.weighted([
    [5, 'won'],
    [5, 'lost'],
    [act === 'correct' ? 2 : 0, 'voided'],
  ])
  const amount =
    outcome === 'won' && chance.happens(0.5) ? { settlementAmount: euros(wonAmount(stage, placement)) } : {}
  const note = act === 'correct' ? { note: 'The feed was wrong' } : {}
  post(stage, player, `/v1/admin/bet-events/${placement.id}/${act}`, { outcome, ...amount, ...note })
}
