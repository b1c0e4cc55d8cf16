import type { BetAnswer, ValidationResult } from './api.ts'
import { EVENT } from './chronicle.ts'
import type { Answer } from './client.ts'
import { pendingOf } from './payout-books.ts'
import { lookAfterAccount } from './payouts.ts'
import type { Player } from './players/roster.ts'
import { flat } from './players/stakes.ts'
import { sensible, singles } from './players/styles.ts'
import type { Slip, Table } from './players/table.ts'
import { lastDayOf, oddsOf, placementBody } from './players/ticket.ts'
import type { Program } from './program.ts'
import type { Stage } from './stage.ts'

/** How often the operator asks before it sends, sends a placement twice, or lets someone bet who may not. */
const ASKS_FIRST = 0.1
const SENT_TWICE = 0.02
const BETS_WITHOUT = 0.003
const BETS_WHILE_WAITING = 0.1

/** The noon of a match day: players bet on the day's matches. */
export async function betting(player: Player, stage: Stage): Promise<void> {
  const { tally, temper, random } = player
  if (tally.isOnTheBrink(stage.at)) return
  tally.timePasses(stage.at)
  const program = tally.current
  if (!program) {
    if (tally.latest && random.chance(BETS_WITHOUT)) await betAnyway(player, tally.latest, stage)
    return
  }
  if (program.status === 'passed_pending_choice') {
    if (random.chance(BETS_WHILE_WAITING)) await betAnyway(player, program, stage)
    return
  }
  if (random.chance(temper.appetite)) await placeAll(player, temper.slips(tableOf(player, program, stage)), stage)
  await lookAfterAccount(player, stage)
}

/** Late bets are placed after all that the evening's settlements and voids did, to a cooldown for instance. */
const LATE_MS = 120_000

/** The evening: those who cannot wait bet on the next match day. */
export async function lateBetting(player: Player, stage: Stage): Promise<void> {
  const { tally, temper } = player
  const program = tally.current
  if (!temper.lateSlips || program?.status !== 'active' || !stage.nextDay) return
  await placeAll(player, temper.lateSlips(tableOf(player, program, stage)), { ...stage, at: stage.at + LATE_MS })
}

function tableOf(player: Player, program: Program, { day, nextDay }: Stage): Table {
  const { losingStreak, random } = player
  return { program, today: day.matches, next: nextDay?.matches ?? [], losingStreak, random }
}

async function placeAll(player: Player, slips: readonly Slip[], stage: Stage): Promise<void> {
  for (const [nth, slip] of slips.entries()) await place(player, slip, stage, stage.at + nth * 1000)
}

async function place(player: Player, slip: Slip, stage: Stage, at: number): Promise<void> {
  const { api, chronicle } = stage
  const { random } = player
  player.ticketCount += 1
  const id = `${player.userId}-b${player.ticketCount}`
  const body = placementBody(player, id, slip, at)
  const isAwaitingChoice = player.tally.current?.status === 'passed_pending_choice'
  const asked = random.chance(ASKS_FIRST) && !isAwaitingChoice ? await api.validate(body) : undefined
  const answer = await api.sendBet(body)
  chronicle.add(EVENT.placed)
  chronicle.expect(`placement of ${id}`, 200, answer.status)
  if (answer.status !== 200) return
  if (asked) compareWithValidate(id, asked, answer.body.validationResult, stage)
  const codes = answer.body.validationResult.reasonCodes
  chronicle.expect(
    `refused because a choice is due, ${id}`,
    isAwaitingChoice,
    codes.includes('challenge_awaiting_choice'),
  )
  const isPending = player.tally.account !== undefined && pendingOf(player.tally.account) !== undefined
  chronicle.expect(`refused because a payout is pending, ${id}`, isPending, codes.includes('payout_pending'))
  bookPlacement(player, { id, slip, at }, answer, stage)
  if (random.chance(SENT_TWICE)) await sendTwice(id, body, answer.body, stage)
  if (codes.includes('cooldown_active')) await seeCooldown(player, stage)
}

function bookPlacement(
  player: Player,
  { id, slip, at }: { id: string; slip: Slip; at: number },
  answer: Answer<BetAnswer>,
  { chronicle }: Stage,
): void {
  const { status, validationResult } = answer.body
  const { reasonCodes } = validationResult
  const isAccepted = status === 'accepted'
  chronicle.expect(`verdict on ${id}`, status, validationResult.status)
  chronicle.expect(`${id} is accepted exactly when no code applies`, isAccepted, reasonCodes.length === 0)
  chronicle.add(isAccepted ? EVENT.accepted : EVENT.rejected)
  for (const code of reasonCodes) chronicle.add(`${EVENT.rejectedFor}${code}`)
  if (isAccepted) player.tally.accepted(id, slip.stake, oddsOf(slip), at)
  else player.tally.rejected()
  player.openTickets.push({ id, slip, lastDay: lastDayOf(slip), isAccepted })
}

function compareWithValidate(
  id: string,
  asked: Answer<{ validationResult: ValidationResult }>,
  placed: ValidationResult,
  { chronicle }: Stage,
): void {
  chronicle.add(EVENT.validated)
  chronicle.expect(`validate of ${id}`, 200, asked.status)
  const codes = asked.body.validationResult?.reasonCodes ?? []
  chronicle.expect(`codes of validate and of placement, ${id}`, codes.join(), placed.reasonCodes.join())
}

async function sendTwice(id: string, body: Record<string, unknown>, first: BetAnswer, stage: Stage): Promise<void> {
  const { body: second } = await stage.api.sendBet(body)
  stage.chronicle.add(EVENT.resentPlacement)
  stage.chronicle.expect(`${id} sent twice is a duplicate`, true, second.duplicate)
  stage.chronicle.expect(`${id} sent twice`, first.status, second.status)
}

async function seeCooldown(player: Player, { api, chronicle, at }: Stage): Promise<void> {
  const { cooldownUntil } = await api.progress(player.userId)
  if (cooldownUntil && Date.parse(cooldownUntil) > at) chronicle.add(EVENT.cooldown)
  else chronicle.surprise(`${player.userId} is refused for a cooldown, but cooldownUntil is ${cooldownUntil}`)
}

/** Someone bets without a program (404) or while a choice is due (rejected): neither may touch anything. */
async function betAnyway(player: Player, program: Program, stage: Stage): Promise<void> {
  const { api, chronicle, at } = stage
  const [slip] = singles(sensible, flat(0.02), 1)(tableOf(player, program, stage))
  if (!slip) return
  player.ticketCount += 1
  const id = `${player.userId}-b${player.ticketCount}`
  const body = placementBody(player, id, slip, at)
  const asked = await api.validate(body)
  chronicle.expect(`validate of ${id} without a running program`, 404, asked.status)
  const answer = await api.sendBet(body)
  chronicle.add(EVENT.placed)
  const isAwaitingChoice = program.status === 'passed_pending_choice'
  chronicle.expect(`placement of ${id} without a running program`, isAwaitingChoice ? 200 : 404, answer.status)
  if (answer.status === 404) return chronicle.add(EVENT.withoutProgram)
  chronicle.expect(`codes of ${id}`, 'challenge_awaiting_choice', answer.body.validationResult?.reasonCodes.join())
  chronicle.add(EVENT.rejected)
  chronicle.add(`${EVENT.rejectedFor}challenge_awaiting_choice`)
}
