import { observeFacts } from './coverage.ts'
import { fundedDues } from './model/due.ts'
import { Undetermined } from './model/facts.ts'
import { activeCooldown } from './model/losses.ts'
import { DAY, MINUTE, nextMidnight, SECOND } from './model/time.ts'
import { bookOf, type Player, programOf, type Stage } from './stage.ts'

/** Moves the clock forward, but never onto ground that the contract or the model leaves open. */
export function moveTo(stage: Stage, now: number): void {
  const books = stage.tenants.map((tenant) => stage.model.book(tenant))
  if (now <= stage.now) return
  const lengths = books.map((book) => book.facts.length)
  try {
    for (const tenant of stage.tenants) stage.model.advance(tenant, now)
  } catch (error) {
    if (!(error instanceof Undetermined)) throw error
    stage.coverage.note(`left out: ${error.message}`)
    for (const [index, book] of books.entries()) book.facts.length = lengths[index] ?? 0
    return
  }
  stage.now = now
  for (const [index, book] of books.entries()) observeFacts(stage.coverage, book, lengths[index] ?? 0)
  stage.steps.push({ kind: 'clock', now, eager: stage.chance.happens(0.3) })
}

/** The instants at which something happens to the player by itself. */
function turningPoints(stage: Stage, player: Player): number[] {
  const program = programOf(stage, player)
  if (!program) return [nextMidnight(stage.now)]
  const cooldown = activeCooldown(bookOf(stage, player), program)
  const ends =
    program.kind === 'challenge'
      ? [program.expiresAt - DAY, program.expiresAt]
      : fundedDues(bookOf(stage, player), program).map((due) => due.at)
  return [...ends, ...(cooldown ? [cooldown.until] : []), nextMidnight(stage.now)].filter((at) => at > stage.now)
}

/** A step of the clock: seconds to days, or to just before, at or after something due. */
export function passTime(stage: Stage, player: Player): void {
  const { chance, now } = stage
  const point = chance.pickOrNone(turningPoints(stage, player)) ?? now
  const at = chance.weighted([
    [40, now + chance.whole(1, 300) * SECOND],
    [15, now + chance.whole(10, 400) * MINUTE],
    [3, now + chance.whole(1, 3) * DAY],
    [6, point - 1],
    [6, point],
    [6, point + chance.whole(1, 90_000)],
  ])
  moveTo(stage, at)
}

/** To the end of the player's cooldown. */
export function waitForCooldown(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  const cooldown = program && activeCooldown(bookOf(stage, player), program)
  if (cooldown) moveTo(stage, cooldown.until + stage.chance.whole(0, 2) * MINUTE)
}
