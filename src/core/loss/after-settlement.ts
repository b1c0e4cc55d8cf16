import { failChallenge } from '../challenge/fail.ts'
import { passIfReached } from '../challenge/pass.ts'
import { revoke } from '../funded/revoke.ts'
import type { Instant } from '../instant.ts'
import { isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'
import { cooldownStartedBy } from './cooldown.ts'
import { isDrawnDown } from './drawdown.ts'

/**
 * What one settlement sets off, after its money has moved and its loss is counted: the end by drawdown, then the pass,
 * then the cooldown. `lossAt` is its event time, null where it cost nothing. Rules 6.6
 */
export function afterSettlement(telling: Telling, lossAt: Instant | null): void {
  if (lossAt !== null) endByDrawdown(telling)
  passIfReached(telling)
  if (lossAt !== null) startCooldown(telling, lossAt)
}

function endByDrawdown(telling: Telling): void {
  const { program } = telling.player
  if (!isRunning(program) || !isDrawnDown(program)) return
  if (program.kind === 'challenge') failChallenge(telling, 'max_drawdown_exceeded')
  else revoke(telling, 'max_drawdown_exceeded')
}

function startCooldown(telling: Telling, lossAt: Instant): void {
  const { program } = telling.player
  if (!isRunning(program)) return
  const cooldown = cooldownStartedBy(program, lossAt, telling.now)
  if (cooldown) telling.tell({ type: 'CooldownTriggered', programId: program.id, phase: program.kind, ...cooldown })
}
