import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import type { Player } from '../../core/player.ts'
import { currentBalance, type Program } from '../../core/program.ts'
import { isExcluded } from '../../core/self-exclusion.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/office.ts'
import { orNull } from './or-null.ts'

/** A player as lists show them. */
export function renderListedPlayer(
  { program, selfExclusion }: Player,
  { userId, openFlags, now }: { readonly userId: UserId; readonly openFlags: number; readonly now: Instant },
): wire.ListedPlayer {
  const challenge = program?.kind === 'challenge' ? program : null
  return {
    userId,
    running: orNull(program, runningOf),
    programId: orNull(program, ({ id }) => id),
    status: orNull(program, ({ status }) => status),
    tierName: orNull(program, ({ terms }) => terms.tier.name),
    currentBalance: orNull(program, (running) => amountOf(running.finalBalance ?? currentBalance(running))),
    startingBalance: orNull(program, ({ startingBalance }) => amountOf(startingBalance)),
    targetBalance: orNull(challenge, ({ terms }) => amountOf(terms.tier.targetBalance)),
    openBets: program?.betsOpen ?? 0,
    startedAt: orNull(program, ({ startedAt }) => textOf(startedAt)),
    expiresAt: orNull(challenge, ({ expiresAt }) => textOf(expiresAt)),
    endedAt: orNull(program?.endedAt ?? null, textOf),
    selfExcluded: isExcluded(selfExclusion, now),
    openFlags,
  }
}

function runningOf(program: Program): wire.ListedPlayer['running'] {
  if (program.endedAt !== null) return null
  if (program.kind === 'funded') return 'funded_account'
  return program.passedAt === null ? 'challenge' : 'challenge_passed'
}
