import { freshBetId, largestStake, modestWish, placeBet, placementBody } from './bet-moves.ts'
import { euros } from './model/amounts.ts'
import { activeCooldown } from './model/losses.ts'
import { awaitingChoice } from './model/programs.ts'
import { HOUR } from './model/time.ts'
import { cancel, goOn, purchase, refund } from './money-moves.ts'
import { sendVoid, settleAny, settleOpen, voidAny, voidLossOfToday } from './settle-moves.ts'
import { bookOf, type Player, programOf, read, type Stage, sendBet } from './stage.ts'
import { moveTo, passTime, waitForCooldown } from './time-moves.ts'

/** Bet after bet is won, over several days if need be, until the challenge passes; a bet may stay open. */
export function winningRun(stage: Stage, player: Player): void {
  const { chance } = stage
  if (chance.happens(0.5)) placeModest(stage, player)
  for (let bets = chance.whole(3, 14); bets > 0; bets -= 1) {
    const program = programOf(stage, player)
    if (!program || program.kind === 'funded') return
    const won = placeBet(stage, player, modestWish(stage, player, program))
    if (won) {
      const settlementAmount = euros(won.payout)
      const { externalBetId } = won
      sendBet(stage, player, { userId: player.user, externalBetId, status: 'settled-won', settlementAmount })
    }
    if (chance.happens(0.2)) moveTo(stage, stage.now + chance.whole(1, 20) * HOUR)
  }
}

function placeModest(stage: Stage, player: Player): string | undefined {
  const program = programOf(stage, player)
  return program && placeBet(stage, player, modestWish(stage, player, program))?.externalBetId
}

/** Losses in a row, to a cooldown or to the end of the program. */
export function losingRun(stage: Stage, player: Player): void {
  const { chance } = stage
  for (let bets = chance.whole(2, 8); bets > 0; bets -= 1) {
    const program = programOf(stage, player)
    if (!program || activeCooldown(bookOf(stage, player), program)) break
    const stake = Math.max(program.rules.minStake, largestStake(stage, player, program))
    const lost = placeBet(stage, player, { stake, odds: program.rules.minOdds ?? 12_500 })
    if (lost) sendBet(stage, player, { userId: player.user, externalBetId: lost.externalBetId, status: 'settled-lost' })
    if (chance.happens(0.15)) moveTo(stage, stage.now + chance.whole(1, 9) * HOUR)
  }
  afterCooldown(stage, player)
}

/** What follows a cooldown: it is waited for, or a loss is taken back, and the next bet shows whether it is over. */
function afterCooldown(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  if (!program || !activeCooldown(bookOf(stage, player), program)) return
  placeModest(stage, player)
  if (stage.chance.happens(0.5)) waitForCooldown(stage, player)
  else voidLossOfToday(stage, player)
  read(stage, player, 'progress')
  placeModest(stage, player)
}

/**
 * A large win, staked again, partly lost, and then taken back: what remains may be below what is staked, or beyond the
 * total drawdown, which then rejects every bet though no settlement has ended the program.
 */
export function winTakenBack(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  const won = program && placeBet(stage, player, modestWish(stage, player, program))
  if (!program || !won) return
  const { externalBetId, payout } = won
  sendBet(stage, player, {
    userId: player.user,
    externalBetId,
    status: 'settled-won',
    settlementAmount: euros(payout),
  })
  for (let bets = stage.chance.whole(1, 5); bets > 0; bets -= 1) {
    const stake = largestStake(stage, player, program)
    const again = stake > 0 && placeBet(stage, player, { stake, odds: program.rules.minOdds ?? 12_500 })
    if (again && stage.chance.happens(0.5))
      sendBet(stage, player, { userId: player.user, externalBetId: again.externalBetId, status: 'settled-lost' })
  }
  sendVoid(stage, player, externalBetId)
  placeModest(stage, player)
}

/** The straight way to a funded account: a purchase where there is none, wins, and on. */
export function openAccount(stage: Stage, player: Player): void {
  if (!programOf(stage, player)) purchase(stage, player)
  winningRun(stage, player)
  goOn(stage, player)
}

/** What happens to bets of a program that passed or ended, and then the choice. */
export function afterPass(stage: Stage, player: Player): void {
  const { chance } = stage
  if (!awaitingChoice(bookOf(stage, player), player.user)) return
  if (chance.happens(0.5)) settleAny(stage, player)
  if (chance.happens(0.5)) voidAny(stage, player)
  if (chance.happens(0.3))
    sendBet(stage, player, placementBody(player, freshBetId(stage), { stake: 500, odds: 15_000 }))
  if (chance.happens(0.5)) read(stage, player, 'progress')
  if (chance.happens(0.2)) passTime(stage, player)
  const choose = chance.weighted([
    [6, goOn],
    [4, refund],
    [2, cancel],
    [3, () => undefined],
  ])
  choose(stage, player)
}

/** A settlement that comes before its placement, or is mistyped, and is then put right (Rules 4.12). */
export function putRight(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  if (!program) return
  const externalBetId = freshBetId(stage)
  const wish = modestWish(stage, player, program)
  const settlement = { userId: player.user, externalBetId, status: 'settled-lost' }
  const mistyped = { ...settlement, stakeAmount: euros(wish.stake + 100) }
  if (stage.chance.happens(0.5)) sendBet(stage, player, settlement)
  sendBet(stage, player, placementBody(player, externalBetId, wish))
  if (stage.chance.happens(0.5)) {
    sendBet(stage, player, mistyped)
    sendBet(stage, player, mistyped)
  }
  sendBet(stage, player, settlement)
  if (stage.chance.happens(0.3)) settleOpen(stage, player)
}
