import { expireChallenge } from './challenge/expire.ts'
import { remindAt, remindOfExpiry } from './challenge/remind.ts'
import { firstPayoutDeadline, inactivityDeadline } from './funded/deadlines.ts'
import { revoke } from './funded/revoke.ts'
import type { Instant } from './instant.ts'
import { liftCooldown } from './loss/lift-cooldown.ts'
import type { Player } from './player.ts'
import { isRunning } from './program.ts'
import type { Telling } from './telling.ts'

interface Due {
  readonly at: Instant
  readonly apply: (telling: Telling, at: Instant) => void
}

/** All that a program waits for. On a tie the one that stands first is applied first. Rules 7.1 */
function duesOf({ program }: Player): readonly Due[] {
  if (!isRunning(program)) return []
  const dues: Due[] = []
  if (program.cooldown !== null) {
    dues.push({ at: program.cooldown.until, apply: (telling, at) => liftCooldown(telling, 'time', at) })
  }
  if (program.kind === 'challenge') {
    const reminder = remindAt(program)
    if (reminder !== null) dues.push({ at: reminder, apply: remindOfExpiry })
    dues.push({ at: program.expiresAt, apply: expireChallenge })
  }
  if (program.kind === 'funded') {
    const deadline = firstPayoutDeadline(program)
    if (deadline !== null)
      dues.push({ at: deadline, apply: (telling, at) => revoke(telling, 'first_payout_deadline', at) })
    const idle = inactivityDeadline(program)
    if (idle !== null) dues.push({ at: idle, apply: (telling, at) => revoke(telling, 'inactivity', at) })
  }
  return dues
}

const nextDue = (player: Player): Due | undefined =>
  duesOf(player).reduce<Due | undefined>(
    (first, due) => (first === undefined || due.at < first.at ? due : first),
    undefined,
  )

/** When the player has to be looked at next; null is never. Rules 7.2 */
export const wakeAt = (player: Player): Instant | null => nextDue(player)?.at ?? null

/** Applies everything due by now, the earliest first, each as of its due time. Rules 7.1 */
export function applyDue(telling: Telling): void {
  for (let due = nextDue(telling.player); due !== undefined && due.at <= telling.now; due = nextDue(telling.player)) {
    due.apply(telling, due.at)
  }
}
