import { euros } from './amounts.ts'
import { announce, type Book, type Program } from './facts.ts'
import { activeCooldown } from './losses.ts'
import { stakeLeft } from './payouts.ts'
import { balanceOf, countersOf, move, standing, statusOf } from './programs.ts'

/** A cooldown does not outlive the pass or the end of its program (Rules 6.4). */
function dropCooldown(book: Book, program: Program, at: number): void {
  if (activeCooldown(book, program)) book.facts.push({ kind: 'lifted', program: program.id, at, by: 'end' })
}

/** Open stakes return, the balance goes back to the house, the own stake where the status says (Rules 2.10, 2.12). */
export function endProgram(book: Book, program: Program, status: string, reason: string | null, at: number): number {
  const finalBalance = balanceOf(book, program)
  dropCooldown(book, program, at)
  move(book, program, 'reserved', 'available', standing(book, program, 'reserved'))
  move(book, program, 'available', 'house', standing(book, program, 'available'))
  if (status === 'refunded') move(book, program, 'stake_held', 'player', program.tier.ownStake)
  if (status === 'failed' || status === 'cancelled')
    move(book, program, 'stake_held', 'forfeited', program.tier.ownStake)
  if (status === 'revoked') move(book, program, 'stake_held', 'forfeited', stakeLeft(book, program))
  book.facts.push({ kind: 'ended', program: program.id, at, status, reason, finalBalance })
  return finalBalance
}

export function failChallenge(book: Book, program: Program, reason: string, at: number): void {
  endProgram(book, program, 'failed', reason, at)
  announce(book, program.user, 'challenge.failed', { challengeId: program.id, reason })
}

/** Latches the pass as soon as target, bets and days are reached, open bets or not (Rules 5.5). */
export function checkPass(book: Book, program: Program, at: number): void {
  if (program.kind !== 'challenge' || statusOf(book, program) !== 'active') return
  const { tier } = program
  const { totalBetsAccepted, activeDays } = countersOf(book, program)
  const balance = balanceOf(book, program)
  if (balance < tier.targetBalance || totalBetsAccepted < tier.minBetsRequired || activeDays < tier.minActiveDays)
    return
  book.facts.push({ kind: 'passed', program: program.id, at })
  dropCooldown(book, program, at)
  announce(book, program.user, 'challenge.passed', {
    challengeId: program.id,
    programBalance: euros(balance),
    refundableOwnStake: euros(tier.ownStake),
  })
}
